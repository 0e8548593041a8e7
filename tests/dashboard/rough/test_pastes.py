"""Many lines pasted: at a table they are taken one after another; elsewhere the first is in the line."""

import pytest
from textual import events
from textual.widgets import Input

from referee.club.folder import Club
from referee.club.match import matches
from tests.dashboard.piloting import SMALL, Officer, at_the_desk
from tests.dashboard.walk.ways import WAYS, walk

pytestmark = [pytest.mark.screen, pytest.mark.long]

LINES = "Cal pays\r\n" * 2000
TYPED_AT = (
    *("checkin", "palette", "announcing", "renaming", "seats typed", "members, filtered"),
    "rulebook",
)
NOTHING_IS_TYPED_AT = ("tonight", "disputes", "settlement", "standings")


async def paste(officer: Officer, text: str) -> None:
    officer.app.post_message(events.Paste(text))
    await officer.settle()


async def of_many_lines_the_first_is_in_the_line_and_the_rest_is_said(officer: Officer, name: str) -> None:
    line = officer.app.focused
    assert isinstance(line, Input)
    before = line.value
    await paste(officer, LINES)
    assert line.value == f"{before}Cal pays"
    officer.shows("2000 lines were pasted. Only the first is in the line.")
    assert officer.app.focused is line


async def a_text_longer_than_any_line_is_left_out(officer: Officer, name: str) -> None:
    line = officer.app.focused
    assert isinstance(line, Input)
    before = line.value
    await paste(officer, "Cal plays " + "A" * 100_000)
    assert line.value == before
    officer.shows("A line has at most 2000 characters; 100010 were pasted.")


async def where_nothing_is_typed_a_paste_is_said_to_be_left_out(officer: Officer, name: str) -> None:
    await paste(officer, LINES)
    officer.shows("Nothing was pasted: there is no line to type in here.")


async def test_many_lines_and_long_texts_are_pasted(night: Club) -> None:
    pasted = of_many_lines_the_first_is_in_the_line_and_the_rest_is_said, a_text_longer_than_any_line_is_left_out
    await walk(night, SMALL, {name: WAYS[name] for name in TYPED_AT}, pasted)
    assert len(matches.show(night, 1).log) == 4
    nothing = [where_nothing_is_typed_a_paste_is_said_to_be_left_out]
    await walk(night, SMALL, {name: WAYS[name] for name in NOTHING_IS_TYPED_AT}, nothing)


async def test_a_line_before_which_there_are_empty_ones_is_pasted_and_a_tab_parts_words(night: Club) -> None:
    async with at_the_desk(night, "enter") as officer:
        await paste(officer, "\n\n\tCal\tpays \n\n")
        assert isinstance(officer.app.focused, Input)
        assert officer.app.focused.value == "Cal pays"
        await officer.press("enter")
    assert matches.show(night, 1).log[-1].text == "Cal pays"
