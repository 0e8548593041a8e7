"""What the desk asks first where full names leave it, or a name is taken out for good."""

import pytest
from textual.widgets import Static

from referee.club.folder import Club
from referee.club.people import officers, roster
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

ANN = ("M", "enter")
FILES = ("B",)


def asked(officer: Officer) -> str:
    return " ".join(officer.reads().replace("│", " ").split())


def names(club: Club) -> list[str]:
    return [each.name for each in roster.members(club, everybody=True)]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_member_is_forgotten_once_what_that_does_was_agreed_to(night: Club, size: tuple[int, int]) -> None:
    roster.add(night, "Fay")  # who acts at the desk
    officers.elect(night, "Fay", "president")

    async with at_the_desk(night, size) as officer:
        await officer.press(*ANN, "X")
        told = " ".join(f"{each.render()}" for each in officer.app.screen.query(Static))
        assert "Forget Ann? A number replaces the name for good." in told
        assert "This cannot be undone." in told
        assert "Not reached: backups" in told
        await officer.press("escape")
        assert "Ann" in names(night)
        await officer.press("X", "enter")
        assert "! Type Ann to forget this member." in asked(officer)
        assert "Ann" in names(night)
        await officer.type("Ann", "enter")
        assert "from now on." in officer.reads()
        assert "Ann" not in officer.reads()
        await officer.press("escape", "escape", "escape", "U")
        assert "That cannot be undone." in officer.reads()
    assert "Ann" not in names(night)


async def test_who_is_no_officer_forgets_nobody(night: Club) -> None:
    officers.elect(night, "Ben", "president")

    async with at_the_desk(night) as officer:
        await officer.press(*ANN, "X")
        assert "Only an officer may forget a member" in asked(officer)
        assert "Forget Ann?" not in asked(officer)
        await officer.press("escape")
        assert officer.on("member")
    assert "Ann" in names(night)


async def test_an_export_with_full_names_is_asked_about_first(night: Club) -> None:
    path = night.exports / "full-names" / "season.html"

    async with at_the_desk(night, LARGE) as officer:
        await officer.press(*FILES, *["down"] * 4, "enter")
        assert "exports/full-names/season.html will show the full names of all members" in asked(officer)
        await officer.press("escape")
        assert not path.exists()
        await officer.press("enter", "enter")
        assert "with full names, not to be published" in asked(officer)
    assert "Ann" in path.read_text(encoding="utf-8")


async def test_the_season_page_for_the_public_is_written_unasked(night: Club) -> None:
    async with at_the_desk(night, LARGE) as officer:
        await officer.press(*FILES, "enter")
    assert (night.exports / "season.html").exists()
