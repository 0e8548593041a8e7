"""What a round of a tournament costs, and how that grows: `python -m tests.benchmarks.tournament_scale` prints a table.

Each is the fifth round of a tournament, after four that were drawn and won by the stronger more often than not.
"""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random
from time import process_time
from typing import Final

from referee.competition.draws import league, swiss
from referee.competition.draws.knock_out_plan import plan_rounds
from referee.competition.entrants import DrawnRound, Entrants, Sizes, all_pairs
from tests.benchmarks.measuring import Measurement, best_of, yardstick
from tests.competition.fields import one_part

SIZES: Final = Sizes(3, 4)
NUMBERS: Final = (40, 80, 160, 320, 640, 1000)


@dataclass(frozen=True)
class RoundMeasurement:
    """The cost of a round for a number of players: processor time in seconds, peak memory in bytes, and its quality."""

    players: int
    took: float
    memory: int
    again: int
    apart: float

    def __str__(self) -> str:
        return (
            f"{self.players:7} {self.took * 1e3:9.0f} ms {self.took / self.players * 1e6:8.0f} µs "
            f"{self.memory / 2**20:8.2f} MB {self.again:8} {self.apart:12.3f}"
        )


@cache
def played(players: int, rounds: int = 4) -> Entrants:
    """Return the input for a round's draw after some other rounds."""
    chance = Random(players)
    strength = {player: chance.gauss(0, 1) for player in range(1, players + 1)}
    field = Entrants(tuple(strength), SIZES, 0)
    for number in range(rounds):
        round_drawn = swiss.draw(field)
        met, scores = Counter(field.met), dict(field.scores)
        for table in round_drawn.tables:
            met.update(all_pairs(table))
            order = sorted(table, key=lambda player: strength[player] + chance.gauss(0, 1))
            for beaten, player in enumerate(order):
                scores[player] = scores.get(player, Fraction()) + Fraction(beaten, len(order) - 1)
        field = replace(field, seed=number + 1, met=dict(met), scores=scores)
    return field


def grown(numbers: Iterable[int] = NUMBERS) -> Iterable[RoundMeasurement]:
    """Yield the cost of a Swiss round for growing numbers of players."""
    for players in numbers:
        field = played(players)
        start = process_time()
        swiss.draw(field)
        took = process_time() - start
        tracemalloc.start()
        round_drawn = swiss.draw(field)
        _, memory = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        yield RoundMeasurement(players, took, memory, *quality(field, round_drawn))


def quality(field: Entrants, round_drawn: DrawnRound) -> tuple[int, float]:
    """Return the number of repeat meetings in a round, and the average difference in score within a pair."""
    met = [pair for table in round_drawn.tables for pair in all_pairs(table)]
    far = [(field.scores.get(one, 0) - field.scores.get(other, 0)) ** 2 for one, other in met]
    return sum(field.met.get(pair, 0) > 0 for pair in met), float(sum(far) / len(far)) ** 0.5


def rounds(numbers: Sequence[int] = (40, 1000), times: int = 3) -> list[Measurement]:
    """Measure a round of a Swiss, of a league and of a knockout."""
    unit = best_of(5, yardstick)
    rows = []
    for players, budget in zip(numbers, ("200 ms", "5 s"), strict=False):
        field = played(players)
        first = plan_rounds(players, SIZES, 2)[0]
        draws: dict[str, Callable[[], object]] = {
            "Swiss": lambda field=field: swiss.draw(field),
            "league": lambda field=field: league.draw(field),
            "knockout": lambda field=field, first=first: one_part(field, first),
        }
        for name, draw in draws.items():
            row = Measurement(f"a {name} round of {players}", best_of(times, draw), "a million additions", unit, budget)
            rows.append(row)
    return rows


def main() -> None:
    """Print what a Swiss round costs as it grows, and what other rounds cost."""
    print("players   processor  a player     memory  repeats  apart in score")
    for row in grown():
        print(row, flush=True)
    for measured in rounds():
        print(measured)


if __name__ == "__main__":
    main()
