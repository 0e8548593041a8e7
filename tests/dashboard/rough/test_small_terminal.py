"""A terminal of twenty columns and five rows, and one that is made so while something is typed or marked."""

import pytest
from textual.widgets import Input, OptionList

from referee.club.folder import Club
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.listing import Listing
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

TINY = (20, 5)
# What is asked in front of a screen, and the first words of it.
ASKED = {
    "menu": (("m",), "The club"),
    "palette": (("ctrl+p",), "words of a deed"),
    "seat typing": (("n", "i"), "Who sits at the table"),
    "dispute": (("enter", "escape", "d"), "Dispute line 4"),
    "closing": (("f",), "Close"),
    "renaming": (("M", "e"), "New name of"),
    "planning": (("C", "n"), "Plan a session"),
    "announcing": (("T", "n"), "What is the"),
    "drawing": (("t",), "Which games"),
}


async def back_to_tonight(officer: Officer) -> None:
    for _ in range(6):
        if isinstance(officer.app.screen, TonightScreen):
            return
        await officer.press("escape")
    raise AssertionError(officer.sees())


@pytest.mark.parametrize("screen", sorted(OPENED))
def test_every_screen_is_opened_and_left(night: Club, screen: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED[screen])
        assert officer.reads().strip()
        await officer.press("down", "up", "end", "home")
        await back_to_tonight(officer)

    at_the_desk(night, play, size=TINY)


@pytest.mark.parametrize("asked", sorted(ASKED))
def test_every_question_is_read_typed_at_and_left(night: Club, asked: str) -> None:
    keys, words = ASKED[asked]

    async def play(officer: Officer) -> None:
        await officer.press(*keys)
        assert words in officer.reads()
        if isinstance(line := officer.app.focused, Input):
            await officer.type("Ann")
            assert line.value.endswith("Ann")
            assert "Ann" in officer.sees()
        await back_to_tonight(officer)

    at_the_desk(night, play, size=TINY)


@pytest.mark.parametrize(
    "opens", [("enter",), ("c",), ("F",), ("ctrl+p",), ("n", "i"), ("M", "e"), ("T", "n"), ("M", "slash")]
)
def test_what_is_typed_is_kept_however_large_the_window_is(night: Club, opens: tuple[str, ...]) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*opens)
        line = officer.app.focused
        assert isinstance(line, Input)
        await officer.type("An")
        before = line.value
        for size in (TINY, LARGE, TINY, SMALL):
            await officer.resize(*size)
            assert (officer.app.focused, line.value) == (line, before)
            await officer.type("n")
            before += "n"
            assert line.value == before

    at_the_desk(night, play)


@pytest.mark.parametrize("opens", [("M",), ("C",), ("B",), ("R",), ("n",), ("c",)])
def test_the_mark_is_kept_however_large_the_window_is(night: Club, opens: tuple[str, ...]) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*opens, "down", "down")

        def marked() -> list[object]:
            lists = [each.cursor_row for each in officer.app.screen.query(Listing)]
            return lists + [each.highlighted for each in officer.app.screen.query(OptionList)]

        before = marked()
        for size in (TINY, LARGE, TINY, SMALL):
            await officer.resize(*size)
            assert marked() == before

    at_the_desk(night, play)


# Where rows are listed that go by pages, the keys to one of each.
LISTED = {**{each: OPENED[each] for each in ("table", "past", "seating", "facts", "rulebook")}, "menu": ("m",)}


@pytest.mark.parametrize("screen", LISTED)
def test_a_list_without_room_for_a_single_row_goes_by_pages(night: Club, screen: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*LISTED[screen], "down")
        for size in (TINY, (120, 5), (60, 3), (30, 1)):
            await officer.resize(*size)
            await officer.press("pageup", "pagedown", "end", "home")
            assert officer.app.is_running
        await officer.resize(*LARGE)

    at_the_desk(night, play, size=LARGE)
