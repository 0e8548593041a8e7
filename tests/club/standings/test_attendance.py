"""Who came how often, and how many times running."""

from datetime import date, time, timedelta

from referee.club.calendar import checkin, schedule, sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.standings.attendance import AttendanceRow, attendance
from tests.club.conftest import MONDAY


def evening(club: Club, weeks: int, *names: str, close: bool = True) -> date:
    day = MONDAY + timedelta(weeks=weeks)
    if weeks:
        schedule.add(club, day, time(15, 45))
        sessions.open_session(club, str(day))
    checkin.check_in(club, names, str(day))
    if close:
        sessions.close_session(club, str(day))
    return day


def row(club: Club, name: str) -> AttendanceRow:
    return next(each for each in attendance(club).rows if each.name == name)


def figures(club: Club, name: str) -> tuple[int, int, int]:
    found = row(club, name)
    return found.came, found.running, found.longest


def test_how_often_and_how_many_times_running(club: Club) -> None:
    evening(club, 0, "Ann", "Ben")
    evening(club, 1, "Ann", "Ben")
    third = evening(club, 2, "Ben", "Cal")
    last = evening(club, 3, "Ann", "Cal")
    assert len(attendance(club).held) == 4
    assert figures(club, "Ann") == (3, 1, 2)  # came, came, missed, came
    assert figures(club, "Ben") == (3, 0, 3)
    assert figures(club, "Cal") == (2, 2, 2)
    assert figures(club, "Dee") == (0, 0, 0)
    assert (row(club, "Ann").last, row(club, "Ben").last, row(club, "Dee").last) == (last, third, None)
    # Of Ann and Ben, who came as often, Ann came last.
    assert [each.name for each in attendance(club).rows] == ["Ann", "Ben", "Cal", "Dee", "Eve"]


def test_what_was_not_held_breaks_nothing(club: Club) -> None:
    evening(club, 0, "Ann")
    schedule.add(club, MONDAY + timedelta(weeks=1), time(15, 45))
    schedule.cancel(club, str(MONDAY + timedelta(weeks=1)))
    schedule.add(club, MONDAY + timedelta(weeks=9), time(15, 45))
    evening(club, 2, "Ann")
    assert (len(attendance(club).held), figures(club, "Ann")) == (2, (2, 2, 2))


def test_an_open_session_breaks_nothing_for_who_may_still_come(club: Club) -> None:
    evening(club, 0, "Ann", "Ben")
    evening(club, 1, "Ben", close=False)
    assert figures(club, "Ann") == (1, 1, 1)
    assert figures(club, "Ben") == (2, 2, 2)


def test_guests_who_came_are_listed_and_said_to_be_guests(club: Club) -> None:
    roster.add(club, "Zoe", guest=True)
    roster.add(club, "Yul", guest=True)
    evening(club, 0, "Zoe")
    assert [(each.name, each.guest) for each in attendance(club).rows if each.guest] == [("Zoe", True)]
