"""The offices of the club at the desk, and who acts at this computer."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from referee.club import history
from referee.club.folder import Club
from referee.club.people import current_officer, officers, roster
from tests.dashboard.piloting import LARGE, OPENED, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


async def test_officers_are_elected_hand_over_and_step_down(club: Club) -> None:
    async with at_the_desk(club, *OPENED["officers"], size=LARGE) as officer:
        assert "The club has no officer yet, so anybody may do anything." in officer.reads()
        await officer.press("n", "1", shows="To which office was Ann elected?")
        await officer.press("2", shows="Ann is president from 2026-11-16")
        await officer.press("e")
        await officer.type("Ben", "enter", shows="Ben takes over from Ann as president. Reason:")
        await officer.press("1", shows=("Ben is president from 2026-11-16", "took over: Ann moved away"))
        await officer.press("home", "x", shows="steps down as president")
        await officer.type("no time any more", "enter", shows="Ben is no longer president.")
    assert not officers.choices(club)


async def test_what_was_done_about_an_office_is_undone_with_its_key_also_after_a_restart(club: Club) -> None:
    moments = count()  # what was done at one moment was done at once
    begun, club = club.clock(), replace(club, clock=lambda: begun + timedelta(seconds=next(moments)))

    async with at_the_desk(club, *OPENED["officers"], "n", "1", "2", size=LARGE) as officer:
        await officer.press("e")
        await officer.type("Ben", "enter")
        await officer.type("Ann moved away", "enter")
        await officer.press("U", shows="Undone: Ben taking over as president.")
        await officer.press("home", "x", "1")
        assert not officers.choices(club)
        await officer.press("U", shows="Undone: Ann stepping down as president.")
    assert [member.name for member in officers.choices(club)] == ["Ann"]
    async with at_the_desk(club, *OPENED["officers"], "U", size=LARGE, shows="Undone: electing Ann as president."):
        pass
    assert not officers.choices(club)


async def test_who_is_unknown_is_asked_for_again(club: Club) -> None:
    async with at_the_desk(club, *OPENED["officers"], "n", size=LARGE) as officer:
        await officer.type("Zoe", "enter", shows=("! No member is called 'Zoe'", "Who was elected?"))
    assert not officers.terms(club, include_past=True)


async def test_who_acts_at_this_computer_signs_from_then_on_and_is_kept(club: Club) -> None:
    async with at_the_desk(club, *OPENED["officers"], size=LARGE, shows="acting at this computer: Fay") as officer:
        await officer.press("s")
        await officer.type("Ben", "enter", shows="Ben acts at this computer from now on.")
        await officer.press("escape", "escape")
        assert "Ben   16:00" in officer.sees().splitlines()[0]  # by name, though the club keeps a number
        await officer.press("s")
    ben = roster.show(club, "Ben").member.id
    assert current_officer.chosen_officer(club) == ben
    assert history.recent_actions(club, limit=1)[0].by == "Ben"
