"""Whatever ends something says what comes of it and for whom, and can be taken back."""

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import ending, matches, seat_transfers, starting
from referee.competition.entrants import Sizes
from referee.tournaments.actions import announcing, entering, playing, rounds
from referee.tournaments.state.settings import Counts, Format, SettingsChange
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen


async def test_closing_says_what_counts_and_for_whom_it_does_not(night: Club) -> None:
    async with at_the_desk(night, "f") as officer:
        officer.shows("4 players checked in.", "Table 2 counts in the standings.", "Table 1 is not finished")
        officer.shows("will not count for Ann, Ben, Cal and Dee.", "1 line still waits for a decision.", "U reopens it")
        await officer.press("escape")
        assert sessions.show(night).session.status == "open"


async def test_a_session_closed_too_soon_is_open_again_and_closed_after_all(evening: Club) -> None:
    async with at_the_desk(evening, "f", "enter", shows="U reopens it.") as officer:
        await officer.press("U", shows="Undone: closing the session of 2026-11-16. Y redoes it.")
        assert sessions.show(evening).session.status == "open"
        await officer.press("Y", shows="Redone: closing the session of 2026-11-16. U undoes it.")
        assert sessions.show(evening, "2026-11-16").session.status == "closed"


async def test_finishing_says_what_comes_of_it_for_whom_and_can_be_taken_back(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:3]).number
    write_down(evening, number, ("deal by Cal", "Ann plays 5H", "Ben pays"))
    ending.record_result(evening, number, places=[["Ben"], ["Ann"], ["Cal"]])

    async with at_the_desk(evening, "enter", "escape", "f") as officer:
        officer.shows(f"End the match at table {number}?", "1 open question lapses.")
        officer.shows("counts for Ann, Ben and Cal: Ben > Ann >", "U reopens it")
        await officer.press("enter", "escape", "escape")
        assert matches.show(evening, number).finished_at
        await officer.press("U")
        assert "Undo the end of table 1? The table is open again, and its result does not count." in officer.reads()
        await officer.type("one more hand", "enter", shows=f"Table {number} is open again.")
    assert matches.show(evening, number).finished_at is None


async def test_closing_says_of_each_table_what_its_card_says(evening: Club) -> None:
    """A table that somebody left before any hand was over counts for nobody; one of a tournament apart only there."""
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H"))
    goes_on = seat_transfers.leave(evening, number, "Dee", reason="had to catch the train").goes_on
    assert goes_on is not None
    end(evening, goes_on.number, "Ann", "Ben", "Cal")
    cup = SettingsChange("commune", Sizes(2, 4), (("rounds", 1), ("counts", Counts.NOTHING)))
    announcing.announce(evening, "Cup", Format.SWISS, cup, seed=1)
    entering.enter(evening, "1", NAMES[:2])
    rounds.draw(evening, "1")
    of_the_cup = playing.start_tables(evening, "1").rounds[0].tables[0].match
    assert of_the_cup is not None
    end(evening, of_the_cup, "Ann", "Ben")

    async with at_the_desk(evening, size=LARGE, shows="finished: no result") as officer:
        await officer.press("f")
        officer.shows(f"Table {goes_on.number} counts in the standings.")
        officer.shows(f"Table {of_the_cup} counts in the tournament only.")
        officer.shows("What was played at table 1 before the players changed counts for nobody.")
        assert "Table 1, earlier" in officer.reads()
