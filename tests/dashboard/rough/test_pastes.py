"""Two thousand lines pasted where one is typed: the first is in the line, the rest is said to be left out."""

import pytest
from textual import events
from textual.widgets import Input

from referee.club.folder import Club
from referee.club.match import matches
from tests.dashboard.piloting import OPENED, Officer, at_the_desk

pytestmark = pytest.mark.screen

LINES = "Cal pays\r\n" * 2000
TYPED_AT = {
    "a table": ("enter",),
    "check-in": ("c",),
    "the palette": ("ctrl+p",),
    "a dialog": ("T", "n"),
    "a question": ("M", "e"),
    "facts": ("F",),
    "seat typing": ("n", "i"),
    "a filter": ("M", "slash"),
    "the rulebook": ("R",),
}


async def paste(officer: Officer, text: str) -> None:
    officer.app.post_message(events.Paste(text))
    await officer.settle()


@pytest.mark.parametrize("where", sorted(TYPED_AT))
async def test_of_many_lines_the_first_is_in_the_line_and_the_rest_is_said(night: Club, where: str) -> None:
    async with at_the_desk(night) as officer:
        await officer.press(*TYPED_AT[where])
        line = officer.app.focused
        assert isinstance(line, Input)
        before = line.value
        await paste(officer, LINES)
        assert line.value == f"{before}Cal pays"
        assert "2000 lines were pasted. Only the first is in the line." in officer.reads()
        assert officer.app.focused is line
    assert len(matches.show(night, 1).log) == 4


@pytest.mark.parametrize("where", sorted(TYPED_AT))
async def test_a_text_longer_than_any_line_is_left_out(night: Club, where: str) -> None:
    async with at_the_desk(night) as officer:
        await officer.press(*TYPED_AT[where])
        line = officer.app.focused
        assert isinstance(line, Input)
        before = line.value
        await paste(officer, "Cal plays " + "A" * 100_000)
        assert line.value == before
        assert "A line has at most 2000 characters; 100010 were pasted." in officer.reads()


@pytest.mark.parametrize("screen", ["tonight", "disputes", "settlement", "standings"])
async def test_where_nothing_is_typed_a_paste_is_said_to_be_left_out(night: Club, screen: str) -> None:
    async with at_the_desk(night) as officer:
        await officer.press(*OPENED[screen])
        await paste(officer, LINES)
        assert "Nothing was pasted: there is no line to type in here." in officer.reads()


async def test_a_line_before_which_there_are_empty_ones_is_pasted_and_a_tab_parts_words(night: Club) -> None:
    async with at_the_desk(night) as officer:
        await officer.press("enter")
        await paste(officer, "\n\n\tCal\tpays \n\n")
        assert isinstance(officer.app.focused, Input)
        assert officer.app.focused.value == "Cal pays"
        await officer.press("enter")
    assert matches.show(night, 1).log[-1].text == "Cal pays"
