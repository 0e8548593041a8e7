"""Dates and times as people type them: read alike by commands, at the desk and in a schedule, and said back in full."""

from datetime import time
from pathlib import Path

import pytest

from referee.club.calendar import schedule
from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
from referee.club.calendar.session_text import parse_session
from referee.club.folder import Club, open_club
from tests.cli.running import referee

HEAD = 'name = "Spring"\nstarts = "1 Jan 2027"\nends = "31/05/2027"\nbest_k = 8\nmin_sessions = 0\n'
WEEKLY = '[weekly]\nweekday = "Monday"\ntime = "7pm"\nroom = "M4"\n'


@pytest.fixture
def empty_season(tmp_path: Path) -> Path:
    """A club with a season and no session."""
    folder = tmp_path / "club"
    for words in (["init", "Monday Club", "--club", str(folder)], ["season", "new", "2026-27", "--club", str(folder)]):
        assert referee(*words).code == 0
    return folder


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("21/12/2026", "Mon 2026-12-21"),
        ("21 Dec", "Mon 2026-12-21"),
        ("sat", "Sat 2026-11-21"),
        ("next saturday", "Sat 2026-11-21"),
        ("in five days", "Sat 2026-11-21"),
    ],
)
def test_a_session_is_planned_as_people_say_it(empty_season: Path, words: str, day: str) -> None:
    for typed in (words.split(), [words]):  # in quotes or not
        result = referee("schedule", "add", *typed, "--at", "7pm", club=empty_season)
        assert (result.code, result.out.splitlines()[0]) == (0, f"{day} 19:00, planned"), result.err
        assert result.err.splitlines() == ["7pm: taken as 19:00", f"{words}: taken as {day}"]
        assert referee("undo", club=empty_season).code == 0
    assert parse_session(open_club(empty_season), f"{words} 19.00 M4")[1:] == (time(19), "M4")


def test_a_time_of_the_morning_is_said_back_with_the_evening(empty_season: Path) -> None:
    result = referee("schedule", "add", "mon", "--at", "7.30", club=empty_season)
    assert "7.30: taken as 07:30, in the morning. Otherwise type 19:30" in result.err
    assert referee("schedule", "list", "--json", club=empty_season).data[0]["starts"] == "07:30"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("32/11/2026", "Invalid date '32/11/2026'. There is no 32 November 2026."),
        ("tue 21 Dec 2026", "Invalid date 'tue 21 Dec 2026'. 21 December 2026 is a Monday, not a Tuesday."),
        ("Ann", "Invalid date 'Ann'. Use a date such as 2026-11-30, 30/11/2026, tomorrow, or next monday."),
    ],
)
def test_what_is_no_date_is_refused_with_what_to_type(empty_season: Path, words: str, fault: str) -> None:
    result = referee("schedule", "add", *words.split(), "--at", "19:00", club=empty_season)
    assert (result.code, result.out) == (2, "")
    assert fault in result.err


def test_a_schedule_file_is_read_by_the_same_reader() -> None:
    skipped = '[skip]\n"5/4/2027" = "Easter"\n[extra]\n"14 May 2027" = { time = "19.30", note = "Finals" }\n'
    plan = read_schedule(HEAD + WEEKLY + skipped)
    assert (f"{plan.starts}", f"{plan.ends}") == ("2027-01-01", "2027-05-31")
    assert {session.starts for session in plan.sessions} == {time(19), time(19, 30)}
    assert [f"{day}" for day in plan.skipped] == ["2027-04-05"]


def test_a_schedule_has_full_dates_only_and_names_the_place_of_another() -> None:
    with pytest.raises(ScheduleFault) as refused:
        read_schedule(HEAD.replace("31/05/2027", "31 May") + WEEKLY + '[skip]\n"4/5/2027" = "May"\n')
    assert str(refused.value.faults[0].message).startswith("ends is '31 May'. Use a date")
    with pytest.raises(ScheduleFault) as outside:
        read_schedule(HEAD + WEEKLY + '[skip]\n"4/5/2027" = "May"\n')  # a Tuesday
    assert [fault.line for fault in outside.value.faults] == [11]


def test_a_club_may_write_the_month_first(empty_season: Path) -> None:
    assert referee("schedule", "add", "1/2/2027", "--at", "19:00", club=empty_season).out.startswith("Mon 2027-02-01")
    club: Club = open_club(empty_season)
    schedule.load(club, read_schedule('dates = "month first"\n' + HEAD.replace("31/05", "05/31") + WEEKLY))
    result = referee("schedule", "add", "03/09/2027", "--at", "19:00", "--season", "Spring", club=empty_season)
    assert result.out.startswith("Tue 2027-03-09"), result.err
    assert referee("open", "1/4/2027", club=empty_season).out.startswith("The session of 2027-01-04 is open")
    assert parse_session(club, "1/2/2027 7pm")[0].isoformat() == "2027-01-02"
