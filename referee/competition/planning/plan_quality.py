"""How good a plan is: who meets whom how often, who sits where, and what no plan at these tables could better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from referee.competition.field import Drawn, Pair, pairs, place


class Bound(NamedTuple):
    """What no plan can go below: the sum over all pairs of squared meetings, and the most meetings of a pair."""

    squares: int
    most: int


class Spread(NamedTuple):
    """How often something comes to a player: at least, and at most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Quality:
    """What a plan comes to.

    `meetings` has how many pairs meet so often, from never on; `worst` are the pairs that meet oftenest. `squares` is
    the sum over all pairs of squared meetings, and `bound` what no plan can go below. `places` is how unevenly a player
    sits: the largest difference between how often one sits at two places that every table has; `dealt` and `byes` are
    how often a player deals first, and has a bye; `numbers` is how often a player sits at a table of one number, and
    `short` how often at a table with a seat less.
    """

    meetings: tuple[int, ...]
    worst: tuple[Pair, ...]
    squares: int
    bound: Bound
    places: int
    dealt: Spread
    numbers: Spread
    short: Spread
    byes: Spread

    @property
    def most(self) -> int:
        """The most meetings of a pair."""
        return len(self.meetings) - 1

    @property
    def even(self) -> bool:
        """Whether all pairs meet equally often."""
        return not any(self.meetings[:-1])


def quality(players: Sequence[int], rounds: Sequence[Drawn], apart: frozenset[Pair] = frozenset()) -> Quality:
    """Return what some rounds come to for all who play in them."""
    met = meetings(rounds)
    often = Counter(met[pair] for pair in pairs(players))
    most = max(often)
    sat = places(rounds)
    everywhere = range(min(len(table) for drawn in rounds for table in drawn.tables))
    uneven = ([sat[player, seat] for seat in everywhere] for player in players)
    dealt = Counter(table[-1] for drawn in rounds for table in drawn.tables)
    at = numbers(rounds)
    tables = range(1, max(len(drawn.tables) for drawn in rounds) + 1)
    full = max(len(table) for drawn in rounds for table in drawn.tables)
    short = Counter(player for drawn in rounds for table in drawn.tables if len(table) < full for player in table)
    byes = Counter(player for drawn in rounds for player in drawn.byes)
    return Quality(
        meetings=tuple(often[times] for times in range(most + 1)),
        worst=tuple(pair for pair in pairs(players) if met[pair] == most),
        squares=sum(times**2 for times in met.values()),
        bound=bound(len(players), [tuple(map(len, drawn.tables)) for drawn in rounds], len(apart)),
        places=max(max(each) - min(each) for each in uneven),
        dealt=_spread(dealt[player] for player in players),
        numbers=_spread(at[player, number] for player in players for number in tables),
        short=_spread(short[player] for player in players),
        byes=_spread(byes[player] for player in players),
    )


def meetings(rounds: Iterable[Drawn]) -> Counter[Pair]:
    """Return how often each pair meets."""
    return Counter(pair for drawn in rounds for table in drawn.tables for pair in pairs(table))


def places(rounds: Iterable[Drawn]) -> Counter[tuple[int, int]]:
    """Return how often each player sits at each place, counted from whoever deals first."""
    return Counter(
        (player, place(seat, len(table)))
        for drawn in rounds
        for table in drawn.tables
        for seat, player in enumerate(table)
    )


def numbers(rounds: Iterable[Drawn]) -> Counter[tuple[int, int]]:
    """Return how often each player sits at a table of each number."""
    return Counter(
        (player, number) for drawn in rounds for number, table in enumerate(drawn.tables, 1) for player in table
    )


def bound(players: int, shapes: Sequence[Sequence[int]], apart: int = 0) -> Bound:
    """Return what no plan of such tables, the sizes of those of each round, can go below.

    Three ways of counting say how evenly meetings can be spread at best, and the strictest of them holds. All pairs
    that may meet share all meetings. Each player shares out theirs among all others. And who sit together in one round
    are spread over the tables of another: at fewer tables than they are, some of them meet again.
    """
    total = sum(_together(size) for shape in shapes for size in shape)
    every = max(1, _together(players) - apart)  # where nobody may meet anybody there is no plan to be bounded
    # Everybody's own meetings, of which each is another's too.
    each, more = divmod(2 * total, players)
    shared = (players - more) * spread_evenly(each, players - 1) + more * spread_evenly(each + 1, players - 1)
    # Rounds are mostly alike, and then so are any two of them.
    alike = Counter(combinations(map(tuple, shapes), 2))
    again = sum(times * _again(one, other, players) for (one, other), times in alike.items())
    squares = max(spread_evenly(total, every), -(-shared // 2), total + 2 * again)
    squares += (squares - total) % 2  # a number is odd as its square is
    # If no pair meets oftener than m times, the meetings that are repeated are at most (m - 1) / 2 times all.
    most = max(-(-total // every), -(-(each + bool(more)) // (players - 1)), 1 - (total - squares) // total)
    return Bound(squares, most)


def spread_evenly(total: int, among: int) -> int:
    """Return the sum of squares of a total that is spread as evenly as it can be."""
    each, more = divmod(total, among)
    return (among - more) * each**2 + more * (each + 1) ** 2


def _again(one: Sequence[int], other: Sequence[int], players: int) -> int:
    """Return how many pairs at least sit together both in a round of these tables and in one of those."""
    return max(_forced(one, other, players), _forced(other, one, players))


def _forced(tables: Sequence[int], others: Sequence[int], players: int) -> int:
    spread = [size // len(others) + (at < size % len(others)) for size, at in product(tables, range(len(others)))]
    for _ in range(players - sum(others)):  # who has a bye meets nobody again
        largest = max(range(len(spread)), key=spread.__getitem__)
        spread[largest] -= 1
    return sum(_together(many) for many in spread if many > 1)


def _together(many: int) -> int:
    return many * (many - 1) // 2


def _spread(times: Iterable[int]) -> Spread:
    found = list(times)
    return Spread(min(found), max(found))
