"""The benchmark of lines runs, and measures every game."""

import pytest

from referee.games import SLUGS
from tests.benchmarks.lines import WAYS, lines, many_matches, worst

pytestmark = [pytest.mark.bench, pytest.mark.process]


def test_every_game_is_measured_in_every_way() -> None:
    measured = [row.what for row in (*lines(times=1), *worst(times=1), *many_matches(matches=2))]
    assert [f"{what}, {slug}" for what in WAYS for slug in sorted(SLUGS)] == [
        what for what in measured if what.rpartition(", ")[2] in SLUGS
    ]
    assert len(measured) == len(WAYS) * (len(SLUGS) + 1) + 2
