"""The prompt is measured at a short table and at a long one; how fast it is, is for the budgets to print."""

import pytest

from tests.benchmarks.prompt import prompt

pytestmark = [pytest.mark.bench]


def test_a_line_at_the_prompt_is_measured_at_both_tables() -> None:
    rows = prompt(lines=70, more=8, matches=20)
    assert [row.what for row in rows] == [
        "a line at the prompt, table of 60 lines",
        "a line at the prompt, table of 70 lines",
    ]
    assert all(row.took > 0 for row in rows)
