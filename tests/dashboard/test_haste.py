"""Keys that are pressed twice before the first was answered do what they do once."""

from threading import Event
from typing import Any

import pytest

from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.view import MatchView
from referee.dashboard.app import Dashboard
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.disputes import dispute
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import at_the_desk
from tests.patience import patience, wait_async

pytestmark = pytest.mark.screen


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay with a line."""
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    recording.log_line(evening, number, "deal by Dee")
    return number


async def test_one_table_is_started(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", "enter", "enter", "enter") as officer:
        await officer.type("ss")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)
    assert [match.number for match in matches.matches(evening)] == [1]


async def test_a_table_that_was_not_started_can_be_tried_again(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", "enter", "s", shows="is for 3 to 4 players, not 1.") as officer:
        await officer.press("enter", "enter", "s")
        assert isinstance(officer.app.screen, MatchScreen)


async def test_one_screen_is_opened(evening: Club, table: int) -> None:
    end(evening, table, *NAMES[:4])

    async with at_the_desk(evening, "S") as officer:
        await officer.type("\n\n")
        assert officer.on("nights")
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.type("\n\n")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)


@pytest.mark.parametrize("keys", ["uu", "dd"])
async def test_one_question_is_asked(evening: Club, table: int, keys: str) -> None:
    async with at_the_desk(evening, "enter", "escape") as officer:
        await officer.type(keys)
        assert isinstance(officer.app.screen, Dialog)
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)


@pytest.fixture
def disputed(evening: Club, table: int) -> Club:
    """An evening with an open dispute about a line."""
    recording.log_line(evening, table, "Ann plays 2H")
    opening.open_on_line(evening, table, 2, claim="Ann says that it was agreed otherwise")
    return evening


@pytest.fixture
def may_look(monkeypatch: pytest.MonkeyPatch) -> Event:
    """What the first look at a dispute waits for."""
    come_to, look = Event(), dispute.load_dispute

    def looked(club: Club, number: int) -> dispute.DisputeContext:
        come_to.wait(patience())
        return look(club, number)

    monkeypatch.setattr(dispute, "load_dispute", looked)
    return come_to


async def test_a_key_that_comes_before_what_it_is_about_does_what_it_does_afterwards(
    disputed: Club, may_look: Event
) -> None:
    async with at_the_desk(disputed, "D") as officer:
        await officer.hurry("enter")
        await wait_async(lambda: officer.on("dispute"))
        await officer.hurry("x")
        await wait_async(lambda: officer.on("dispute"), officer.sees)
        may_look.set()
        await officer.settle()
        assert isinstance(officer.app.screen, Dialog)
        assert "Reason:" in officer.reads()


async def test_escape_does_not_wait_for_a_look_that_is_not_answered(disputed: Club, may_look: Event) -> None:
    async with at_the_desk(disputed, "D") as officer:
        await officer.hurry("enter")
        await wait_async(lambda: officer.on("dispute"))
        await officer.hurry("d", "escape")
        await wait_async(lambda: not officer.on("dispute"))
        may_look.set()
        await officer.settle()
        assert officer.on("disputes")


async def test_an_older_look_never_covers_what_was_written(evening: Club) -> None:
    collected: list[str] = []
    items: list[tuple[str, ...]] = []
    looking, entered = Event(), Event()

    def look() -> tuple[str, ...]:
        seen = tuple(collected)
        looking.set()
        assert entered.wait(patience(60))
        return seen

    async with at_the_desk(evening) as officer:
        assert isinstance(officer.app, Dashboard)
        desk, screen = officer.app.desk, officer.app.screen
        desk.read(screen, look, items.append, group="a test")
        await wait_async(looking.is_set, lambda: "nobody looked")
        desk.write(screen, lambda: collected.append("a line"), lambda _: entered.set())
        await officer.settle()
    assert items == [("a line",)]


async def test_a_match_is_finished_and_its_payments_shown_once(evening: Club) -> None:
    number = starting.start_table(evening, "commune", NAMES[:2]).number
    ending.record_result(evening, number, places=[["Ann"], ["Ben"]])

    async with at_the_desk(evening, "enter", "escape") as officer:
        await officer.type("ff")
        await officer.until("End the match at table 1?")
        await officer.press("enter")
        assert officer.on("settlement")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
    assert matches.show(evening, number).finished_at


async def test_a_desk_with_something_yet_to_be_written_is_not_left_by_any_key(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, may_go_on = starting.start_table, Event()

    def slow(*asked: Any, **besides: Any) -> MatchView:
        may_go_on.wait(patience())
        return start(*asked, **besides)

    monkeypatch.setattr(starting, "start_table", slow)

    async with at_the_desk(evening, "n", "enter", "enter", "enter", "enter") as officer:
        await officer.hurry("s", "ctrl+q")
        await officer.meanwhile("! An entry is still being saved.")
        may_go_on.set()
        await officer.settle()
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("ctrl+q")
        assert not officer.app.is_running
