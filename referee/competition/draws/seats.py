"""Where a table stands and who sits where at it: seats, the first deal and table numbers in turn for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.competition.draws.assignment import cheapest
from referee.competition.draws.seating import in_places
from referee.competition.field import Table

_AT_ONCE: Final = 32
"""How many tables are given their numbers together; numbers this far apart are not weighed against each other."""


def seated(tables: Sequence[Sequence[int]], sat: Mapping[tuple[int, int], int]) -> tuple[Table, ...]:
    """Return tables in order of seat: everybody sits least where they sat most. The last of a table deals first."""
    return tuple(in_places(table, sat) for table in tables)


def numbered(tables: Sequence[Sequence[int]], at: Mapping[tuple[int, int], int], first: int = 1) -> list[Sequence[int]]:
    """Return tables in order of number, from `first`: everybody plays least at the numbers they played most at."""
    order = list(tables)
    if not at:
        return order
    for start in range(0, len(order), _AT_ONCE):
        some = order[start : start + _AT_ONCE]
        numbers = range(first + start, first + start + len(some))
        cost = [[sum(at.get((player, number), 0) for player in table) for number in numbers] for table in some]
        order[start : start + len(some)] = [some[which] for which in cheapest(cost)]
    return order
