"""The benchmark of a tournament's rounds runs, and measures them; how fast they are, is for it to print."""

import pytest

from tests.benchmarks.tournament_scale import grown, rounds

pytestmark = pytest.mark.bench


def test_rounds_are_measured_as_ratios_and_as_they_grow() -> None:
    rows = rounds((8, 12), times=1)
    assert [row.what for row in rows[:3]] == ["a Swiss round of 8", "a league round of 8", "a knockout round of 8"]
    assert [row.budget for row in rows] == ["200 ms"] * 3 + ["5 s"] * 3
    assert all(row.ratio > 0 for row in rows)
    small, large = grown((8, 40))
    assert 0 < small.memory < large.memory
    assert large.again <= small.again  # of forty nobody has to meet again in a fifth round
