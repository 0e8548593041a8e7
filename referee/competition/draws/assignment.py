"""Giving each of some people one of as many things, such that all of it together costs least: the Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence


def cheapest(cost: Sequence[Sequence[int]]) -> list[int]:
    """Return who has each thing, where `cost[who][thing]` is what it costs that they have it.

    One after the other takes a thing. Whoever comes may push others on, along the way that costs least; `price` keeps
    what has been found out of the ways so far.
    """
    size = len(cost)
    taken: list[int | None] = [None] * size
    paid, price = [0] * size, [0] * size
    for comes in range(size):
        reach: list[tuple[int, int | None]] = [(cost[comes][thing] - price[thing], None) for thing in range(size)]
        paid[comes] = 0
        passed: list[int] = []
        left = list(range(size))
        while True:
            far, thing = min((reach[each][0], each) for each in left)
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
            if at is not None and each != thing:
                paid[at] += far - reach[each][0]
        paid[comes] += far
        on: int | None = thing
        while on is not None:
            before = reach[on][1]
            taken[on] = comes if before is None else taken[before]
            on = before
    return [each for each in taken if each is not None]
