"""What this computer saw of a club's log and is not there any more: told at every opening, until it is settled."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.evening import overview
from referee.club.file.audit import audit
from referee.club.file.backups import back_up, preview_restore
from referee.club.file.data_loss import accept
from referee.club.folder import Club, open_club
from referee.club.match import recording
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.store.events.event import Event, chained_hash, first_hash
from referee.store.events.log import events, head
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.sqlite import SqliteTransaction
from referee.store.projections.handlers import PROJECTIONS, project
from tests.club.conftest import in_a_file, on_the_monday


def plain_copy(club: Club, to: Path) -> Path:
    with closing(sqlite3.connect(club.file)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
    return to


def put_back(club: Club, old: Path) -> None:
    """Put an old file in the place of the club's, as somebody does who knows nothing of `restore`."""
    club.close()
    for beside in ("-wal", "-shm"):
        club.file.with_name(club.file.name + beside).unlink(missing_ok=True)
    shutil.copyfile(old, club.file)


def said(club: Club) -> str:
    return "; ".join(map(str, club.damage))


@in_a_file("it is put back or copied")
def test_an_old_file_put_back_is_told_at_every_opening_and_by_the_audit(club: Club, tmp_path: Path) -> None:
    old, before = plain_copy(club, tmp_path / "old.db"), club.head.n
    roster.add(club, "Zoe")
    roster.add(club, "Hal")
    put_back(club, old)
    with on_the_monday(open_club(club.folder)) as second_club:
        assert f"lacks events {before + 1} to {before + 2}: this computer saw event {before + 2} of 2026" in said(
            second_club
        )
        roster.add(second_club, "Gus")  # what is written meanwhile does not have it forgotten
        roster.retire(second_club, "Gus")
    with on_the_monday(open_club(club.folder)) as second_club:
        assert f"other events: this computer saw event {before + 2} of 2026" in said(second_club)
    assert [str(difference) for difference in audit(club.folder / "club.db").differences] == [said(second_club)]


@in_a_file("it is put back or copied")
def test_who_says_why_accepts_the_loss_and_hears_no_more_of_it(club: Club, tmp_path: Path) -> None:
    old = plain_copy(club, tmp_path / "old.db")
    roster.add(club, "Zoe")
    lost = club.head
    put_back(club, old)
    with on_the_monday(open_club(club.folder)) as second_club:
        with pytest.raises(ClubFault, match="needs a reason"):
            accept(second_club, " ")
        assert accept(second_club, "the disk was replaced") == lost
        assert second_club.damage == ()
        with pytest.raises(ClubFault, match="Nothing is missing"):
            accept(second_club, "once more")
    assert audit(club.folder / "club.db").differences == ()


@in_a_file("it is put back or copied")
def test_a_log_that_was_hashed_anew_has_another_past(club: Club, table: int) -> None:
    recording.log_line(club, table, "Ann holds 4D")
    club.close()
    with closing(sqlite3.connect(club.file, isolation_level=None)) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        sql = SqliteTransaction(raw)
        raw.execute("UPDATE event SET data = replace(data, '4D', '5D') WHERE n = ?", (head(sql, 1).n,))
        [(uuid,)] = raw.execute("SELECT uuid FROM club").fetchall()
        rows = raw.execute('SELECT n, at, "by", via, kind, match, key, data FROM event ORDER BY n').fetchall()
        before = first_hash(uuid)
        for n, at, by, via, kind, match, key, data in rows:
            before = chained_hash(before, Event(n, at, by, via, kind, match, key or "", data, ""))
            raw.execute("UPDATE event SET hash = ? WHERE n = ?", (before, n))
        assert len(list(events(sql, 1))) == len(rows)
        rebuild_tables(sql, 1, project, PROJECTIONS)
    with on_the_monday(open_club(club.folder)) as second_club:
        assert "its log has other events" in said(second_club)


def test_who_restores_a_backup_knows_what_is_given_up(club: Club, tmp_path: Path) -> None:
    copy = back_up(club, tmp_path / "backup.db").path
    roster.add(club, "Zoe")
    club.close()
    with preview_restore(club.folder, copy) as ready:
        ready.carry_out()
    with on_the_monday(open_club(club.folder)) as second_club:
        assert second_club.damage == ()
        assert second_club.check_log_head().previous == second_club.check_log_head().current


@in_a_file("it is put back or copied")
def test_a_copy_of_a_club_goes_its_own_way(club: Club, tmp_path: Path) -> None:
    plain_copy(club, tmp_path / "club.db")
    roster.add(club, "Zoe")
    with on_the_monday(open_club(tmp_path)) as second_club:
        roster.add(second_club, "Hal")
        assert second_club.damage == ()
    assert club.damage == ()


def test_tonight_tells_of_a_loss_whether_an_evening_is_going_on_or_not(club: Club, tmp_path: Path) -> None:
    old = plain_copy(club, tmp_path / "old.db")
    roster.add(club, "Zoe")
    put_back(club, old)
    with on_the_monday(open_club(club.folder)) as second_club:
        assert "its log lacks event" in str(overview.read_tonight(second_club).damage[0])
        sessions.close_session(second_club)
        assert "its log has other events" in str(overview.read_tonight(second_club).damage[0])
