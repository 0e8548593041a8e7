"""What the desk keeps of the screens that were opened and closed is measured, and no widget is kept."""

import pytest

from tests.benchmarks.desk.memory import OPENS, memory

pytestmark = [pytest.mark.bench, pytest.mark.screen]


def test_no_widget_is_left_behind() -> None:
    many = len(OPENS) + 2  # two of them open another in front
    rows = memory(counts=(many, 2 * many, 3 * many), matches=60)
    widgets = [row for row in rows if row.what.startswith("widgets")]
    assert [row.ratio for row in widgets[1:]] == [1.0]
    assert {row.what.split()[0] for row in rows} == {"widgets", "objects", "pages"}
