"""The tournament results that count for a season, read from the logs of its tournaments.

Before it starts, a tournament sets what counts: each match like any other, its final order as one match in the session
of its last table, or nothing (scoring 2.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.club.activity_log import find_entries
from referee.store.decoding import decoding
from referee.store.projections.kind import EventKind
from referee.store.projections.tournaments import ENDED, SEATED, SETTLED
from referee.store.transaction import Transaction

FINAL_ORDER: Final = 10**9
"""A final order that counts as a match has this number plus that of its tournament as its match number."""

TABLES, FINAL = "tables", "final"
_KINDS: Final = (SETTLED, SEATED, ENDED)


@frozen
class FinalOrder:
    """A tournament's final order: members by place, best first. Guests have negative numbers."""

    tournament: int
    game: str
    session: int
    places: tuple[tuple[int, ...], ...]


@frozen
class CountedTournaments:
    """The tournament matches that do not count for a season (`without`), and the final orders that do."""

    without: frozenset[int] = frozenset()
    orders: tuple[FinalOrder, ...] = ()


@dataclass(slots=True)
class _TournamentFacts:
    game: str = ""
    counts: str = TABLES
    matches: set[int] = field(default_factory=set)
    end: Mapping[str, Any] | None = None


def counted_tournaments(tx: Transaction, season: int) -> CountedTournaments:
    """Return the tournament matches to leave out of a season's results, and the final orders to include."""
    numbers = [number for (number,) in tx.rows("SELECT id FROM tournament WHERE season_id = ?", season)]
    tournaments: dict[int, _TournamentFacts] = {}
    for entry in reversed(find_entries(tx, EventKind.TOURNAMENT, tournament=numbers, what=_KINDS)):
        data = entry.data
        with decoding(entry.place):
            tournament = tournaments.setdefault(data["tournament"], _TournamentFacts())
            if data["what"] == SETTLED:
                tournament.counts = data["settings"].get("counts", TABLES)
                tournament.game = data["settings"]["game"]
            elif data["what"] == SEATED:
                tournament.matches.update(match for _, match in data["matches"])
            else:
                tournament.end = data
    return CountedTournaments(
        frozenset(
            match for tournament in tournaments.values() if tournament.counts != TABLES for match in tournament.matches
        ),
        tuple(_final_orders(tx, tournaments)),
    )


def table_of(match: int) -> int | None:
    """Return the match number of a result, or None for a final order that counts as a match."""
    return match if match < FINAL_ORDER else None


def last_event(tx: Transaction) -> int:
    """Return the number of the last tournament event that may affect a season's results, or 0."""
    return next((entry.event.n for entry in find_entries(tx, EventKind.TOURNAMENT, what=_KINDS, limit=1)), 0)


def _final_orders(tx: Transaction, tournaments: Mapping[int, _TournamentFacts]) -> Iterable[FinalOrder]:
    for tournament, facts in tournaments.items():
        if facts.counts != FINAL or facts.end is None:
            continue
        query = "SELECT number, member_id, guest FROM tournament_entry WHERE tournament_id = ?"
        member = {number: -member_id if guest else member_id for number, member_id, guest in tx.rows(query, tournament)}
        placed_members: set[int] = set()
        places = []
        for group in facts.end["order"]:
            # A member who entered twice, before a merge, keeps the better place.
            first = [member[number] for number in group if abs(member[number]) not in placed_members]
            placed_members.update(map(abs, first))
            places.append(tuple(dict.fromkeys(first)))
        yield FinalOrder(tournament, facts.game, facts.end["session"], tuple(filter(None, places)))
