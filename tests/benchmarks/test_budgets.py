"""The benchmarks run, and measure something; how fast is for `python -m tests.benchmarks.budgets` to print."""

import pytest

from referee.games import SLUGS
from tests.benchmarks.budgets import adding, audits, processes, rulings, season
from tests.benchmarks.desk.keys import desk

pytestmark = [pytest.mark.bench, pytest.mark.process, pytest.mark.screen]

SCREENS = ("tonight", "check-in", "seating", "disputes", "rulebook", "help", "standings")


def test_every_budget_is_measured_as_a_ratio() -> None:
    rows = [*rulings(times=1), *adding(40), *processes(times=1), *season(matches=60), *audits(lines=150)]
    measured = " ".join(row.what for row in rows)
    for budget in (
        *SLUGS,
        "a line read",
        "a line more",
        "referee rule",
        "referee start",
        "referee log",
        "referee undo",
        "referee result",
        "referee table show",
        "referee checkin",
        "referee tournament seat",
        "matches, cold",
        "after one more",
        "a line audited",
        "the last deed found",
        "ratings folded",
        "ratings of",
    ):
        assert budget in measured
    assert len(rows) == 3 * len(SLUGS) + 15


def test_an_officer_s_keys_are_measured_on_every_screen() -> None:
    rows = desk(matches=60, lines=10, disputes=4, times=1)
    measured = " ".join(row.what for row in rows)
    for doing in ("typing a line at the long table", "taking a line back", *SCREENS, "nights", "another's line"):
        assert doing in measured
    assert all(row.took > 0 for row in rows if "pause" not in row.what)  # there may have been no time for one
