"""Seating by typing: the nearest first, in any spelling, and to add a guest last."""

import pytest
from textual.widgets import OptionList

from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import roster
from referee.dashboard.tonight.seating import SeatingScreen
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen


def offered(officer: Officer) -> list[str]:
    listed = officer.app.screen.query_one("#names", OptionList)
    return [str(each.prompt).lstrip("123456789 ") for each in listed.options]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_table_is_seated_by_the_beginnings_of_names(evening: Club, size: tuple[int, int]) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("n", "i")
        await officer.type("de\nan\nbe\n")
        await officer.settle()
        assert "Clockwise: Dee, Ann, Ben" in officer.reads()
        await officer.press("enter")
        assert isinstance(officer.app.screen, SeatingScreen)
        assert "Dee, Ann, Ben" in officer.reads()
        await officer.press("s")

    at_the_desk(evening, play, size=size)
    assert matches.show(evening, 1).names == ("Dee", "Ann", "Ben")


def test_names_are_found_in_any_spelling(evening: Club) -> None:
    checkin.check_in(evening, ["Zoë Müller"], guests=True)

    async def play(officer: Officer) -> None:
        await officer.press("n", "i")
        for typed in ("zoe mueller", "muller"):
            await officer.type(typed)
            assert offered(officer)[0] == "Zoë Müller"
            await officer.press("ctrl+u")
        await officer.type("zoe muler")
        assert offered(officer)[0] == "Zoë Müller"
        await officer.press("enter")
        assert "! Nobody is selected." in officer.reads()
        await officer.press("down", "enter")
        assert "Clockwise: Zoë Müller" in officer.reads()

    at_the_desk(evening, play)


def test_a_digit_seats_who_is_in_its_row(evening: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("n", "i")
        second = offered(officer)[1]
        await officer.press("2")
        assert f"Clockwise: {second}" in officer.reads()
        await officer.press("delete")
        assert "Clockwise: nobody yet" in officer.reads()

    at_the_desk(evening, play)


def test_a_digit_is_the_same_persons_however_fast_digits_are_pressed(evening: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("n", "i")
        first, second, third, *_ = offered(officer)
        await officer.hurry("1", "2", "3", "1")
        await officer.settle()
        assert f"Clockwise: {first}, {second}, {third}" in officer.reads()
        assert f"! {first} is already seated." in officer.reads()
        assert offered(officer)[:3] == [f"{name}  seated" for name in (first, second, third)]

    at_the_desk(evening, play)


def test_who_has_not_come_yet_is_noted_and_a_stranger_is_a_guest(evening: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("n", "i")
        await officer.type("eve")
        assert offered(officer)[0] == "Eve  not checked in yet"
        await officer.press("enter")
        await officer.type("Quentin")
        assert offered(officer)[-1] == "add Quentin as a guest"
        await officer.press("enter", "escape")
        assert "Eve, Quentin" in officer.reads()

    at_the_desk(evening, play)
    assert {"Eve", "Quentin"} <= {each.name for each in sessions.show(evening).came}
    assert [each.guest for each in roster.members(evening) if each.name in ("Eve", "Quentin")] == [False, True]
