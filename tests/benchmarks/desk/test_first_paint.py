"""Nothing large is loaded for the first paint but Textual."""

import subprocess
import sys
from pathlib import Path

import pytest

from referee.club.folder import init
from tests.benchmarks.clubs import busy_evening, fill

LARGE = {
    *("sqlmodel", "sqlalchemy", "pydantic", "psycopg2", "icalendar", "jinja2"),
    *("textual.widgets._data_table", "textual.widgets._text_area"),  # which tonight has none of
}


@pytest.mark.process
def test_the_first_screen_loads_no_models_of_tables_nor_widgets_that_it_has_not(tmp_path: Path) -> None:
    with init(tmp_path, "club") as club:
        fill(club, 60)
        busy_evening(club, lines=20, disputes=20)
    loaded_modules = f"""
import sys
from tests.benchmarks.desk.first_paint import show
show({str(tmp_path)!r})
print(*{LARGE!r} & sys.modules.keys(), file=sys.stderr)
"""
    process = subprocess.run([sys.executable, "-c", loaded_modules], capture_output=True, text=True, check=True)
    assert process.stderr.split() == []
