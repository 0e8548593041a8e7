"""Checking members in by the beginning of a name."""

from collections.abc import Sequence
from threading import Event

import pytest
from textual.widgets import Input, OptionList

from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import roster
from referee.dashboard.tonight import checkin as checkin_screen
from referee.dashboard.tonight.checkin import CheckInScreen
from referee.dashboard.widgets.field import NameField
from referee.store.models import Member
from tests.dashboard.piloting import LARGE, Officer, at_the_desk
from tests.patience import patience

pytestmark = pytest.mark.screen


def here(club: Club) -> list[str]:
    return [member.name for member in sessions.show(club).checked_in]


async def test_the_beginning_of_a_name_and_enter_notes_who_came(evening: Club) -> None:
    async with at_the_desk(evening, "c", shows="Check-in, 2026-11-16 4 checked in") as officer:
        await officer.type("ev", "enter", shows=("Eve is checked in.", "5 checked in"))
    assert here(evening) == ["Ann", "Ben", "Cal", "Dee", "Eve"]


async def test_who_is_missing_comes_first_and_the_arrows_mark_another(evening: Club) -> None:
    roster.add(evening, "Fay")

    async with at_the_desk(evening, "c", "down", "down", "enter", shows="Fay is checked in.") as officer:
        # Enter once more notes nobody: only who was gone to, or typed.
        await officer.press("enter", shows="! Fay is already checked in.")
        await officer.press("up", "enter", shows="Eve is checked in.")
        await officer.press("down", "enter", shows="! Everybody on the roster is checked in.")


async def test_the_arrow_up_marks_the_name_before(evening: Club) -> None:
    roster.add(evening, "Fay")

    async with at_the_desk(evening, "c", "down", "down", "up", "enter") as officer:
        assert "Eve is checked in." in officer.reads()
    assert "Fay" not in here(evening)


async def test_a_name_that_nobody_has_is_added_as_a_guest_or_a_member(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        await officer.type("Zoe", "enter", shows="Zoe is checked in, as a guest.")
        await officer.type("Yve", "up", "enter", shows="Yve is checked in.")
    guests = {member.name: member.guest for member in roster.members(evening)}
    assert guests["Zoe"]
    assert not guests["Yve"]
    assert {"Zoe", "Yve"} <= set(here(evening))


async def test_names_typed_one_after_the_other_without_a_pause_are_all_noted(evening: Club) -> None:
    roster.add(evening, "Fay")

    async with at_the_desk(evening, "c") as officer:
        await officer.type("eve\nfay\n", shows="6 checked in")
    assert {"Eve", "Fay"} <= set(here(evening))


async def test_what_cannot_be_a_name_is_refused_and_stays_typed(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        await officer.type("7up", "enter")
        officer.shows("'7up' cannot be a name", "7up as a guest")


async def test_a_member_noted_by_the_other_officer_appears(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        checkin.check_in(evening, ["Eve"])
        await officer.until("5 checked in")


async def test_a_member_checked_in_by_mistake_is_taken_off_again(evening: Club) -> None:
    async with at_the_desk(evening, "c", shows="Not here") as officer:
        await officer.type("be", "delete", shows=("Ben is no longer checked in.", "3 checked in"))
        # The roster is whole again, and everybody is where they were: Eve, Ann, Ben.
        await officer.press(*["down"] * 3, "delete", shows="! Ben is not checked in.")
    assert here(evening) == ["Ann", "Cal", "Dee"]


async def test_who_sits_at_a_table_stays_checked_in_and_what_is_typed_stays(evening: Club) -> None:
    number = starting.start_table(evening, "commune", ["Ann", "Ben"]).number

    async with at_the_desk(evening, "c") as officer:
        await officer.type("be", "delete", shows=(f"! Ben has a seat at table {number} on", "✓ here Ben"))
        assert officer.app.screen.query_one(NameField).value == "be"
        # Within what is typed, the key is the line's own.
        await officer.press("left", "delete")
        assert officer.app.screen.query_one(NameField).value == "b"
    assert here(evening) == ["Ann", "Ben", "Cal", "Dee"]


async def test_what_is_marked_stays_marked_when_an_entry_comes_in(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        await officer.type("Gus", "up")
        roster.add(evening, "Hal")
        screen = officer.app.screen
        assert isinstance(screen, CheckInScreen)
        screen.reload()
        await officer.settle()
        await officer.press("enter", shows="Gus is checked in.")
    assert [member.guest for member in roster.members(evening) if member.name == "Gus"] == [False]


async def test_a_name_is_found_without_its_accents_and_by_any_of_its_words(evening: Club) -> None:
    roster.add(evening, "José Núñez")

    async with at_the_desk(evening, "c") as officer:
        await officer.type("nunez", "enter", shows="José Núñez is checked in.")
    assert here(evening) == ["Ann", "Ben", "Cal", "Dee", "José Núñez"]


async def test_a_slip_shows_who_may_be_meant_and_enter_notes_nobody(evening: Club) -> None:
    roster.add(evening, "Bernard")

    async with at_the_desk(evening, "c") as officer:
        await officer.type("Bernrad", shows=("Bernard", "add Bernrad as a guest"))
        await officer.press("enter", shows="! Nobody is selected.")
        await officer.press("down", "enter", shows="Bernard is checked in.")
    assert "Bernrad" not in [member.name for member in roster.members(evening)]


def rows(officer: Officer) -> list[str]:
    """The rows of names, without the digits and what stands before a name."""
    listed = officer.app.screen.query_one("#names", OptionList)
    return [str(option.prompt).lstrip("123456789 ✓").removeprefix("here").strip() for option in listed.options]


async def test_the_surest_comes_first_and_to_add_a_guest_last(evening: Club) -> None:
    for name in ("Mary Ann", "Anna", "Hanna"):
        roster.add(evening, name)

    async with at_the_desk(evening, "c") as officer:
        await officer.type("anna")
        # Ann, who is here, could be a slip of it, and so could Hanna.
        assert rows(officer)[0] == "Anna"
        await officer.type("x")
        assert rows(officer)[0] == "Anna"
        assert rows(officer)[-2:] == ["add annax as a member", "add annax as a guest"]


async def test_a_digit_notes_who_is_in_its_row(evening: Club) -> None:
    roster.add(evening, "Fay")

    async with at_the_desk(evening, "c") as officer:
        wanted = rows(officer)[1]
        await officer.press("2", shows=f"{wanted} is checked in.")
        assert officer.app.screen.query_one(NameField).value == ""
    assert "Fay" in here(evening)


async def test_a_digit_is_the_same_persons_however_fast_digits_are_pressed(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")

    async with at_the_desk(club, "c") as officer:
        wanted = rows(officer)[:4]
        await officer.press("1", "2")
        assert rows(officer)[:4] == wanted
        await officer.hurry("3", "4")
        await officer.settle()
        assert "4 checked in" in officer.reads()
        assert here(club) == wanted
        await officer.press("2", shows=f"! {wanted[1]} is already checked in.")


async def test_a_digit_stays_whose_it_is_while_another_officer_notes_somebody(evening: Club) -> None:
    for name in ("Fay", "Faye"):
        roster.add(evening, name)

    async with at_the_desk(evening, "c") as officer:
        await officer.type("fa")
        listed = rows(officer)
        checkin.check_in(evening, ["Fay"])
        await officer.until("5 checked in")
        assert rows(officer) == listed
        await officer.press("2", shows="Faye is checked in.")


async def test_where_names_have_digits_a_digit_is_typed(evening: Club) -> None:
    roster.add(evening, "Table 2 Tom")

    async with at_the_desk(evening, "c") as officer:
        await officer.type("table 2", "enter", shows="Table 2 Tom is checked in.")


async def test_a_name_entered_before_the_roster_is_there_is_noted_when_it_is(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, looked = Event(), checkin_screen._load_roster

    def slowly(club: Club) -> tuple[Sequence[Member], sessions.SessionView]:
        assert there.wait(patience())
        return looked(club)

    monkeypatch.setattr(checkin_screen, "_load_roster", slowly)

    async with at_the_desk(evening) as officer:
        await officer.hurry("c", *"eve", "enter", "f")
        there.set()
        await officer.settle()
        assert "Eve" in here(evening)
        assert officer.app.screen.query_one(NameField).value == "f"


async def test_several_are_checked_in_with_commas(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")

    async with at_the_desk(club, "c", size=LARGE) as officer:
        await officer.type("ann, cal,dee", "enter", shows="Ann, Cal and Dee are checked in.")
        await officer.type("eve, Zoe", "enter", shows="! Nobody is checked in. No member is called 'Zoe'.")
        assert officer.app.screen.query_one(Input).value == "eve, Zoe"
        assert [member.name for member in sessions.show(club).checked_in] == ["Ann", "Cal", "Dee"]


async def test_of_several_those_whom_nobody_knows_are_added_together(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")

    async with at_the_desk(club, "c", size=LARGE) as officer:
        await officer.type("ann, Yve, Zoe")
        assert rows(officer) == ["add Yve and Zoe as members", "add Yve and Zoe as guests"]
        await officer.press("1", shows="Ann, Yve and Zoe are checked in.")
        await officer.type("ben, Xan", "up", "enter", shows="Ben and Xan are checked in.")
        await officer.type("Dee, Bne", "enter")  # a slip is said to be one, and is nobody new
        assert rows(officer) == []
        assert "Nobody is checked in. No member is called 'Bne'. Did you mean Ben?" in officer.reads()
    guests = {member.name: member.guest for member in roster.members(club)}
    assert (guests["Yve"], guests["Zoe"], guests["Xan"]) == (False, False, True)
    assert "Bne" not in guests


async def test_all_checks_in_everybody_on_the_roster(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")

    async with at_the_desk(club, "c", size=LARGE) as officer:
        await officer.type("all", "enter", shows=("Ann, Ben, Cal", "are checked in."))
    assert len(sessions.show(club).checked_in) == len(roster.members(club))


async def test_somebody_who_is_called_so_comes_before_the_word_for_everybody(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")
    roster.add(club, "Allan")

    async with at_the_desk(club, "c", size=LARGE) as officer:
        await officer.type("all", "enter")
    assert [member.name for member in sessions.show(club).checked_in] == ["Allan"]
