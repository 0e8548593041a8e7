"""What the desk keeps of the screens that were opened and closed is measured, and no widgets are kept."""

import pytest

from tests.benchmarks.desk.memory import OPENS, memory

pytestmark = [pytest.mark.bench, pytest.mark.screen]


def test_screens_leave_no_widgets_behind() -> None:
    many = len(OPENS) + 2  # two of them open another in front
    rows = memory(counts=(many, 3 * many), matches=60)
    [widgets] = [row for row in rows if row.what.startswith("widgets")]
    # The screen that was left last may still be there; each has half a dozen widgets and more.
    assert (widgets.took - widgets.unit) * 1e6 < 3 * 2 * many
    assert {row.what.split()[0] for row in rows} == {"widgets", "objects", "pages"}
