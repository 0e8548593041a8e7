"""What the line above the keys says, and how long it says it."""

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.dashboard.widgets import message_line
from referee.dashboard.widgets.message_line import MessageLine
from tests.dashboard.conftest import MONDAY
from tests.dashboard.piloting import at_the_desk

pytestmark = pytest.mark.screen


async def test_what_was_done_is_told_until_the_next_key(club: Club) -> None:
    async with at_the_desk(club, "s", shows="is open.") as officer:
        await officer.press("down")
        assert "is open." not in officer.reads()


async def test_what_was_done_fades_by_itself(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_line, "FADE_SECONDS", 0.05)

    async with at_the_desk(club) as officer:
        officer.app.screen.query_one(MessageLine).show_message("It is done.")
        await officer.until("It is done.", gone=True)


async def test_what_was_refused_goes_at_a_key_but_not_before_it_could_be_read(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_the_desk(club, "n", "down", shows="! No session is open.") as officer:
        monkeypatch.setattr(message_line, "READ_SECONDS", 0.0)
        await officer.press("down")
        assert "! No session is open." not in officer.reads()


async def test_what_was_refused_does_not_outlive_what_it_spoke_of(club: Club) -> None:
    async with at_the_desk(club, "n", shows="! No session is open.") as officer:
        sessions.open_session(club, str(MONDAY))
        await officer.until("No table yet.")
        assert "No session is open" not in officer.reads()


async def test_how_it_always_is_on_a_screen_stands_there_again(evening: Club) -> None:
    async with at_the_desk(evening, "n") as officer:
        line = officer.app.screen.query_one(MessageLine)
        assert "Enter chooses the selected row" in officer.reads()
        line.show_message("Something else.")
        await officer.press("down")
        assert "Something else." not in officer.reads()
        assert "Enter chooses the selected row" in officer.reads()


async def test_what_is_wrong_for_good_stays(club: Club) -> None:
    async with at_the_desk(club) as officer:
        officer.app.screen.query_one(MessageLine).show_warning("Not as it was written down.")
        await officer.press("down", "up", shows="! Not as it was written down.")
