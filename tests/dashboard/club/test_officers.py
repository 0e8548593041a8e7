"""The offices of the club at the desk, and who acts at this computer."""

import pytest

from referee.club import history
from referee.club.folder import Club
from referee.club.people import acting, officers, roster
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk

pytestmark = pytest.mark.screen


def test_officers_are_elected_hand_over_and_step_down(club: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED["officers"])
        assert "The club has no officer yet, so anybody may do anything." in officer.reads()
        await officer.press("n")
        await officer.type("Ann as president", "enter")
        assert "Ann is president from 2026-11-16" in officer.reads()
        await officer.press("e")
        await officer.type("Ben", "enter")
        await officer.type("Ann moved away", "enter")
        assert "Ben is president from 2026-11-16" in officer.reads()
        assert "took over: Ann moved away" in officer.reads()
        await officer.press("home", "x")
        assert "steps down as president" in officer.reads()
        await officer.type("no time any more", "enter")
        assert "Ben is no longer president." in officer.reads()

    at_the_desk(club, play, size=LARGE)
    assert not officers.choices(club)


def test_who_is_unknown_is_asked_for_again(club: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED["officers"], "n")
        await officer.type("Zoe as president", "enter")
        assert "! No member is called 'Zoe'" in officer.reads()
        assert "Zoe as president" in officer.reads()

    at_the_desk(club, play, size=LARGE)
    assert not officers.terms(club, everybody=True)


def test_who_acts_at_this_computer_signs_from_then_on_and_is_kept(club: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED["officers"])
        assert "acting at this computer: Fay" in officer.reads()
        await officer.press("s")
        await officer.type("Ben", "enter")
        assert "Ben acts at this computer from now on." in officer.reads()
        await officer.press("escape", "escape")
        assert "Ben   16:00" in officer.sees().splitlines()[0]  # by name, though the club keeps a number
        await officer.press("s")

    at_the_desk(club, play, size=LARGE)
    ben = roster.show(club, "Ben").member.id
    assert acting.chosen(club) == ben
    assert history.deeds(club, most=1)[0].by == "Ben"
