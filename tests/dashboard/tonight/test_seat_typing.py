"""Seating by picking or typing: everybody is offered, names in any spelling, and who is new is added."""

import pytest
from textual.widgets import Input, OptionList

from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.club.people import roster
from referee.dashboard.tonight.seating import SeatingScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


def offered(officer: Officer) -> list[str]:
    listed = officer.app.screen.query_one("#names", OptionList)
    return [str(option.prompt).lstrip("123456789 ") for option in listed.options]


def typed(officer: Officer) -> str:
    return officer.app.screen.query_one(Input).value


async def test_a_table_is_seated_by_the_beginnings_of_names(evening: Club) -> None:
    async with at_the_desk(evening, "n", "i") as officer:
        await officer.type("de, an, be", "enter")
        assert isinstance(officer.app.screen, SeatingScreen)
        assert "Dee, Ann, Ben" in officer.reads()
        await officer.press("s")
    assert matches.show(evening, 1).names == ("Dee", "Ann", "Ben")


async def test_names_are_found_in_any_spelling_and_a_slip_is_asked_about(evening: Club) -> None:
    checkin.check_in(evening, ["Zoë Müller"], guests=True)

    async with at_the_desk(evening, "n", "i") as officer:
        for spelled in ("zoe mueller", "muller", "zoe muler"):
            await officer.type(spelled)
            assert offered(officer)[0] == "Zoë Müller"
            await officer.press("ctrl+u")
        await officer.type("zoe muler", "enter", shows="! No member is called 'zoe muler'. Did you mean Zoë Müller?")
        await officer.press("tab")
        assert typed(officer) == "Zoë Müller, "


async def test_a_digit_seats_who_is_in_its_row_and_a_key_takes_the_last_back(evening: Club) -> None:
    async with at_the_desk(evening, "n", "i") as officer:
        first, second, third, *_ = offered(officer)
        await officer.hurry("2", "1", "3")
        assert typed(officer) == f"{second}, {first}, {third}, "
        await officer.press("1", shows=f"! {first} is picked already.")
        await officer.press("backspace")
        assert typed(officer) == f"{second}, {first}, "


async def test_who_is_seated_stays_so_and_a_digit_seats_the_next_after_them(evening: Club) -> None:
    async with at_the_desk(evening, "n", "i", "1", "2", "enter", "i") as officer:
        assert typed(officer) == "Ann, Ben, "
        await officer.press("3", "enter", shows="Ann, Ben, Cal")
        await officer.press("i")
        await officer.type("dee", "tab", "backspace", "4")
        assert typed(officer) == "Ann, Ben, Cal, Dee, "
        await officer.press("escape", shows="Ann, Ben, Cal ")


async def test_where_each_is_stands_beside_the_name(evening: Club) -> None:
    starting.start_table(evening, "big-two", NAMES[:3])

    async with at_the_desk(evening, "n", "i") as officer:
        assert offered(officer) == [
            "Dee",
            *(f"{name}  at table 1" for name in NAMES[:3]),
            "Eve  not checked in yet",
        ]


async def test_one_who_is_named_twice_is_refused(evening: Club) -> None:
    async with at_the_desk(evening, "n", "i") as officer:
        await officer.type("ann, be, an", "enter", shows="! Ann is named twice.")
        assert typed(officer) == "ann, be, an"


@pytest.mark.parametrize(("key", "guest"), [("1", True), ("2", False)])
async def test_who_has_not_come_yet_is_checked_in_and_who_is_new_is_added(evening: Club, key: str, guest: bool) -> None:
    def come() -> set[str]:
        return {member.name for member in sessions.show(evening).checked_in}

    async with at_the_desk(evening, "n", "i") as officer:
        await officer.type("eve, Quentin, an", "enter", shows="Quentin is not on the roster yet. Add them:")
        await officer.press(key, shows=("Eve and Quentin are checked in and seated.", "Eve, Quentin, Ann"))
        assert [member.guest for member in roster.members(evening) if member.name == "Quentin"] == [guest]
        await officer.press("escape", "U", shows="Undone: checking in Eve and Quentin.")
    assert not {"Eve", "Quentin"} & come()
    assert "Quentin" not in [member.name for member in roster.members(evening, include_retired=True)]


async def test_a_digit_stands_at_a_row_only_where_it_picks_that_row(evening: Club) -> None:
    async with at_the_desk(evening, "n", "i", size=LARGE, shows=("1 Ann", "a digit: that row")) as officer:
        await officer.type("a")  # what is typed now is a name, which may have digits in it
        assert "1 Ann" not in officer.reads()
        assert "a digit: that row" not in officer.reads()
        await officer.press("tab", "2")
        assert typed(officer) == "Ann, Ben, "
