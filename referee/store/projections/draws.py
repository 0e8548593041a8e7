"""Projections of draws, and of pairs to be kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Change, Drop, Projection, Put, signer
from referee.store.projections.kind import EventKind

_COPIED_COLUMNS: Final = ("method", "seed", "chosen", "sizes", "met", "sat", "apart", "tables")


def seats_drawn(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a draw of tables.

    A game without a rulebook that was played before is identified by a table that played it.
    """
    data = event.data
    games = [game or texts.get(game_part(table), "") for table, game in enumerate(data["games"])]
    row = {
        "session_id": data["session"],
        **{column: data[column] for column in _COPIED_COLUMNS},
        "games": games,
        "played": [[[place, games[table]], times] for place, table, times in data["played"]],
        "at": event.at,
        "by": signer(event, texts),
    }
    yield Put("draw", {"id": data["draw"]}, row)
    for place, member in enumerate(data["members"]):
        yield _put_place(data["draw"], place, member)


def game_part(table: int) -> str:
    """Return the name of the event text that names a table's game without a rulebook. Tables count from 0."""
    return f"game {table + 1}"


def draw_changed(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for an officer's change to a draw. Only a new player changes the tables."""
    data = event.data
    if "joined" in data:
        yield _put_place(data["draw"], data["places"][0], data["joined"])


def kept_apart(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for two members who are to be kept apart."""
    data = event.data
    pair = {"season_id": data["season"], "one_id": data["one"], "other_id": data["other"]}
    details = {"reason": texts.get("reason", ""), "at": event.at, "by": signer(event, texts)}
    yield Put("apart", {"id": data["apart"]}, {**pair, **details})


def apart_lifted(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for two members who may sit together again."""
    yield Drop("apart", {"id": event.data["apart"]})


def _put_place(draw: int, place: int, member: int) -> Put:
    return Put("drawn", {"draw_id": draw, "place": place}, {"member_id": member})


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.SEATS_DRAWN: seats_drawn,
    EventKind.DRAW_CHANGED: draw_changed,
    EventKind.KEPT_APART: kept_apart,
}
RETRACTIONS: Final[Mapping[EventKind, Projection]] = {
    EventKind.KEPT_APART: apart_lifted,
}
TABLES: Final = ("draw", "drawn", "apart")
