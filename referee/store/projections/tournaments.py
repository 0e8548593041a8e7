"""Projections of tournaments and their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Change, Projection, Put, no_changes, signer
from referee.store.projections.kind import EventKind

SETTLED, SEATED, ENDED = "settled", "seated", "ended"
"""The events within a tournament that its tables and the season depend on."""


def tournament_announced(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for an announced tournament."""
    data = event.data
    number = data["tournament"]
    yield Put(
        "tournament",
        {"id": number},
        {
            "season_id": data["season"],
            "name": texts.get("name", f"Tournament {number}"),
            "seed": data["seed"],
            "at": event.at,
            "by": signer(event, texts),
        },
    )


def tournament_entered(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for members who entered a tournament, each with an entry number."""
    data = event.data
    for number, member, guest in data["entries"]:
        entry = {"tournament_id": data["tournament"], "number": number}
        yield Put("tournament_entry", entry, {"member_id": member, "guest": guest})


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.TOURNAMENT_ANNOUNCED: tournament_announced,
    EventKind.TOURNAMENT_ENTERED: tournament_entered,
    EventKind.TOURNAMENT: no_changes,
    EventKind.CLOCK: no_changes,
}
TABLES: Final = ("tournament", "tournament_entry")
