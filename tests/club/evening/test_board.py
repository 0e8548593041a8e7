"""What everybody in the room may see, and a club that is opened for reading only."""

import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.evening.board import PostedTable, board_view
from referee.club.folder import Club, init, open_club
from referee.club.match import ending, recording, starting
from referee.club.people import roster
from referee.club.text.faults import StoreMissing
from referee.store.faults import StoreNewer, StoreReadOnly
from tests.club.conftest import MONDAY, NAMES, copied, in_a_file, place
from tests.systems import MOVES_OPEN_FILES


def test_a_table_is_shown_with_its_players_whose_turn_it_is_and_what_is_open(club: Club) -> None:
    number = starting.start_table(club, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H", "Ben pays"):
        recording.log_line(club, number, line)
    assert board_view(club).matches == (PostedTable(number, "Play or Pay", NAMES[:4], "Cal", 1, False, ()),)


def test_a_finished_table_has_its_places_and_stands_behind_those_in_play(club: Club) -> None:
    number = starting.start_table(club, "big-two", NAMES[:4]).number
    going = starting.start_table(club, "big-two", NAMES[:4]).number
    ending.record_result(club, number, places=[["Dee"], ["Ben", "Cal"], ["Ann"]])
    ending.finish(club, number)
    first, last = board_view(club).matches
    assert (first.number, first.finished, first.places) == (going, False, ())
    assert (last.number, last.finished, last.places) == (number, True, (("Dee",), ("Ben", "Cal"), ("Ann",)))
    assert (last.turn, last.open) == ("", 0)


def test_a_table_shows_nothing_of_its_record() -> None:
    shown = {"number", "game", "names", "turn", "open", "finished", "places", "code"}
    assert {field.name for field in fields(PostedTable)} == shown


def test_the_session_that_is_open_the_next_one_and_who_came_are_counted(club: Club) -> None:
    schedule.add(club, date(2026, 11, 30), time(18, 0), room="Library")
    checkin.check_in(club, NAMES[:3])
    found = board_view(club)
    assert found.session is not None
    assert found.session.held_on == MONDAY
    assert found.planned is not None
    assert (found.planned.held_on, found.planned.room) == (date(2026, 11, 30), "Library")
    assert found.came == 3


def test_the_next_look_takes_over_what_has_not_changed_and_sees_what_has(club: Club) -> None:
    number = starting.start_table(club, "big-two", NAMES[:4]).number
    table_number = starting.start_table(club, "big-two", NAMES[:4]).number
    before = board_view(club)
    ending.record_result(club, number, places=[["Dee"], ["Ben"], ["Cal"], ["Ann"]])
    ending.finish(club, number)
    after = board_view(club, before)
    assert replace(after, seen=()) == replace(board_view(club), seen=())
    assert next(match for match in after.seen if match.number == table_number) in before.seen


def _season(club: Club, name: str, starts: date, ends: date) -> None:
    seasons.new(club, name, starts=starts, ends=ends, best_k=20, min_sessions=8)


@pytest.mark.parametrize(
    ("today", "shown"),
    [
        (date(2026, 11, 20), "2026-27"),  # the season that is on
        (date(2027, 6, 20), "2026-27"),  # between two: how the last one ended
        (date(2027, 9, 1), "2027-28"),
        (date(2026, 8, 1), "2026-27"),  # before the first: the one that comes
    ],
)
def test_the_standings_are_those_of_the_season_that_people_talk_about(club: Club, today: date, shown: str) -> None:
    sessions.close_session(club)
    _season(club, "2027-28", date(2027, 8, 16), date(2028, 5, 29))
    later = replace(club, clock=lambda: datetime.combine(today, time(12), UTC))
    found = board_view(later)
    assert found.session is None
    assert found.standings is not None
    assert found.standings.season.name == shown


def test_the_season_of_the_open_session_is_shown_where_two_overlap(club: Club) -> None:
    _season(club, "summer", date(2026, 11, 1), date(2026, 12, 1))
    found = board_view(club)
    assert found.standings is not None
    assert found.standings.season.name == "2026-27"


def test_a_club_without_anything_has_nothing_to_show_and_no_fault(tmp_path: Path) -> None:
    with init(tmp_path / "new", "New Cards") as new:
        found = board_view(new)
    assert (found.club, found.session, found.planned, found.matches, found.standings) == (
        "New Cards",
        None,
        None,
        (),
        None,
    )


def test_a_club_opened_for_reading_refuses_every_change_in_plain_words(club: Club) -> None:
    with open_club(club.folder, read_only=True) as reader:
        with pytest.raises(StoreReadOnly, match=r"club\.db cannot be written here: it was opened for reading only"):
            roster.add(reader, "Zoe")
        # Not even who goes past the club's own ways in can write.
        with pytest.raises(StoreReadOnly, match="read-only"), reader.store.reading() as sql:
            sql.do("DELETE FROM member")
        assert [member.name for member in roster.members(reader)] == list(NAMES)


def test_a_club_opened_for_reading_sees_what_others_write(club: Club) -> None:
    with open_club(place(club), read_only=True) as reader:
        before = reader.revision()
        assert reader.revision() == before
        roster.add(club, "Zoe")
        assert reader.revision() != before
        assert "Zoe" in [member.name for member in roster.members(reader)]


@MOVES_OPEN_FILES
@in_a_file("it is put in the place of another")
def test_a_file_put_in_the_place_of_another_is_read(club: Club, tmp_path: Path) -> None:
    with open_club(club.folder, read_only=True) as reader:
        before = reader.revision()
        assert len(roster.members(reader)) == 5
        with copied(club.folder, tmp_path / "another") as other:
            roster.add(other, "Zoe")
        club.close()
        for beside in ("-wal", "-shm"):
            club.store.path.with_name(f"club.db{beside}").unlink(missing_ok=True)
        other.store.path.replace(club.store.path)
        assert reader.revision() != before
        assert len(roster.members(reader)) == 6


@MOVES_OPEN_FILES
@in_a_file("it goes away")
def test_a_file_that_becomes_newer_or_goes_while_it_is_read_is_a_fault(club: Club) -> None:
    with open_club(club.folder, read_only=True) as reader:
        reader.revision()
        with closing(sqlite3.connect(club.store.path)) as newer:
            newer.execute("UPDATE club SET shape = 'colours'")
            newer.commit()
        with pytest.raises(StoreNewer, match="written by a newer version of referee"):
            reader.revision()
        club.store.path.rename(club.folder / "away.db")
        with pytest.raises(StoreMissing, match=r"There is no club file .*club\.db any more"):
            reader.revision()
