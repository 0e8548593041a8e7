"""What restoring a backup would lose is said: what was done since, to whom or where, when, and by whom."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, time
from pathlib import Path

from referee.club.calendar import schedule
from referee.club.disputes import deciding, opening, penalties
from referee.club.file.backups import back_up
from referee.club.file.restore_losses import lost_since
from referee.club.folder import Club, init
from referee.club.match import recording
from referee.club.people import forgetting, roster
from referee.store.backup import open_database
from referee.store.events.sqlite import SqliteTransaction
from referee.store.restoring import find_head
from tests.club.conftest import copied, in_a_file

AT = f"{datetime(2026, 11, 16, 16, tzinfo=UTC).astimezone():%Y-%m-%d %H:%M}"


def lost(club: Club, backup: Path) -> list[str]:
    with closing(open_database(backup)) as raw:
        return list(lost_since(club, SqliteTransaction(raw)))


def test_nothing_is_lost_where_nothing_was_done_since(club: Club, table: int) -> None:
    assert lost(club, back_up(club).path) == []


def test_what_was_done_to_one_thing_is_one_line_that_says_how_often_when_and_by_whom(club: Club, table: int) -> None:
    disputed = opening.open_on_line(club, table, 1).number
    backup = back_up(club).path
    recording.log_line(club, table, "Ann plays 3D")
    roster.add(club.with_actor("Ann"), "Gus")
    recording.log_line(club.with_actor("Cal"), table, "Ben plays 5H")
    penalty = penalties.give(club, "Ann", points=1, reason="late").number
    penalties.cancel(club, penalty, reason="not so late")
    deciding.decide(club, disputed)
    assert lost(club, backup)[:3] == [
        f"table {table}: line logged (2 times, {AT}, by Fay and Cal)",
        f"Gus: member added ({AT}, by Ann)",
        f"Ann: penalty given ({AT}, by Fay)",
    ]
    assert f"penalty {penalty}: penalty cancelled ({AT}, by Fay)" in lost(club, backup)
    assert f"dispute {disputed}: dispute ruled ({AT}, by Fay)" in lost(club, backup)


def test_that_somebody_is_forgotten_would_be_lost_too_and_is_said_without_the_name(club: Club) -> None:
    backup = back_up(club).path
    forgotten = forgetting.forget(club, "Eve").member.name
    assert lost(club, backup) == [f"{forgotten}: member forgotten ({AT}, by Fay); the erased name would return"]
    assert "Eve" not in forgotten


def test_a_backup_of_another_club_is_said_to_be_one(club: Club, tmp_path: Path) -> None:
    with init(tmp_path / "other", "Tuesday Cards") as other:
        backup = back_up(other, tmp_path / "tuesday.db").path
    assert lost(club, backup) == ["everything: it is a backup of another club"]


@in_a_file("it is put back or copied")
def test_where_two_copies_of_a_club_went_on_by_themselves_it_is_said_where_they_part(
    club: Club, tmp_path: Path
) -> None:
    with copied(club.folder, tmp_path / "other") as other:
        last = find_head(other.store.path)
        assert last
        roster.add(other, "Gus")
        roster.add(other, "Hal")
        backup = back_up(other, tmp_path / "other.db").path
    schedule.add(club, date(2026, 11, 23), time(15, 45))
    assert lost(club, backup) == [
        f"all events after {last.n}, where the logs differ: the backup has 2 others",
        f"2026-11-23: session planned ({AT}, by Fay)",
    ]


@in_a_file("it is put back or copied")
def test_a_backup_that_went_on_after_the_club_was_put_back_loses_nothing(club: Club, tmp_path: Path) -> None:
    with copied(club.folder, tmp_path / "other") as other:
        roster.add(other, "Gus")
        backup = back_up(other, tmp_path / "other.db").path
    assert lost(club, backup) == []


@in_a_file("it is put back or copied")
def test_where_the_log_is_not_as_it_was_written_it_is_said_how_much_can_be_told(club: Club, tmp_path: Path) -> None:
    backup = back_up(club).path
    with copied(club.folder, tmp_path / "altered") as altered:
        roster.add(altered, "Gus")
        with closing(sqlite3.connect(altered.store.path)) as file, file:
            file.execute("DROP TRIGGER event_never_update")
            file.execute("UPDATE event SET by = '@#1' WHERE n = (SELECT max(n) FROM event)")
            [(n,)] = file.execute("SELECT max(n) FROM event")
        assert lost(altered, backup) == [
            f"events that cannot be read: event {n} (member added) was changed.",
        ]
