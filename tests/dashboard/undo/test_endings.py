"""Whatever ends something says what comes of it and for whom, and can be taken back."""

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import matches, recording
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen


def asked(officer: Officer) -> str:
    """What a question says, without its frame."""
    return " ".join(officer.reads().replace("│", " ").split())


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_closing_says_what_counts_and_for_whom_it_does_not(night: Club, size: tuple[int, int]) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("o")
        told = asked(officer)
        assert "It is noted that 4 players came." in told
        assert "Table 2 counts in the standings." in told
        assert "Table 1 is not finished" in told
        assert "uncounted, for Ann, Ben, Cal and Dee." in told
        assert "1 line still waits for a decision." in told
        assert "U opens it again" in told
        await officer.press("escape")
        assert sessions.show(night).session.status == "open"

    at_the_desk(night, play, size=size)


def test_a_session_closed_too_soon_is_opened_again_with_a_reason(evening: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("o", "enter")
        assert "U opens it again." in officer.reads()
        await officer.press("U")
        assert "Take back the end of the session of Monday 16 November 2026?" in asked(officer)
        await officer.press("enter")
        assert "An answer is needed." in officer.reads()
        await officer.type("one more table came in", "enter")
        assert "The session of Monday 16 November 2026 is open again." in officer.reads()

    at_the_desk(evening, play)
    shown = sessions.show(evening)
    assert shown.session.status == "open"
    assert shown.turns[-1].reason == "one more table came in"


def test_finishing_says_what_comes_of_it_for_whom_and_can_be_taken_back(evening: Club) -> None:
    number = matches.start(evening, "play-or-pay", NAMES[:3]).number
    for line in ("deal by Cal", "Ann plays 5H", "Ben pays"):
        recording.log(evening, number, line)
    matches.result(evening, number, places=[["Ben"], ["Ann"], ["Cal"]])

    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape", "f")
        told = asked(officer)
        assert f"End the match at table {number}?" in told
        assert "1 open question lapses." in told
        assert "it counts for Ann, Ben and Cal: Ben > Ann >" in told
        assert "U opens it again" in told
        await officer.press("enter", "escape", "escape")
        assert matches.show(evening, number).finished_at
        await officer.press("U")
        assert "Take back the end of table 1? The table is open again, and its places do not count." in asked(officer)
        await officer.type("one more hand", "enter")
        assert f"Table {number} is open again." in officer.reads()

    at_the_desk(evening, play)
    assert matches.show(evening, number).finished_at is None
