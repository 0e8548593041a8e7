"""The history before a draw: meetings, seats, table numbers, games and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.competition.entrants import DrawnRound, Entrants, Pair, Sizes, all_pairs, place_from_dealer


@frozen
class Seating:
    """A table's players in order of seat, the first dealer's seat (by default the last), and the table's number.

    A table that continued with other players has several seatings with the same `table`, which count as one meeting.
    """

    members: tuple[int, ...]
    dealer: int = -1
    number: int = 0
    game: str = ""
    table: int | None = None


def build_entrants(
    tables: Iterable[Seating],
    players: Iterable[int],
    sizes: Sizes,
    seed: int = 0,
    *,
    apart: Iterable[Pair] = (),
    byes: Iterable[int] = (),
    numbers: Mapping[int, int] | None = None,
) -> Entrants:
    """Return the entrants of a draw after some tables. They have no scores.

    With `numbers`, members get their numbers there. Others at the tables keep their seats, but are no entrants.
    """
    if numbers is not None:
        # A player without a number still takes up the seat.
        tables = [
            replace(table, members=tuple(numbers.get(member, -1) for member in table.members)) for table in tables
        ]
        players = (numbers[player] for player in players)
    present_players = tuple(sorted(players))
    present_set = set(present_players)
    meetings: set[tuple[object, Pair]] = set()
    games_played: set[tuple[object, tuple[int, str]]] = set()
    seat_counts: Counter[tuple[int, int]] = Counter()
    number_counts: Counter[tuple[int, int]] = Counter()
    for index, seating in enumerate(tables):
        meeting = ("alone", index) if seating.table is None else seating.table
        meetings |= {(meeting, pair) for pair in all_pairs(present_set.intersection(seating.members))}
        for seat, player in enumerate(seating.members):
            if player in present_set:
                seat_counts[player, place_from_dealer(seat, len(seating.members), seating.dealer)] += 1
                number_counts[player, seating.number] += bool(seating.number)
                if seating.game:
                    games_played.add((meeting, (player, seating.game)))
    return Entrants(
        present_players,
        sizes,
        seed,
        met=Counter(pair for _, pair in meetings),
        sat=seat_counts,
        at=+number_counts,
        byes=Counter(player for player in byes if player in present_set),
        apart=pairs_within(apart, present_set),
        played=Counter(player for _, player in games_played),
    )


def add_round(field: Entrants, drawn_round: DrawnRound) -> Entrants:
    """Return the entrants after another round, in which the last player of each table dealt first."""
    meeting_counts, seat_counts, number_counts, bye_counts = (
        Counter(field.met),
        Counter(field.sat),
        Counter(field.at),
        Counter(field.byes),
    )
    for number, table in enumerate(drawn_round.tables, 1):
        meeting_counts.update(all_pairs(table))
        seat_counts.update((player, place_from_dealer(seat, len(table))) for seat, player in enumerate(table))
        number_counts.update((player, number) for player in table)
    bye_counts.update(drawn_round.byes)
    return replace(field, met=meeting_counts, sat=seat_counts, at=number_counts, byes=bye_counts)


def pairs_within(pairs: Iterable[Pair], players: set[int]) -> frozenset[Pair]:
    """Return the pairs in which both players are in `players`."""
    return frozenset(pair for pair in pairs if players.issuperset(pair))
