"""How so many players are split into tables: all of two neighbouring sizes, as near to four as can be.

Where no tables of the sizes allowed make the number, the fewest have a bye that leaves one that can be made.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from referee.competition.field import Sizes

_USUAL: Final = 4


class Split(NamedTuple):
    """Tables by their sizes, the larger first, and how many have a bye."""

    sizes: tuple[int, ...]
    byes: int = 0


def split(players: int, sizes: Sizes) -> Split:
    """Return the best way to split players into tables; without tables where there are too few for one."""
    return splits(players, sizes)[0]


def splits(players: int, sizes: Sizes) -> list[Split]:
    """Return every way to split players into even tables with the fewest byes, the best first."""
    for byes in range(players):
        seated = players - byes
        ways = [even(seated, tables) for tables in table_counts(seated, sizes)]
        if ways:
            return [Split(way, byes) for way in sorted(ways, key=lambda way: (away(way, sizes), len(way)))]
    return [Split((), players)]


def table_counts(players: int, sizes: Sizes) -> range:
    """Return at how many tables so many players can be seated, with nobody left over."""
    return range(-(-players // sizes.most), players // sizes.least + 1)


def even(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of so many tables of which no two differ by more than one, the larger first."""
    size, larger = divmod(players, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def away(way: tuple[int, ...], sizes: Sizes) -> int:
    """Return how far some tables are from the size that a table had best have, in squares."""
    aim = min(max(_USUAL, sizes.least), sizes.most)
    return sum((size - aim) ** 2 for size in way)
