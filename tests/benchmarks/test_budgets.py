"""The benchmarks run, and measure something; how fast is for `python -m tests.benchmarks.budgets` to print."""

from referee.games import SLUGS
from tests.benchmarks.budgets import processes, rulings, season


def test_every_budget_is_measured_as_a_ratio() -> None:
    rows = [*rulings(), *processes(times=2), *season(matches=200)]
    measured = " ".join(row.what for row in rows)
    for budget in (*SLUGS, "referee rule", "referee table log", "matches, cold", "after one more"):
        assert budget in measured
    assert len(rows) == len(SLUGS) + 4
