"""What a schedule said of its calendar stays as it was said: the last word holds."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.store.engine import Store

COLUMNS = "id, season_id, zone, minutes, holidays, at"
SAID = f"INSERT INTO calendar_setting ({COLUMNS}) VALUES (1, 1, 'Europe/Berlin', 120, 'DE-BW', '')"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE calendar_setting SET zone = 'UTC'",
        "DELETE FROM calendar_setting",
        SAID.replace("INSERT", "INSERT OR REPLACE"),
    ],
)
def test_no_setting_is_changed_or_deleted(store: Store, path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute(SAID)
        before = stranger.execute("SELECT * FROM calendar_setting").fetchall()
        with pytest.raises(sqlite3.IntegrityError, match="calendar_setting is append-only"):
            stranger.execute(statement)
        assert stranger.execute("SELECT * FROM calendar_setting").fetchall() == before
