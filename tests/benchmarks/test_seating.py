"""The benchmark of drawn seats runs, and measures a draw; how fast it is, is for it to print."""

import pytest

from tests.benchmarks.seating import draws

pytestmark = pytest.mark.bench


def test_a_draw_is_measured_as_a_ratio() -> None:
    [row] = draws(players=12, weeks=2)
    assert row.took > 0
    assert row.ratio == row.took / row.unit
    assert "12 after 2 weeks" in row.what
