"""A club whose tables are an older program's: they are made again from its log when it is opened, or all stays."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.folder import now, open_club
from referee.club.people import roster
from referee.store import upgrading
from referee.store.events.log import LogWriter
from referee.store.events.rows import no_changes
from referee.store.events.sqlite import open_file
from referee.store.faults import StoreNewer, StoreOlder
from referee.store.moment import in_utc
from referee.store.tables import SHAPE
from tests.club.folding import not_from_the_log


@pytest.fixture
def older(monday: Path, tmp_path: Path) -> Path:
    """The club as an older program has left it: another shape, a column that is no more, and a table."""
    folder = copytree(monday, tmp_path / "club")
    with closing(sqlite3.connect(folder / "club.db")) as raw, raw:
        raw.execute("UPDATE club SET shape = '0 older'")
        raw.execute("ALTER TABLE member DROP COLUMN shown_as")
        raw.execute("ALTER TABLE member ADD COLUMN nickname TEXT")
        raw.execute("CREATE TABLE seal (id INTEGER PRIMARY KEY)")
    return folder


def shape(folder: Path) -> object:
    with closing(sqlite3.connect(folder / "club.db")) as raw:
        return raw.execute("SELECT shape FROM club").fetchone()[0]


def test_they_are_made_again_when_the_club_is_opened(older: Path) -> None:
    with open_club(older) as club:
        assert [member.name for member in roster.members(club)] == ["Ann", "Ben", "Cal", "Dee", "Eve"]
        assert not_from_the_log(club) == []
        roster.add(club, "Gus")
        with club.reading() as tx:
            assert tx.rows("SELECT name FROM sqlite_master WHERE name = 'seal'") == []
    assert shape(older) == SHAPE


def test_who_may_only_read_is_told(older: Path) -> None:
    with pytest.raises(StoreOlder, match=r"older version of referee .* Open the club once where you can write to it"):
        open_club(older, read_only=True)


def test_what_is_broken_off_leaves_all_as_it_was(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(upgrading, "_rebuild", broken_off)
        with pytest.raises(KeyboardInterrupt):
            open_club(older)
    assert shape(older) == "0 older"
    with open_club(older) as club:
        assert not_from_the_log(club) == []


def test_a_log_with_something_that_only_a_newer_program_knows_is_refused(older: Path) -> None:
    with closing(open_file(older / "club.db")) as opened, opened.writing() as sql:
        LogWriter(sql, sql.club, in_utc(now()), no_changes).append("wings shown", {})
    with pytest.raises(StoreNewer, match=r"event \d+ \(wings shown\) was written by a newer version of referee"):
        open_club(older)
    assert shape(older) == "0 older"
