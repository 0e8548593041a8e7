"""The benchmark of plans runs, and measures every plan that is known and one that is looked for."""

import pytest

from referee.competition.field import Sizes
from tests.benchmarks.plans import KNOWN, plans

pytestmark = pytest.mark.bench


def test_plans_are_measured_as_a_ratio() -> None:
    rows = plans(searched=((10, 3, Sizes(4, 5)),))
    assert len(rows) == len(KNOWN) + 1
    for row in rows:
        assert row.took > 0
        assert row.ratio == row.took / row.unit
    assert "9 rounds for 28 at tables of 4" in " ".join(row.what for row in rows)
    assert "3 rounds for 10 at tables of 4-5" in rows[-1].what
