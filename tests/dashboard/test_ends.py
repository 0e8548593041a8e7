"""The ends of what a desk is given: texts that look like markup, wide letters, many members, full tables."""

import pytest
from textual.widgets import OptionList

from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.dashboard.rendering import wrap
from referee.dashboard.tonight.seating import SeatingScreen
from tests.club.conftest import write_down
from tests.dashboard.conftest import MONDAY, NAMES
from tests.dashboard.piloting import at_the_desk

pytestmark = pytest.mark.screen


async def test_what_looks_like_markup_is_typed_like_anything_else(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:4])
    write_down(evening, 1, ("deal by Dee", "Ann plays 5H", "Cal plays 6H"))

    async with at_the_desk(evening, "c") as officer:
        await officer.type("[/", shows="add [/ as a guest")
        await officer.press("enter", shows="'[/' cannot be a name")
        await officer.press("escape", "escape", "R")  # everybody is shown first
        await officer.type("no [/bold]", shows="matches 'no [/bold]'")
        await officer.press("escape", "escape", "enter")
        await officer.type("Ann plays [/]", "enter", shows="Ann plays [/]")
        await officer.press("ctrl+u", "escape", "up", "u")
        await officer.type("[/]", "enter", shows="taken back: [/]")
    assert matches.show(evening, 1).log[1].reason == "[/]"


def test_letters_of_two_columns_are_counted_as_two() -> None:
    rows = wrap("김철수 plays 6♥, or pays if it is not in 김철수's hand", 30, 4)
    assert all(row.cell_length <= 30 for row in rows)
    assert all(row.plain.startswith("    ") for row in rows)


async def test_two_hundred_members_are_checked_in_and_seated_from_a_list(club: Club) -> None:
    names = [f"Member {number:03}" for number in range(200)]
    for name in names:
        roster.add(club, name)
    sessions.open_session(club, str(MONDAY))
    checkin.check_in(club, names[:199])

    async with at_the_desk(club, "c") as officer:
        await officer.type("199", "enter", shows="200 checked in")
        await officer.press("escape", "n", "enter", "end", "enter")
        assert isinstance(officer.app.screen, SeatingScreen)
        assert officer.app.screen.query_one("#players", OptionList).option_count == 200
        assert "Member 199" in officer.app.screen.seated_names


async def test_at_a_full_table_it_is_seen_who_is_to_act(club: Club) -> None:
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
    for name in names[5:]:
        roster.add(club, name)
    sessions.open_session(club, str(MONDAY))
    checkin.check_in(club, names)
    starting.start_table(club, "play-or-pay", names)
    recording.log_line(club, 1, "deal by Gus")

    async with at_the_desk(club, "enter", shows="▶ Hal to act") as officer:
        await officer.type("Hal plays 5H", "enter", shows="▶ Ann to act")
