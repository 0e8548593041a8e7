"""What the desk takes while nobody presses a key is measured, on tonight and at a table."""

import pytest

from tests.benchmarks.desk.idle import idle

pytestmark = [pytest.mark.bench, pytest.mark.screen]


def test_an_idle_desk_is_measured() -> None:
    rows = idle(seconds=0.2, first=0.0, matches=60)
    assert [row.what for row in rows] == ["idle, tonight", "idle, at a table of 500 lines"]
    assert all(row.took > 0 for row in rows)
