"""A table by the mouse: cards and names are typed, completions taken, lines marked and opened, tables gone to."""

import pytest

from referee.club.folder import Club
from referee.club.match import ending, recording, starting
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.record import RecordList
from referee.dashboard.widgets.field import LineField
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = pytest.mark.screen

LINES = ("deal by Dee", "Ann plays 5H", "Ben plays 6H")


@pytest.fixture
def table(evening: Club) -> int:
    number = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in LINES:
        recording.log(evening, number, line)
    return number


async def click(officer: Officer, text: str, part: str) -> None:
    """Click the first place in a part of the screen where a text stands."""
    region = officer.app.screen.query_one(part).region
    for y, strip in enumerate(officer.app.screen._compositor.render_strips()[region.y : region.bottom], region.y):
        x = strip.crop(region.x, region.right).text.find(text)
        if x >= 0:
            await officer.pilot.click(offset=(region.x + x, y))
            await officer.settle()
            return
    raise AssertionError(f"{text} does not stand in {part}:\n{officer.sees()}")


def test_a_card_on_the_table_and_a_name_are_put_into_the_line(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape")
        await click(officer, "Cal", "#felt")
        field = officer.app.screen.query_one(LineField)
        assert field.value == "Cal"
        assert field.has_focus
        await officer.type(" plays")
        await click(officer, "7♥", "#felt")  # which is wanted
        assert field.value == "Cal plays 7H"
        await officer.press("enter")
        assert "Line 4 recorded: legal." in officer.reads()

    at_the_desk(evening, play, size=LARGE)


def test_a_completion_is_taken_by_a_click(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await click(officer, "pays", "#completions")
        assert officer.app.screen.query_one(LineField).value.strip() == "pays"

    at_the_desk(evening, play, size=LARGE)


def test_a_click_marks_a_line_and_a_second_does_what_enter_does(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        record = officer.app.screen.query_one(RecordList)
        await click(officer, "Ann plays", "#record")
        assert record.has_focus
        assert record.marked
        assert record.marked.number == 2
        assert "2 Ann plays 5♥" in officer.within("#about")
        await click(officer, "Ann plays", "#record")
        assert officer.app.screen.query_one(LineField).has_focus

    at_the_desk(evening, play, size=LARGE)


def test_at_a_table_that_is_over_the_second_click_corrects_the_line(evening: Club, table: int) -> None:
    ending.result(evening, table, places=[[name] for name in NAMES[:4]])
    ending.finish(evening, table)

    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await click(officer, "Ben plays", "#record")
        assert not isinstance(officer.app.screen, Dialog)
        await click(officer, "Ben plays", "#record")
        assert isinstance(officer.app.screen, Dialog)
        assert "Line 3, Ben plays 6♥. Correct line:" in officer.reads()

    at_the_desk(evening, play, size=LARGE)


def test_another_table_of_the_session_is_opened_by_a_click(night: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("1")
        await officer.press("escape", "tab", "end")
        await click(officer, "2  Play or Pay", "#about")
        assert isinstance(officer.app.screen, MatchScreen)
        assert officer.app.screen.match
        assert officer.app.screen.match.table == 2

    at_the_desk(night, play, size=(200, 60))
