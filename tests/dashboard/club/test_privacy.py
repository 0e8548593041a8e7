"""What the desk asks first where full names leave it, or a name is taken out for good."""

import pytest
from textual.widgets import Static

from referee.club.folder import Club
from referee.club.people import officers, roster
from tests.dashboard.club.file_rows import down_to
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

ANN = ("M", "enter")
FILES = ("B",)


def names(club: Club) -> list[str]:
    return [member.name for member in roster.members(club, include_retired=True)]


async def test_a_member_is_forgotten_once_what_that_does_was_agreed_to(night: Club) -> None:
    roster.add(night, "Fay")  # who acts at the desk
    officers.elect(night, "Fay", "president")

    async with at_the_desk(night, *ANN, "X") as officer:
        change = " ".join(f"{static.render()}" for static in officer.app.screen.query(Static))
        assert "Forget Ann? A number replaces the name for good." in change
        assert "This cannot be undone." in change
        assert "Not reached: backups" in change
        await officer.press("escape")
        assert "Ann" in names(night)
        await officer.press("X", "enter", shows="! Type Ann to forget this member.")
        assert "Ann" in names(night)
        await officer.type("Ann", "enter", shows="from now on.")
        assert "Ann" not in officer.reads()
        await officer.press("escape", "escape", "escape", "U", shows="An erased name cannot be restored.")
    assert "Ann" not in names(night)


async def test_who_is_no_officer_forgets_nobody(night: Club) -> None:
    officers.elect(night, "Ben", "president")

    async with at_the_desk(night, *ANN, "X", shows="Only an officer may forget a member") as officer:
        assert "Forget Ann?" not in officer.reads()
        await officer.press("escape")
        assert officer.on("member")
    assert "Ann" in names(night)


async def test_an_export_with_full_names_is_asked_about_first(night: Club) -> None:
    path = night.exports / "full-names" / "season.html"

    async with at_the_desk(night, *FILES, *down_to("full names"), "enter", size=LARGE) as officer:
        assert "exports/full-names/season.html will show the full names of all members" in officer.reads()
        await officer.press("escape")
        assert not path.exists()
        await officer.press("enter", "enter", shows="with full names, not to be published")
    assert "Ann" in path.read_text(encoding="utf-8")


async def test_the_season_page_for_the_public_is_written_unasked(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        await officer.press(*FILES, "enter")
    assert (night.exports / "season.html").exists()
