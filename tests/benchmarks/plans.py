"""What plans cost: those of the designs that are known best, and others that are looked for.

`python -m tests.benchmarks.plans` prints it.
"""

from __future__ import annotations

from typing import Final

from referee.competition.entrants import Sizes
from referee.competition.planning.plans import make_plan
from tests.benchmarks.measuring import Measurement, best_of, yardstick

KNOWN: Final = ((9, 3, 4), (15, 3, 7), (16, 4, 5), (25, 5, 6), (28, 4, 9), (8, 4, 7), (12, 4, 11))
"""Players, size of table and rounds of the plans in which every pair meets equally often."""


def plans(
    searched: tuple[tuple[int, int, Sizes], ...] = ((23, 5, Sizes(3, 5)), (20, 7, Sizes(4, 4))),
) -> list[Measurement]:
    """Measure each plan that is known, and some others: players, rounds, and sizes of tables."""
    cases = [(players, rounds, Sizes(size, size)) for players, size, rounds in KNOWN]
    unit = best_of(5, yardstick)
    rows = []
    for players, rounds, sizes in (*cases, *searched):
        took = best_of(2, lambda cases=(players, rounds, sizes): make_plan.__wrapped__(*cases, 1))  # type: ignore[misc]
        label = f"a plan of {rounds} rounds for {players} at tables of {sizes}"
        rows.append(Measurement(label, took, "a million additions", unit, "1000 ms"))
    return rows


def main() -> None:
    """Print the cost of each plan."""
    for row in plans():
        print(row)


if __name__ == "__main__":
    main()
