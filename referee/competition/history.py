"""The history before a draw: meetings, seats, table numbers, games and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee.competition.entrants import DrawnRound, Entrants, Pair, Sizes, pairs, place


@dataclass(frozen=True, slots=True)
class Seating:
    """A table's players in order of seat; the seat that dealt first, the last if unknown; and the table's number.

    A table that continued with other players is several of these with the same `table`, which counts as one meeting.
    """

    members: tuple[int, ...]
    dealer: int = -1
    number: int = 0
    game: str = ""
    table: int | None = None


def entrants_after(
    tables: Iterable[Seating],
    players: Iterable[int],
    sizes: Sizes,
    seed: int = 0,
    *,
    apart: Iterable[Pair] = (),
    byes: Iterable[int] = (),
    called: Mapping[int, int] | None = None,
) -> Entrants:
    """Return the entrants of a draw after some tables, for the given players in order, without scores.

    With `called`, players are numbered by it. Players at the tables who are not in it keep their seats, but are no
    entrants.
    """
    if called is not None:
        # A player without a number still takes up the seat.
        tables = [replace(table, members=tuple(called.get(member, -1) for member in table.members)) for table in tables]
        players = (called[player] for player in players)
    here = tuple(sorted(players))
    known = set(here)
    met: set[tuple[object, Pair]] = set()
    played: set[tuple[object, tuple[int, str]]] = set()
    sat: Counter[tuple[int, int]] = Counter()
    at: Counter[tuple[int, int]] = Counter()
    for count, seating in enumerate(tables):
        once = ("alone", count) if seating.table is None else seating.table
        met |= {(once, pair) for pair in pairs(known.intersection(seating.members))}
        for seat, player in enumerate(seating.members):
            if player in known:
                sat[player, place(seat, len(seating.members), seating.dealer)] += 1
                at[player, seating.number] += bool(seating.number)
                if seating.game:
                    played.add((once, (player, seating.game)))
    return Entrants(
        here,
        sizes,
        seed,
        met=Counter(pair for _, pair in met),
        sat=sat,
        at=+at,
        byes=Counter(player for player in byes if player in known),
        apart=pairs_within(apart, known),
        played=Counter(player for _, player in played),
    )


def with_round(field: Entrants, drawn_round: DrawnRound) -> Entrants:
    """Return the entrants after another round, in which the last player of each table dealt first."""
    met, sat, at, byes = Counter(field.met), Counter(field.sat), Counter(field.at), Counter(field.byes)
    for number, table in enumerate(drawn_round.tables, 1):
        met.update(pairs(table))
        sat.update((player, place(seat, len(table))) for seat, player in enumerate(table))
        at.update((player, number) for player in table)
    byes.update(drawn_round.byes)
    return replace(field, met=met, sat=sat, at=at, byes=byes)


def pairs_within(pairs: Iterable[Pair], players: set[int]) -> frozenset[Pair]:
    """Return the pairs with both players in `players`."""
    return frozenset(pair for pair in pairs if players.issuperset(pair))
