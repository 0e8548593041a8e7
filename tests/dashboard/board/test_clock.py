"""The clock on the board and alone: its digits fill the room there is, and it rings when a level is over."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.screen import Screen

from referee.club.folder import Club, open_club
from referee.dashboard.board.board import BoardScreen
from referee.dashboard.board.clock import ClockFace, ClockScreen, draw_digits
from referee.dashboard.board.display_app import DisplayApp
from referee.dashboard.desk import Desk
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.clock import ClockAction
from tests.dashboard.piloting import LARGE, SMALL, Officer

pytestmark = pytest.mark.screen
BEGIN = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)


class Hours:
    """A clock on the wall that a test puts forward."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        return self.now

    def later(self, minutes: float) -> None:
        self.now = BEGIN + timedelta(minutes=minutes)


@asynccontextmanager
async def watched(
    club: Club, hung: Callable[[Desk], Screen[None]], size: tuple[int, int] = SMALL
) -> AsyncIterator[Officer]:
    with open_club(club.folder, read_only=True) as second_club:
        async with DisplayApp(replace(second_club, clock=club.clock), hung).run_test(size=size) as pilot:
            officer = Officer(pilot)
            await officer.settle()
            yield officer


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def room(evening: Club, hours: Hours) -> Club:
    return replace(evening, clock=hours)


def drawn(officer: Officer) -> str:
    return str(officer.app.screen.query_one(ClockFace).content)


@given(st.text("0123456789:", min_size=1, max_size=8), st.integers(1, 200), st.integers(1, 60))
def test_digits_are_as_large_as_fit_and_never_larger(digits: str, width: int, height: int) -> None:
    rows = draw_digits(digits, width, height)
    if rows == [digits]:
        return
    times = len(rows) // 5
    assert len(rows) == 5 * times <= height
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) <= width
    # One size larger would not fit.
    assert 5 * (times + 1) > height or len(rows[0]) // times * (times + 1) > width


def test_every_digit_looks_otherwise() -> None:
    assert len({tuple(draw_digits(digit, 20, 5)) for digit in "0123456789"}) == 10


async def test_the_board_shows_a_clock_where_one_runs(room: Club, hours: Hours) -> None:
    async with watched(room, lambda desk: BoardScreen(desk, 10), LARGE) as officer:
        face = officer.app.screen.query_one(ClockFace)
        assert not face.display
        before = officer.reads()
        actions.start_clock(room, minutes=45)
        hours.later(5)
        officer.app.screen.reload()  # type: ignore[attr-defined]
        await officer.settle()
        assert face.display
        assert face.size.height >= 8
        assert "█" in officer.sees()
        assert drawn(officer).count("\n") >= 8
        # What else hangs on the board is still to be read.
        assert "Next session" in before
        assert "Next session" in officer.reads()
        actions.apply_action(room, ClockAction.STOP)
        officer.app.screen.reload()  # type: ignore[attr-defined]
        await officer.settle()
        assert not face.display


async def test_it_runs_without_asking_the_file_again_and_rings_when_the_time_is_up(room: Club, hours: Hours) -> None:
    actions.start_clock(room, minutes=45)

    async with watched(room, lambda desk: ClockScreen(desk, None)) as officer:
        face = officer.app.screen.query_one(ClockFace)
        with patch.object(officer.app, "bell") as bell:
            hours.later(44.99)
            face.tick()
            assert bell.call_count == 0
            hours.later(45)
            face.tick()
            assert bell.call_count == 1
            assert face.has_class("-flash") or face._flashes_left
            face.tick()
            assert bell.call_count == 1


async def test_alone_it_fills_the_screen_and_q_leaves_it_running(room: Club, hours: Hours) -> None:
    actions.start_clock(room, minutes=45)
    hours.later(1)

    async with watched(room, lambda desk: ClockScreen(desk, None)) as officer:
        assert "Round" in officer.reads()
        widest = max(len(row) for row in drawn(officer).splitlines())
        assert widest > SMALL[0] // 2
        await officer.press("q")
        assert not officer.app.is_running
    assert actions.read_current_clock(room)[1].digits == "44:00"


async def test_without_a_clock_it_says_how_to_start_one(room: Club) -> None:
    async with watched(room, lambda desk: ClockScreen(desk, None)) as officer:
        assert "referee clock start" in officer.reads()
