"""Several lines that are pasted at the desk are taken one after another, up to the first that is refused."""

import pytest
from textual import events

from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.dashboard.disputes.facts import FactsScreen
from referee.dashboard.widgets.field import LineField
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import Officer, at_the_desk

pytestmark = pytest.mark.screen


PAYMENTS = ["deal by Dee", "Ann plays 5H", "Ben pays"]


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which nothing has been recorded."""
    return starting.start_table(evening, "play-or-pay", NAMES[:4]).number


async def paste(officer: Officer, text: str) -> None:
    officer.app.post_message(events.Paste(text))
    await officer.settle()


def lines(club: Club, table: int) -> list[str]:
    return [line.text for line in matches.show(club, table).log]


def field(officer: Officer) -> LineField:
    return officer.app.screen.query_one(LineField)


async def test_they_are_recorded_in_their_order(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await paste(officer, "\n".join(["# the first hand", *PAYMENTS, ""]))
        await officer.until("Cal to act")
        assert field(officer).value == ""
    assert lines(evening, table) == PAYMENTS


async def test_what_follows_one_that_is_not_read_waits_for_it(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await paste(officer, "deal by Dee\nAnn plays 5H\nBen pyas\nCal pays\nDee pays")
        await officer.until("! 2 of 5 lines recorded; line 3, at 'pyas': 'pyas' is not a play")
        assert field(officer).value == "Ben pyas"
        officer.shows("Ben +2 ›")
        assert lines(evening, table) == ["deal by Dee", "Ann plays 5H"]
        await officer.press(*["backspace"] * len("pyas"))
        await officer.type("pays", "enter")
        await officer.until("Line 5 recorded")
        assert field(officer).value == ""
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben pays", "Cal pays", "Dee pays"]


async def test_several_acts_in_one_line_are_lines_of_their_own(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by Dee", "enter", shows="Line 1 recorded")
        await officer.type("Ann plays 5h, Ben pays", shows="read as: Ann plays 5♥, Ben pays")
        await officer.press("enter", shows="Line 3 recorded: open.")
        assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben pays"]
        await officer.type("plays 9H and Dee pays", "enter", shows="Record it as what happened")
        await officer.press("enter", shows="Line 5 recorded")
    assert lines(evening, table)[3:] == ["Cal plays 9H", "Dee pays"]


async def test_the_one_that_is_illegal_is_asked_about(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await paste(officer, "deal by Dee\nAnn plays 5H\nBen plays 9H\nBen pays")
        await officer.until("! 2 of 4 lines recorded; line 3: 6♥ is wanted after 5♥, not 9♥.")
        assert field(officer).value == "Ben plays 9H"
        await officer.press("enter", "enter")
        await officer.until("Line 4 recorded")
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H", "Ben plays 9H", "Ben pays"]


async def test_the_first_goes_on_with_what_is_typed(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by")
        await paste(officer, "Dee\nAnn plays 5H")
        await officer.until("Line 2 recorded")
    assert lines(evening, table) == ["deal by Dee", "Ann plays 5H"]


async def test_what_waits_goes_with_the_line_that_is_cleared(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await paste(officer, "Ben pyas\nCal pays\nDee pays")
        await officer.until("0 of 3 lines recorded; line 1, at 'pyas'")
        await officer.press("ctrl+u", shows="3 lines cleared.")
        await officer.type("deal by Dee", "enter")
        await officer.until("Line 1 recorded")
    assert lines(evening, table) == ["deal by Dee"]


async def test_where_only_a_name_is_missing_only_the_name_is_typed(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("deal by Dee", "enter", shows="Line 1 recorded")
        await officer.type("shows 5H", "enter", shows="! Not recorded: at 'shows': who shows 5♥?")
        await officer.type("Cal", "enter", shows="Line 2 recorded")
    assert lines(evening, table) == ["deal by Dee", "Cal shows 5H"]


async def test_facts_without_a_table_are_taken_so_too(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "F") as officer:
        await paste(officer, "Ann plays 5H\nBen pyas\nCal plays 7H")
        officer.shows("! 1 of 3 lines accepted; line 2, at 'pyas': 'pyas' is not a play")
        screen = officer.app.screen
        assert isinstance(screen, FactsScreen)
        assert screen.facts == ("Ann plays 5H",)
        await officer.press(*["backspace"] * len("pyas"))
        await officer.type("pays", "enter")
        assert screen.facts == ("Ann plays 5H", "Ben pays", "Cal plays 7H")
