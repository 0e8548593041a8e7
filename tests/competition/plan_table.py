"""How good plans are, for 6 to 40 players, 3 to 8 rounds and tables of 3 to 5, beside chance and what is the best.

`python -m tests.competition.plan_table` prints it; it takes some minutes. With ``--whole`` every plan has a row.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from time import perf_counter
from typing import Final

from referee.competition.field import Sizes, pairs
from referee.competition.planning.plans import plan

PLAYERS: Final = range(6, 41)
ROUNDS: Final = range(3, 9)
SIZES: Final = (Sizes(3, 5), Sizes(4, 4), Sizes(3, 3), Sizes(5, 5))
_DRAWS: Final = 10


@dataclass(frozen=True)
class Row:
    """A plan beside the best and beside chance: meetings that are repeated, and the most of a pair."""

    players: int
    rounds: int
    sizes: Sizes
    tables: tuple[int, ...]
    how: str
    squares: int
    best: int
    chance: float
    most: int
    best_most: int
    chance_most: float
    places: int
    took: float

    @property
    def share(self) -> float:
        """How much of what chance has above the best the plan has too, where chance has anything."""
        return (self.squares - self.best) / (self.chance - self.best) if self.chance > self.best else 0.0

    def __str__(self) -> str:
        return (
            f"{self.players:7} {self.rounds:6} {self.sizes!s:>5} {self.squares:8} {self.best:5} {self.chance:7.1f} "
            f"{self.most:5} {self.best_most:4} {self.chance_most:6.1f} {self.took:7.2f}  {self.how}"
        )


HEADING: Final = "players rounds sizes  squares  best  chance  most best chance seconds  made by"


@cache
def row(players: int, rounds: int, sizes: Sizes) -> Row:
    """Make a plan, and draw the same tables by chance some times."""
    start = perf_counter()
    made = plan(players, rounds, sizes, 1)
    took = perf_counter() - start
    reached = made.reached
    chance = Random(players * 100 + rounds)
    drawn = [_by_chance(made.tables, players, rounds, chance) for _ in range(_DRAWS)]
    return Row(
        players=players,
        rounds=rounds,
        sizes=sizes,
        tables=made.tables,
        how=made.how,
        squares=reached.squares,
        best=reached.bound.squares,
        chance=sum(squares for squares, _ in drawn) / _DRAWS,
        most=reached.most,
        best_most=reached.bound.most,
        chance_most=sum(most for _, most in drawn) / _DRAWS,
        places=reached.places,
        took=took,
    )


def _by_chance(tables: Iterable[int], players: int, rounds: int, chance: Random) -> tuple[int, int]:
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        order = chance.sample(range(players), players)
        for size in tables:
            met.update(pairs(order.pop() for _ in range(size)))
    return sum(times * times for times in met.values()), max(met.values())


def rows(
    players: Iterable[int] = PLAYERS, rounds: Iterable[int] = ROUNDS, sizes: Iterable[Sizes] = SIZES
) -> Iterator[Row]:
    """Yield a row for every plan, those of one size of tables after the other; two are made at a time."""
    rounds = tuple(rounds)
    asked = [(many, each, size) for size in sizes for many in players for each in rounds]
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(row, *zip(*asked, strict=True), chunksize=6)


def summary(found: list[Row]) -> Iterator[str]:
    """Yield what came of it for each size of tables."""
    yield "sizes  plans  the best  most the best  above best: mean, worst  chance above: mean  seconds: mean, worst"
    for sizes in dict.fromkeys(each.sizes for each in found):
        some = [each for each in found if each.sizes == sizes]
        above = [each.squares / each.best - 1 for each in some]
        by_chance = [each.chance / each.best - 1 for each in some]
        yield (
            f"{sizes!s:>5} {len(some):6} {sum(each.squares == each.best for each in some):9} "
            f"{sum(each.most == each.best_most for each in some):14} "
            f"{sum(above) / len(some):13.2%}, {max(above):6.2%} {sum(by_chance) / len(some):19.1%} "
            f"{sum(each.took for each in some) / len(some):14.2f}, {max(each.took for each in some):5.2f}"
        )


def main() -> None:
    """Print the summary, and all rows before it where they are asked for."""
    whole = "--whole" in sys.argv
    if whole:
        print(HEADING)
    found = []
    for each in rows():
        found.append(each)
        if whole:
            print(each, flush=True)
    print(*summary(found), sep="\n")


if __name__ == "__main__":
    main()
