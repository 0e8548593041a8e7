"""A computer's clock that was set back: the round's clock goes on, and says so."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from referee.club.folder import Club
from referee.club.people import roster
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.clock import ClockAction, describe_next
from referee.tournaments.clocks.jumps import SteadyTime, Timeline, read_timeline
from tests.club.conftest import club, monday  # noqa: F401 - fixtures

BEGIN = datetime(2026, 11, 16, 19, 0, tzinfo=UTC)
BACK = timedelta(hours=1)


def at(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


class Wall:
    """A computer's clock that is set by hand, and the time that really goes by."""

    def __init__(self) -> None:
        self.minutes, self.behind = 0.0, timedelta(0)

    def now(self) -> datetime:
        return at(self.minutes) - self.behind

    def monotonic(self) -> float:
        return self.minutes * 60


def digits(club: Club) -> str:  # noqa: F811
    return actions.read_current_clock(club)[1].digits


def test_a_round_goes_on_from_the_latest_entry_where_the_clock_was_set_back(club: Club) -> None:  # noqa: F811 - the fixture
    wall = Wall()
    club = replace(club, clock=wall.now)
    actions.start_clock(club, minutes=45)
    wall.minutes = 10
    roster.add(club, "Ida")
    wall.behind = BACK
    roster.add(club, "Joe")
    wall.minutes = 15
    _, reading = actions.read_current_clock(club)
    assert (reading.digits, reading.jump) == ("30:00", BACK)
    assert "the computer's clock was set back by 1:00:00" in describe_next(reading)
    paused = actions.apply_action(club, ClockAction.PAUSE)[1]
    wall.minutes = 20
    actions.apply_action(club, ClockAction.RESUME)
    wall.minutes = 25
    assert (paused.digits, digits(club)) == ("30:00", "25:00")
    wall.behind = timedelta(0)
    _, reading = actions.read_current_clock(club)
    assert (reading.digits, reading.jump) == ("25:00", timedelta(0)), "the clock is right again"
    assert describe_next(reading) == ""


def test_until_something_is_entered_the_clock_does_not_go_back_and_says_why_it_stands(club: Club) -> None:  # noqa: F811 - the fixture
    """How long ago the latest entry was nobody knows then, but a screen that was open does."""
    wall = Wall()
    club = replace(club, clock=wall.now)
    actions.start_clock(club, minutes=45)
    screen = SteadyTime(wall.now, wall.monotonic)
    wall.minutes, wall.behind = 5, BACK
    clock, reading = actions.read_current_clock(club)
    assert (reading.digits, reading.jump > timedelta(0)) == ("45:00", True)
    found = clock.reading_at(screen())
    assert found
    assert (found.digits, screen.jump) == ("40:00", BACK)


def test_two_computers_whose_clocks_differ_show_the_same(club: Club) -> None:  # noqa: F811 - the fixture
    """Each entry is later than the one before, by whichever computer: the hour between them is not added up."""
    moments = [at(0), at(1) - BACK, at(2), at(3) - BACK, at(4), at(5) - BACK]
    timeline, _ = read_timeline(((number, f"{moment}") for number, moment in enumerate(moments)), ())
    assert len(timeline.offsets) == 2
    assert timeline.continue_at(at(6)) == at(6)
    assert abs(timeline.continue_at(at(6) - BACK) - at(6)) <= timedelta(minutes=1)


@pytest.mark.parametrize("behind", [0, 30, 59])
def test_seconds_between_computers_are_no_jump(behind: int) -> None:
    moment = at(10) - timedelta(seconds=behind)
    assert Timeline(at(10)).continue_at(moment) == moment
    assert Timeline(at(10)).extend(moment) == Timeline(at(10))


def test_a_screen_takes_out_what_the_clock_was_set_back_until_it_is_set_right() -> None:
    wall = Wall()
    screen = SteadyTime(wall.now, wall.monotonic)
    shown = []
    for minutes, behind in ((5, 0), (6, 60), (7, 60), (8, 90), (9, 0), (10, 0)):
        wall.minutes, wall.behind = minutes, timedelta(minutes=behind)
        shown.append(screen())
    assert shown == [at(minutes) for minutes in range(5, 11)]
    assert screen.jump == timedelta(0)


def test_a_computer_that_slept_has_not_jumped() -> None:
    wall = Wall()
    screen = SteadyTime(wall.now, lambda: 0.0)
    wall.minutes = 30
    assert (screen(), screen.jump) == (at(30), timedelta(0))
