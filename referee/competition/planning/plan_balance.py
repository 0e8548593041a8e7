"""Evening out who sits where in rounds that are settled: places at the tables, first dealers, and table numbers."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from referee.competition.field import Table

_TRIES: Final = 8_000
_PUT_UP: Final = 15

Rounds = Sequence[Sequence[Sequence[int]]]


def with_places(rounds: Rounds) -> list[list[Table]]:
    """Return the rounds with the seats of each table such that everybody sits at every place about equally often.

    Two places are taken at a time, counted from the first dealer, who is at place 0. Of every table at which there are
    both, the two who have them may change; each change moves one sitting from one player to another, and a chain of
    changes from whoever has too many of the one place to whoever has too few. Where all tables are of one size this
    ends only when no player has two places that differ by more than one.
    """
    tables = [[list(table) for table in tables] for tables in rounds]
    every = [table for each in tables for table in each]
    largest = max(map(len, every))
    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(largest), 2):
            changed |= _even_out(every, one, other)
    # A seat follows the place after it, and the last seat is place 0.
    return [[(*table[1:], table[0]) for table in each] for each in tables]


def _even_out(tables: Sequence[list[int]], one: int, other: int) -> bool:
    """Let players change two places as long as it helps; return whether any did."""
    lead: Counter[int] = Counter()
    for table in tables:
        for place, player in enumerate(table):
            lead[player] += (place == one) - (place == other)
    both = [table for table in tables if len(table) > max(one, other)]
    helped = False
    while chain := _chain(both, lead, one, other):
        for table in chain:
            table[one], table[other] = table[other], table[one]
        lead[chain[0][other]] -= 2
        lead[chain[-1][one]] += 2
        helped = True
    return helped


def _chain(tables: Sequence[list[int]], lead: Counter[int], one: int, other: int) -> list[list[int]]:
    """Return tables at which the two places are changed, from who has most too many to somebody with far fewer."""
    sitting: dict[int, list[list[int]]] = defaultdict(list)
    for table in tables:
        sitting[table[one]].append(table)
    fewest = min(lead.values())
    # Whoever was come by on the way from somebody with more, in vain, need not be tried again.
    came: dict[int, list[int]] = {}
    for start in sorted(lead, key=lambda player: (-lead[player], player)):
        if lead[start] - fewest <= 2:
            break
        if start in came:
            continue
        came[start] = []
        waiting = deque([start])
        while waiting:
            player = waiting.popleft()
            if lead[start] - lead[player] > 2:
                chain = []
                while player != start:
                    chain.append(came[player])
                    player = came[player][one]
                return chain[::-1]
            for table in sitting[player]:
                if (further := table[other]) not in came:
                    came[further] = table
                    waiting.append(further)
    return []


def with_numbers(rounds: Rounds, chance: Random) -> list[list[Table]]:
    """Return the rounds with the tables in such an order that everybody sits at tables of every number about as often.

    Two tables of a round change numbers, over and over, where it helps, and at first also where it harms a little. What
    is made small is the sum of fourth powers: that of squares is the same in any order where any two tables of
    different rounds have equally many players in common, as in a plane.
    """
    numbered = [[tuple(table) for table in tables] for tables in rounds]
    tables = len(numbered[0])
    at: dict[int, list[int]] = defaultdict(lambda: [0] * tables)
    for order in numbered:
        for number, table in enumerate(order):
            for player in table:
                at[player][number] += 1
    least = 0
    for row in at.values():
        each, more = divmod(sum(row), tables)
        least += (tables - more) * each**4 + more * (each + 1) ** 4
    now = sum(times**4 for row in at.values() for times in row)
    grows = [(times + 1) ** 4 - times**4 for times in range(len(rounds) + 1)]
    best, fewest = [list(order) for order in numbered], now
    random = chance.random
    for tried in range(_TRIES if tables > 1 else 0):
        if now <= least:
            break
        order = numbered[int(random() * len(numbered))]
        one = int(random() * tables)
        other = int(random() * (tables - 1))
        other += other >= one
        here, there = order[one], order[other]
        harm = 0
        for table, leaves, comes in ((here, one, other), (there, other, one)):
            for player in table:
                row = at[player]
                harm += grows[row[comes]] - grows[row[leaves] - 1]
        if harm > 0 and random() * _PUT_UP * (_TRIES - tried) < harm * _TRIES:
            continue
        order[one], order[other] = there, here
        for table, leaves, comes in ((here, one, other), (there, other, one)):
            for player in table:
                at[player][leaves] -= 1
                at[player][comes] += 1
        now += harm
        if now < fewest:
            best, fewest = [list(order) for order in numbered], now
    return best
