"""Splitting players into tables, within the table sizes of a game.

Tables are as close to four players as possible, and as even: 7 = 4 + 3, 11 = 4 + 4 + 3. A game without tables of four
uses the closest size.

On an evening, several games may be on offer, and everybody plays (`split`). In a round of a tournament, all tables play
one game, and if no allowed sizes add up, as few players as possible have a bye (`list_splits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from referee.cards.immutable import frozen
from referee.competition.entrants import Sizes, TablePlan

_PREFERRED_SIZE: Final = 4
_UNUSED_WEIGHT: Final = 2
"""The weight of leaving out a game on offer, on the scale of squared distances from the preferred size."""


@frozen
class TableOffer:
    """A game on offer, by slug or name, with its allowed table sizes."""

    game: str
    sizes: tuple[int, ...]

    @property
    def preferred_size(self) -> int:
        """The preferred number of players at a table."""
        return _preferred_size(self.sizes)


class _Split(NamedTuple):
    """A way to seat some players: its distance from the preferred sizes, its unevenness in games, and its tables."""

    size_deviation: int
    uneven: int
    tables: tuple[tuple[int, int], ...]


def split(players: int, offers: Sequence[TableOffer], tables: int | None = None) -> tuple[TablePlan, ...] | None:
    """Return tables for all players; None if there are none. `tables`, if given, is their exact number.

    Every table has a size that its game allows. The best tables have the lowest sum of squared distances from the
    preferred sizes, plus `_UNUSED_WEIGHT` for each game left out. Of equal splits, the one that uses games most evenly
    is chosen. The same players and offers always give the same tables.
    """
    # The key is the number of players seated, and of tables if that is given. Games are added one by one.
    best = {(0, 0): _Split(0, 0, ())}
    for game, offer in enumerate(offers):
        layer = best
        best = {
            key: candidate._replace(size_deviation=candidate.size_deviation + _UNUSED_WEIGHT)
            for key, candidate in layer.items()
        }
        for table_count in range(1, players // min(offer.sizes) + 1):
            layer = _add_table(layer, players, game, offer, table_count, counted=tables is not None)
            for key, candidate in layer.items():
                if key not in best or candidate < best[key]:
                    best[key] = candidate
    complete = best.get((players, tables or 0))
    if complete is None or not players:
        return None
    rows = sorted(complete.tables, key=lambda size: (size[0], -size[1]))
    return tuple(TablePlan(offers[game].game, size) for game, size in rows)


def _add_table(
    layer: dict[tuple[int, int], _Split], players: int, game: int, offer: TableOffer, used: int, *, counted: bool
) -> dict[tuple[int, int], _Split]:
    """Add the `used`-th table of a game to every way to seat some players."""
    extended: dict[tuple[int, int], _Split] = {}
    for (player_count, table_count), shorter in layer.items():
        for size in offer.sizes:
            if player_count + size > players:
                break
            key = player_count + size, table_count + counted
            deviation = shorter.size_deviation + (size - offer.preferred_size) ** 2
            candidate = _Split(deviation, shorter.uneven + 2 * used - 1, (*shorter.tables, (game, size)))
            if key not in extended or candidate < extended[key]:
                extended[key] = candidate
    return extended


def assign_games(sizes: Iterable[int], offers: Sequence[TableOffer]) -> tuple[TablePlan, ...] | int:
    """Return the tables with a game for each, all games about equally often. Return the first size that no game fits,
    if there is one.
    """
    use_counts = [0] * len(offers)
    plan = []
    for size in sizes:
        fitting_games = [game for game, offer in enumerate(offers) if size in offer.sizes]
        if not fitting_games:
            return size
        game = min(fitting_games, key=lambda game: (use_counts[game], game))
        use_counts[game] += 1
        plan.append(TablePlan(offers[game].game, size))
    return tuple(plan)


def nearest_possible_counts(players: int, offers: Sequence[TableOffer], tables: int | None = None) -> tuple[int, int]:
    """Return the next smaller and next larger number of players that can be split; 0 stands for none."""
    smaller_counts = (number for number in range(players - 1, 0, -1) if split(number, offers, tables))
    # Within twice the largest table some number can be split, unless the number of tables is given.
    most = players + 2 * max(size for offer in offers for size in offer.sizes)
    larger_counts = (number for number in range(players + 1, most + 1) if split(number, offers, tables))
    return next(smaller_counts, 0), next(larger_counts, 0)


class TableSplit(NamedTuple):
    """Table sizes, the largest first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int = 0


def list_splits(players: int, sizes: Sizes) -> list[TableSplit]:
    """Return every way to split players into even tables with the fewest byes, the best first."""
    for byes in range(players):
        player_count = players - byes
        ways = [even_sizes(player_count, tables) for tables in table_counts(player_count, sizes)]
        if ways:
            return [
                TableSplit(way, byes) for way in sorted(ways, key=lambda way: (size_deviation(way, sizes), len(way)))
            ]
    return [TableSplit((), players)]


def table_counts(players: int, sizes: Sizes) -> range:
    """Return the numbers of tables that can seat all the players."""
    return range(-(-players // sizes.most), players // sizes.least + 1)


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of `tables` tables that differ by at most one player, the larger first."""
    size, larger = divmod(players, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def size_deviation(way: tuple[int, ...], sizes: Sizes) -> int:
    """Return the sum of the squared distances of table sizes from the preferred size."""
    aim = _preferred_size(range(sizes.least, sizes.most + 1))
    return sum((size - aim) ** 2 for size in way)


def _preferred_size(sizes: Iterable[int]) -> int:
    """Return the preferred table size, the one closest to four."""
    return min(sizes, key=lambda size: (abs(size - _PREFERRED_SIZE), size))
