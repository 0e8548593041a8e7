"""What the figures of the benchmarks are made of: how long a piece of work took, held against another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


def processor_of_children() -> float:
    """Return the processor time of the child processes that have ended, in seconds."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass(frozen=True)
class Measurement:
    """A row of the table: what was measured, its time and the time to compare it with, in seconds.

    It is printed in microseconds, or in the unit `measure`, of which a second has `scale`.
    """

    name: str
    took: float
    against: str
    unit: float
    budget: str
    measure: str = "µs"
    scale: float = 1e6

    @property
    def ratio(self) -> float:
        """How many times as long as the time it is compared with."""
        return self.took / self.unit

    def __str__(self) -> str:
        took = f"{self.took * self.scale:12.1f} {self.measure}"
        return f"{self.name:52} {took}  {self.ratio:8.3g} x {self.against:24} budget {self.budget}"


def best_of(times: int, work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return the shortest of several runs of some work, in seconds."""
    took = []
    for _ in range(times):
        start = clock()
        work()
        took.append(clock() - start)
    return min(took)


def yardstick() -> int:
    """Sum a million small numbers."""
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return total
