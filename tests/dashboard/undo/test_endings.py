"""Whatever ends something says what comes of it and for whom, and can be taken back."""

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import coming_and_going, ending, matches, recording, starting
from referee.competition.field import Sizes
from referee.tournaments.deeds import announcing, entering, playing, rounds
from referee.tournaments.state.settings import Counts, Format, Wanted
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen


def asked(officer: Officer) -> str:
    """What a question says, without its frame."""
    return " ".join(officer.reads().replace("│", " ").split())


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_closing_says_what_counts_and_for_whom_it_does_not(night: Club, size: tuple[int, int]) -> None:
    async with at_the_desk(night, size) as officer:
        await officer.press("f")
        told = asked(officer)
        assert "4 players checked in." in told
        assert "Table 2 counts in the standings." in told
        assert "Table 1 is not finished" in told
        assert "will not count for Ann, Ben, Cal and Dee." in told
        assert "1 line still waits for a decision." in told
        assert "U reopens it" in told
        await officer.press("escape")
        assert sessions.show(night).session.status == "open"


async def test_a_session_closed_too_soon_is_opened_again_with_a_reason(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await officer.press("f", "enter")
        assert "U reopens it." in officer.reads()
        await officer.press("U")
        assert "Undo closing the session of 2026-11-16?" in asked(officer)
        await officer.press("enter")
        assert "needs a reason" in asked(officer)
        await officer.type("one more table came in", "enter")
        assert "The session of 2026-11-16 is open again." in officer.reads()
    shown = sessions.show(evening)
    assert shown.session.status == "open"
    assert shown.turns[-1].reason == "one more table came in"


async def test_finishing_says_what_comes_of_it_for_whom_and_can_be_taken_back(evening: Club) -> None:
    number = starting.start(evening, "play-or-pay", NAMES[:3]).number
    for line in ("deal by Cal", "Ann plays 5H", "Ben pays"):
        recording.log(evening, number, line)
    ending.result(evening, number, places=[["Ben"], ["Ann"], ["Cal"]])

    async with at_the_desk(evening) as officer:
        await officer.press("enter", "escape", "f")
        told = asked(officer)
        assert f"End the match at table {number}?" in told
        assert "1 open question lapses." in told
        assert "counts for Ann, Ben and Cal: Ben > Ann >" in told
        assert "U reopens it" in told
        await officer.press("enter", "escape", "escape")
        assert matches.show(evening, number).finished_at
        await officer.press("U")
        assert "Undo the end of table 1? The table is open again, and its result does not count." in asked(officer)
        await officer.type("one more hand", "enter")
        assert f"Table {number} is open again." in officer.reads()
    assert matches.show(evening, number).finished_at is None


async def test_closing_says_of_each_table_what_its_card_says(evening: Club) -> None:
    """A table that somebody left before any hand was over counts for nobody; one of a tournament apart only there."""
    left = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H"):
        recording.log(evening, left, line)
    goes_on = coming_and_going.leave(evening, left, "Dee", reason="had to catch the train").goes_on
    assert goes_on is not None
    ending.result(evening, goes_on.number, places=[["Ann"], ["Ben"], ["Cal"]])
    ending.finish(evening, goes_on.number)
    cup = Wanted("commune", Sizes(2, 4), (("rounds", 1), ("counts", Counts.NOTHING)))
    announcing.new(evening, "Cup", Format.SWISS, cup, seed=1)
    entering.enter(evening, "1", NAMES[:2])
    rounds.draw(evening, "1")
    of_the_cup = playing.seat(evening, "1").rounds[0].tables[0].match
    assert of_the_cup is not None
    ending.result(evening, of_the_cup, places=[["Ann"], ["Ben"]])
    ending.finish(evening, of_the_cup)

    async with at_the_desk(evening, LARGE) as officer:
        assert "finished: no result" in officer.reads()
        await officer.press("f")
        told = asked(officer)
        assert f"Table {goes_on.number} counts in the standings." in told
        assert f"Table {of_the_cup} counts in the tournament only." in told
        assert "What was played at table 1 before the players changed counts for nobody." in told
        assert "Table 1, earlier" in officer.reads()
