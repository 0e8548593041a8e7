"""The key that filters leads, in every list, to a field in which what is typed narrows it; Escape shows all again."""

import pytest
from textual.widgets import Input, OptionList

from referee.club.file import backups
from referee.club.folder import Club
from referee.club.people import officers
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.list_screen import ListScreen
from referee.dashboard.tonight.checkin import CheckInScreen
from referee.dashboard.widgets.listing import Listing
from tests.dashboard.piloting import Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

# The way to each list, and words that are in none of its rows.
LISTS = {
    "checkin": ("c",),
    "rulebook": ("R",),
    "disputes": ("D",),
    "standings": ("S",),
    "evenings": ("C",),
    "evening": ("C", "enter"),
    "members": ("M",),
    "officers": ("O",),
    "files": ("B",),
    "tournaments": ("T",),
}
NOWHERE = "zq7"


def rows(officer: Officer) -> int:
    """How many rows the list in front has; of names those of members, and of clauses no chapters."""
    screen = officer.app.screen
    if isinstance(screen, ListScreen):
        return len(screen.query_one(Listing).list_rows)
    listed = screen.query_one(OptionList)
    every = [listed.get_option_at_index(index) for index in range(listed.option_count)]
    return sum(not option.disabled and not str(option.id).startswith(("new", "guest")) for option in every)


@pytest.mark.parametrize("name", LISTS)
async def test_what_is_typed_filters_and_escape_shows_all_again(night: Club, name: str) -> None:
    officers.elect(night, "Ann", "treasurer")
    backups.back_up(night)

    async with at_the_desk(night, *LISTS[name]) as officer:
        behind, there = officer.app.screen_stack[-2], rows(officer)
        assert there, name
        await officer.press("slash")
        assert isinstance(officer.app.focused, Input)
        assert rows(officer) or name == "disputes"  # of which the decided ones are found, too
        await officer.type(NOWHERE)
        assert rows(officer) == 0
        front = officer.app.screen
        await officer.press("escape")
        assert officer.app.screen is front
        assert rows(officer) >= there
        await officer.press("escape")
        assert officer.app.screen is not front
        if name != "disputes":
            assert officer.app.screen is behind


async def test_every_list_is_walked(night: Club) -> None:
    async with at_the_desk(night) as officer:
        for keys in LISTS.values():
            await officer.press(*keys)
            assert isinstance(officer.app.screen, ListScreen | CheckInScreen | RulebookScreen)
            await officer.press(*["escape"] * 3)


async def test_a_row_found_is_opened_and_what_was_typed_is_still_there(night: Club) -> None:
    async with at_the_desk(night, "C", "slash") as officer:
        await officer.type("2026-11-16", "enter", "enter")
        assert officer.on("evening")
        await officer.press("escape")
        assert officer.on("evenings")
        assert rows(officer) == 1
