"""Splitting the players present into tables, within the table sizes of a game.

Tables are as close to four players as possible, and as even: 7 = 4 + 3, 11 = 4 + 4 + 3. A game without tables of four
aims at the size closest to it. On an evening several games may be on offer, and everybody plays (`split`). In a round
of a tournament all tables play one game, and if no allowed sizes add up, as few players as possible have a bye
(`splits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from referee.competition.entrants import Sizes, TablePlan

_USUAL: Final = 4
_UNUSED: Final = 2
"""The weight of leaving out a game on offer, on the scale of squared distances from the preferred size."""


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A game on offer, by slug or name, with its allowed table sizes."""

    game: str
    sizes: tuple[int, ...]

    @property
    def aim(self) -> int:
        """The preferred number of players at a table."""
        return _aim(self.sizes)


class _Found(NamedTuple):
    """A way to seat some players: its distance from the ideal, how unevenly it uses games, and its tables."""

    away: int
    uneven: int
    tables: tuple[tuple[int, int], ...]


def split(players: int, offers: Sequence[TableOffer], tables: int | None = None) -> tuple[TablePlan, ...] | None:
    """Return tables for all players, or None if there are none. With `tables` given, exactly so many.

    Every table has a size that its game allows. The best tables have the lowest sum of squared distances from the
    preferred sizes, plus `_UNUSED` for each game left out; of equal ones, games are used about equally often. The same
    players and offers always give the same tables.
    """
    # The key is the number of players seated, and of tables if that is given. Games are added one by one.
    best = {(0, 0): _Found(0, 0, ())}
    for game, offer in enumerate(offers):
        layer = best
        best = {at: found._replace(away=found.away + _UNUSED) for at, found in layer.items()}
        for used in range(1, players // min(offer.sizes) + 1):
            layer = _one_more(layer, players, game, offer, used, counted=tables is not None)
            for at, found in layer.items():
                if at not in best or found < best[at]:
                    best[at] = found
    whole = best.get((players, tables or 0))
    if whole is None or not players:
        return None
    rows = sorted(whole.tables, key=lambda size: (size[0], -size[1]))
    return tuple(TablePlan(offers[game].game, size) for game, size in rows)


def _one_more(
    layer: dict[tuple[int, int], _Found], players: int, game: int, offer: TableOffer, used: int, *, counted: bool
) -> dict[tuple[int, int], _Found]:
    """Add a table of a game, its `used`-th, to every way to seat some players."""
    more: dict[tuple[int, int], _Found] = {}
    for (seated, tables), before in layer.items():
        for size in offer.sizes:
            if seated + size > players:
                break
            at = seated + size, tables + counted
            away = before.away + (size - offer.aim) ** 2
            found = _Found(away, before.uneven + 2 * used - 1, (*before.tables, (game, size)))
            if at not in more or found < more[at]:
                more[at] = found
    return more


def assign_games(sizes: Iterable[int], offers: Sequence[TableOffer]) -> tuple[TablePlan, ...] | int:
    """Return the tables with a game for each, all games about equally often, or the first size no game fits."""
    used = [0] * len(offers)
    plan = []
    for size in sizes:
        fits = [game for game, offer in enumerate(offers) if size in offer.sizes]
        if not fits:
            return size
        game = min(fits, key=lambda game: (used[game], game))
        used[game] += 1
        plan.append(TablePlan(offers[game].game, size))
    return tuple(plan)


def nearest(players: int, offers: Sequence[TableOffer], tables: int | None = None) -> tuple[int, int]:
    """Return the next smaller and the next larger number of players that can be split; 0 where there is none."""
    fewer = (number for number in range(players - 1, 0, -1) if split(number, offers, tables))
    # Within twice the largest table some number can be split, unless the number of tables is given.
    most = players + 2 * max(size for offer in offers for size in offer.sizes)
    more = (number for number in range(players + 1, most + 1) if split(number, offers, tables))
    return next(fewer, 0), next(more, 0)


class TableSplit(NamedTuple):
    """Table sizes, the largest first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int = 0


def splits(players: int, sizes: Sizes) -> list[TableSplit]:
    """Return every way to split players into even tables with the fewest byes, the best first."""
    for byes in range(players):
        seated = players - byes
        ways = [even(seated, tables) for tables in table_counts(seated, sizes)]
        if ways:
            return [TableSplit(way, byes) for way in sorted(ways, key=lambda way: (away(way, sizes), len(way)))]
    return [TableSplit((), players)]


def table_counts(players: int, sizes: Sizes) -> range:
    """Return the numbers of tables that can seat all the players."""
    return range(-(-players // sizes.most), players // sizes.least + 1)


def even(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of so many tables that differ by one at most, the larger first."""
    size, larger = divmod(players, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def away(way: tuple[int, ...], sizes: Sizes) -> int:
    """Return the sum of the squared distances of table sizes from the preferred size."""
    aim = _aim(range(sizes.least, sizes.most + 1))
    return sum((size - aim) ** 2 for size in way)


def _aim(sizes: Iterable[int]) -> int:
    """Return the preferred table size: the one closest to four."""
    return min(sizes, key=lambda size: (abs(size - _USUAL), size))
