"""A table by the mouse: cards and names are typed, completions taken, lines marked and opened, tables gone to."""

import pytest

from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.record import RecordList
from referee.dashboard.widgets.field import LineField
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen

LINES = ("deal by Dee", "Ann plays 5H", "Ben plays 6H")


@pytest.fixture
def table(evening: Club) -> int:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, LINES)
    return number


async def test_a_card_on_the_table_and_a_name_are_put_into_the_line(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", size=LARGE) as officer:
        await officer.click_text("Cal", "#felt")
        field = officer.app.screen.query_one(LineField)
        assert field.value == "Cal"
        assert field.has_focus
        await officer.type(" plays")
        await officer.click_text("7♥", "#felt")  # which is wanted
        assert field.value == "Cal plays 7H"
        await officer.press("enter", shows="Line 4 recorded: legal.")


async def test_a_completion_is_taken_by_a_click(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.click_text("pays", "#completions")
        assert officer.app.screen.query_one(LineField).value.strip() == "pays"


async def test_a_click_marks_a_line_and_a_second_does_what_enter_does(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        record = officer.app.screen.query_one(RecordList)
        await officer.click_text("Ann plays", "#record")
        assert record.has_focus
        assert record.marked_line
        assert record.marked_line.number == 2
        assert "2 Ann plays 5♥" in officer.within("#about")
        await officer.click_text("Ann plays", "#record")
        assert officer.app.screen.query_one(LineField).has_focus


async def test_at_a_table_that_is_over_the_second_click_corrects_the_line(evening: Club, table: int) -> None:
    end(evening, table, *NAMES[:4])

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.click_text("Ben plays", "#record")
        assert not isinstance(officer.app.screen, Dialog)
        await officer.click_text("Ben plays", "#record")
        assert isinstance(officer.app.screen, Dialog)
        assert "Line 3, Ben plays 6♥. Correct line:" in officer.reads()


async def test_another_table_of_the_session_is_opened_by_a_click(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", "tab", "end", size=(200, 60)) as officer:
        await officer.click_text("2  Play or Pay", "#about")
        assert isinstance(officer.app.screen, MatchScreen)
        assert officer.app.screen.match
        assert officer.app.screen.match.table == 2
