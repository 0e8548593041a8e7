"""Looking for rounds in which few pairs meet again, where no design is known.

Two players of a round change tables, over and over, as long as fewer meetings are repeated by it; at first also where
it harms a little, less and less often, so that no bad beginning decides the end. Numbers are whole but for the chance
to put up with harm, which is made by products alone, so that every machine finds the same.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

from referee.competition.field import Pair

Rounds = list[list[list[int]]]
"""Rounds of tables of points, from 0 on."""

_FORBIDDEN: Final = 1000
"""As how many meetings that went before it counts that two may not sit together."""
_PUT_UP: Final = 0.20
"""How likely at first a repeated meeting more is put up with; two by the square of that, and three by its cube."""
_MOST_PUT_UP: Final = 3


def improved(
    rounds: Rounds,
    players: int,
    *,
    apart: frozenset[Pair] = frozenset(),
    settled: int = 0,
    least: int = 0,
    tries: int,
    chance: Random,
) -> tuple[Rounds, int]:
    """Return rounds in which the sum of squared meetings is smaller, or as small, and how often a change was tried.

    `least` is what the sum can be at best, and `tries` how often a change may be tried. The first `settled` rounds stay
    as they are. Who is to be kept apart is so in what is returned if it was before.
    """
    met = _met(rounds, players)
    now = sum(times * times for row in met for times in row) // 2
    for one, other in apart:
        met[one][other] += _FORBIDDEN
        met[other][one] += _FORBIDDEN
    rounds = _copied(rounds)
    best, fewest = rounds, now
    random, many = chance.random, len(rounds) - settled
    if not many or len(rounds[-1]) < 2:
        return rounds, 0
    tried = 0
    for tried in range(tries):
        if now <= least:
            break
        tables = rounds[settled + int(random() * many)]
        first = int(random() * len(tables))
        second = int(random() * (len(tables) - 1))
        second += second >= first
        here, there = tables[first], tables[second]
        leaves, comes = int(random() * len(here)), int(random() * len(there))
        one, other = here[leaves], there[comes]
        ones, others = met[one], met[other]
        # What `_harm` says, here without a call: nearly all of the time goes into these lines.
        harm = len(here) + len(there) - 2 - 2 * ones[other]
        for each in here:
            harm += others[each] - ones[each]
        for each in there:
            harm += ones[each] - others[each]
        if harm > 0:
            if harm > _MOST_PUT_UP:
                continue
            put_up = _PUT_UP * (tries - tried) / tries
            if random() >= (put_up, put_up * put_up, put_up * put_up * put_up)[harm - 1]:
                continue
            if now < fewest:
                best, fewest = _copied(rounds), now
        _change(here, there, leaves, comes, met)
        now += 2 * harm
    return (rounds if now <= fewest else best), tried + 1


def evened(rounds: Rounds, players: int, apart: frozenset[Pair] = frozenset()) -> Rounds:
    """Return rounds in which it is more even who sits at tables with a seat less, with as many repeated meetings."""
    met = _met(rounds, players)
    for one, other in apart:
        met[one][other] += _FORBIDDEN
        met[other][one] += _FORBIDDEN
    rounds = _copied(rounds)
    full = max(len(table) for tables in rounds for table in tables)
    short = [0] * players
    for tables in rounds:
        for table in tables:
            for each in table:
                short[each] += len(table) < full
    helped = True
    while helped:
        helped = False
        for tables in rounds:
            smaller = [table for table in tables if len(table) < full]
            larger = [table for table in tables if len(table) == full]
            for here, there in product(smaller, larger):
                for leaves, comes in product(range(len(here)), range(len(there))):
                    one, other = here[leaves], there[comes]
                    if short[one] - short[other] > 1 and _harm(here, there, one, other, met) <= 0:
                        _change(here, there, leaves, comes, met)
                        short[one] -= 1
                        short[other] += 1
                        helped = True
    return rounds


def _harm(here: list[int], there: list[int], one: int, other: int, met: list[list[int]]) -> int:
    """Return by how much the sum of squared meetings grows, halved, when two players change tables."""
    ones, others = met[one], met[other]
    grows = len(here) + len(there) - 2 - 2 * ones[other]
    return grows + sum(others[each] - ones[each] for each in here) + sum(ones[each] - others[each] for each in there)


def _change(here: list[int], there: list[int], leaves: int, comes: int, met: list[list[int]]) -> None:
    """Let two players change tables."""
    one, other = here[leaves], there[comes]
    ones, others = met[one], met[other]
    for each in here:
        if each != one:
            ones[each] -= 1
            others[each] += 1
            met[each][one] -= 1
            met[each][other] += 1
    for each in there:
        if each != other:
            ones[each] += 1
            others[each] -= 1
            met[each][one] += 1
            met[each][other] -= 1
    here[leaves], there[comes] = other, one


def _copied(rounds: Rounds) -> Rounds:
    return [[list(table) for table in tables] for tables in rounds]


def _met(rounds: Rounds, players: int) -> list[list[int]]:
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        met[one][other] += 1
    return met
