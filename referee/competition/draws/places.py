"""Table numbers, seats and the first deal, rotated for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.competition.entrants import Table, place

_AT_ONCE: Final = 32
"""How many tables are numbered together. Beyond that, numbers are not weighed against each other."""


def seated(tables: Sequence[Sequence[int]], sat: Mapping[tuple[int, int], int]) -> tuple[Table, ...]:
    """Return tables in order of seat, so that players get seats they had least often.

    The last player of a table deals first.
    """
    return tuple(seat_order(table, sat) for table in tables)


def seat_order(table: Sequence[int], sat: Mapping[tuple[int, int], int]) -> Table:
    """Return a table in the order of seat that best balances, over all its players, who `sat` where."""
    size = len(table)
    cost = [[_worn(player, seat, size, sat) for seat in range(size)] for player in table]
    return tuple(table[player] for player in cheapest(cost))


def best_seat(table: Sequence[int], player: int, sat: Mapping[tuple[int, int], int]) -> Table:
    """Return a table with another player added, at the seat that balances best who `sat` where."""
    ways = [(*table[:seat], player, *table[seat:]) for seat in range(len(table) + 1)]
    return min(ways, key=lambda way: sum(_worn(met, seat, len(way), sat) for seat, met in enumerate(way)))


def _worn(player: int, seat: int, size: int, sat: Mapping[tuple[int, int], int]) -> int:
    return sat.get((player, place(seat, size)), 0)


def numbered(tables: Sequence[Sequence[int]], at: Mapping[tuple[int, int], int], first: int = 1) -> list[Sequence[int]]:
    """Return tables in order of number, counted from `first`, so that players get numbers they had least often."""
    order = list(tables)
    if not at:
        return order
    for start in range(0, len(order), _AT_ONCE):
        some = order[start : start + _AT_ONCE]
        numbers = range(first + start, first + start + len(some))
        cost = [[sum(at.get((player, number), 0) for player in table) for number in numbers] for table in some]
        order[start : start + len(some)] = [some[which] for which in cheapest(cost)]
    return order


def cheapest(cost: Sequence[Sequence[int]]) -> list[int]:
    """Return which row of `cost` gets each column in the cheapest assignment, one column for each row.

    `cost[row][column]` is the cost of giving the column to the row. Rows are added one after the other, each along the
    cheapest path of reassignments. `price` holds the dual values of the assignment so far.
    """
    size = len(cost)
    taken: list[int | None] = [None] * size
    paid, price = [0] * size, [0] * size
    for comes in range(size):
        reach: list[tuple[int, int | None]] = [(cost[comes][thing] - price[thing], None) for thing in range(size)]
        passed: list[int] = []
        left = list(range(size))
        while True:
            far, thing = min((reach[vertex][0], vertex) for vertex in left)
            passed.append(thing)
            left.remove(thing)
            if (has := taken[thing]) is None:
                break
            for other in left:
                through = far + cost[has][other] - paid[has] - price[other]
                if through < reach[other][0]:
                    reach[other] = (through, thing)
        for each in passed:
            at = taken[each]
            price[each] -= far - reach[each][0]
            if at is not None:
                paid[at] += far - reach[each][0]
        paid[comes] += far
        on: int | None = thing
        while on is not None:
            before = reach[on][1]
            taken[on] = comes if before is None else taken[before]
            on = before
    return [place for place in taken if place is not None]
