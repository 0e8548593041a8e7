"""Evenings, past and to come: opened, put right with the impact shown first, planned, moved and cancelled."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from textual.widgets import Input

from referee.club.calendar import schedule, sessions
from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import correction_notes, matches
from referee.club.people import officers
from referee.club.standings import season_end
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from tests.club.conftest import MONDAY
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


@pytest.fixture
def week_later(night: Club) -> Club:
    """The club a week after the night."""
    sessions.close_session(night, unfinished=True)
    return replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC))


async def to_the_evening(officer: Officer) -> None:
    await officer.press("C")
    assert officer.on("evenings")
    await officer.press("enter")
    assert officer.on("evening")


async def test_an_evening_shows_who_came_and_its_tables_and_a_table_its_record(week_later: Club) -> None:
    async with at_the_desk(week_later, "C", shows="Mon 2026-11-16 15:45 closed 4 2 M4") as officer:
        await officer.press("enter", shows=("4 players checked in: Ann, Ben, Cal, Dee", "Ann > Ben > Cal > Dee"))
        assert "not finished; Ann, Ben, Cal, Dee" in officer.reads()
        await officer.press("enter")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "Ann, Ben, Cal, Dee" in officer.reads()
        await officer.press("down", shows="Ann plays 5♥")


async def test_only_a_closed_session_offers_to_be_reopened(week_later: Club) -> None:
    schedule.add(week_later, date(2026, 11, 30), time(18, 45))

    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        assert "s Reopen" in officer.reads()
        await officer.press("right_square_bracket")
        assert "Mon 30 Nov" in officer.reads() or "30 November" in officer.reads()
        assert "Reopen" not in officer.reads()
        await officer.press("s")
        assert not isinstance(officer.app.screen, Dialog)


async def test_the_neighbours_of_a_session_and_of_a_table_are_a_key_away(week_later: Club) -> None:
    schedule.add(week_later, date(2026, 11, 30), time(18, 45))

    async with at_the_desk(week_later) as officer:
        await to_the_evening(officer)
        await officer.press("enter")
        one = officer.app.screen
        assert isinstance(one, MatchScreen)
        await officer.press("right_square_bracket")
        other = officer.app.screen
        assert isinstance(other, MatchScreen)
        assert other.number != one.number
        await officer.press("right_square_bracket", shows="Nothing comes after this one in the list.")
        await officer.press("left_square_bracket")
        assert isinstance(officer.app.screen, MatchScreen)
        assert officer.app.screen.number == one.number
        await officer.press("escape")
        assert officer.on("evening")
        await officer.press("right_square_bracket")
        assert officer.on("evening")
        assert "planned" in officer.reads()
        await officer.press("left_square_bracket", shows="4 players checked in: Ann, Ben, Cal, Dee")


async def test_a_line_is_put_right_once_what_that_changes_was_seen(week_later: Club) -> None:
    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("enter", "enter", "ctrl+u")
        await officer.type("Cal pays", "enter", shows="becomes Cal pays. Reason:")
        await officer.type("his slip says so", "enter")
        assert isinstance(officer.app.screen, Dialog)
        assert "line 4, Cal plays 9♥: was" in officer.reads()
        assert not correction_notes.corrections(week_later)
        await officer.press("enter", shows=("Corrected", "corrected on 2026-11-23 by Fay"))
    assert [correction.reason for correction in correction_notes.corrections(week_later)] == ["his slip says so"]
    log = matches.show(week_later, 1).log
    assert [line.text for line in log if line.instead_of == 4] == ["Cal pays"]


async def test_escape_before_the_impact_leaves_everything_as_it_was(week_later: Club) -> None:
    before = matches.show(week_later, 2)

    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter", shows="places: from Ann > Ben > Cal > Dee to Dee > Cal > Ben > Ann")
        await officer.press("escape")
        assert "Ann misread" in officer.reads()  # one step back each
        await officer.press("escape", shows="Dee > Cal > Ben > Ann")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
    assert matches.show(week_later, 2) == before


async def test_a_result_and_a_seat_are_put_right(week_later: Club) -> None:
    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter", "enter", shows="Result: Dee > Cal > Ben > Ann")
        await officer.press("escape", "m", "h", "1")
        await officer.type("Eve", "enter")
        await officer.type("Ann was at home", "enter", shows="seat 1: Ann, now Eve")
        await officer.press("enter", shows="Eve, Ben, Cal, Dee")
    assert matches.show(week_later, 2).places == (("Dee",), ("Cal",), ("Ben",), ("Eve",))


async def test_what_cannot_be_put_right_so_is_refused_with_what_was_typed(week_later: Club) -> None:
    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("down", "enter", "m", "h")
        await officer.type("ann", "enter")
        await officer.type("Zoe", "enter", shows=("! No member is called 'Zoe'", "Who sat in the seat of Ann?"))
        assert officer.app.screen.query_one(Input).value == "Zoe"
    assert not correction_notes.corrections(week_later)


@pytest.mark.parametrize("keys", ["e", "u", "mk", "l", "mh"])
async def test_nothing_is_asked_of_a_correction_while_nobody_acts_who_could_sign_for_it(
    week_later: Club, keys: str
) -> None:
    async with at_the_desk(replace(week_later, actor=""), size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("enter", *keys)
        assert isinstance(officer.app.screen, Dialog)
        text = "A correction needs the officer's name. "
        assert officer.app.screen.question.startswith(text)
        assert officer.app.screen.question.endswith("Who acts at this computer from now on?")
        await officer.type("ann", "enter")
        assert isinstance(officer.app.screen, Dialog)  # and it goes on with what was begun
        assert "needs the name" not in officer.reads()


async def test_in_a_closed_season_who_is_no_officer_hears_so_before_anything_is_asked(week_later: Club) -> None:
    officers.elect(week_later, "Ann", "president")
    season_end.close(replace(week_later, actor="Ann"), "2026-27")

    async with at_the_desk(replace(week_later, actor="Ben"), size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("enter", "w", shows="belongs to a closed season, so its records cannot change.")
        await officer.press("escape", "down", "enter", "w")
        assert isinstance(officer.app.screen, Dialog)
        text = "Only an officer may correct a closed season, and Ben is not an officer. Officers: Ann. "
        assert officer.app.screen.question.startswith(text)
        await officer.press("1", shows="Correct result, best first")


async def test_a_corrected_result_is_taken_back_by_another_correction(week_later: Club) -> None:
    before = matches.show(week_later, 2).places

    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter", "enter")
        await officer.press("escape", "escape", "escape", "escape", "U")
        assert "Undo the corrected result of table 2026-11-16/2?" in officer.reads()
        await officer.type("Ann was right", "enter", shows="The result on line")
    assert matches.show(week_later, 2).places == before
    assert [correction.reason for correction in correction_notes.corrections(week_later)] == [
        "Ann misread",
        "Ann was right",
    ]


async def test_a_change_by_somebody_else_meanwhile_is_not_written_over(week_later: Club) -> None:
    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter")
        corrections.result(
            week_later.with_actor("Fay"), 2, places=[["Cal"], ["Ann"], ["Ben"], ["Dee"]], reason="the slip"
        )
        await officer.press("enter", shows="! The club's file has changed since. This is the effect now.")
        await officer.press("escape")
    assert matches.show(week_later, 2).places[0] == ("Cal",)


async def test_evenings_are_planned_moved_and_cancelled(club: Club) -> None:
    async with at_the_desk(club, "C", "n", "ctrl+u") as officer:
        await officer.type("2026-11-30", "enter", shows="! '2026-11-30' has no date and time")
        await officer.type(" 18:15 Hall 2", "enter", shows="Monday 30 November 2026, 18:15, is planned.")
        assert "Mon 2026-11-30 18:15 planned Hall 2" in officer.reads()
        await officer.press("down", "e")
        await officer.type("2026-12-07", "enter", shows="Mon 2026-12-07 18:15 planned Hall 2")
        await officer.press("x")
        await officer.type("snow", "enter", shows="Mon 2026-12-07 18:15 cancelled Hall 2, snow")
    assert [session.held_on for session in schedule.sessions(club)] == [MONDAY, MONDAY + timedelta(weeks=3)]
    assert sessions.show(club, str(date(2026, 12, 7))).session.status == "cancelled"


async def test_the_next_days_of_the_club_are_offered_and_what_was_planned_is_undone(club: Club) -> None:
    async with at_the_desk(club, "C", "n", size=LARGE) as officer:
        assert officer.app.screen.query_one(Input).value == "2026-11-23 15:45 M4"
        assert "2026-11-30 15:45 M4 Monday" in officer.reads()
        await officer.press("enter", shows="Monday 23 November 2026, 15:45, is planned.")
        await officer.press("down", "e", "down", "enter", shows="Mon 2026-11-30 15:45 planned M4")
        await officer.press("U", shows="Mon 2026-11-23 15:45 planned M4")
        await officer.press("x", "down", "enter", "U", shows="Undone: cancelling the session of 2026-11-23.")


async def test_a_row_that_no_digit_picks_is_not_said_to_be_picked_by_one(club: Club) -> None:
    async with at_the_desk(club, "C", "n", "ctrl+u", "2", size=LARGE) as officer:
        assert officer.app.screen.query_one(Input).value == "2"  # dates begin with digits
        assert "a digit: that row" not in officer.reads()


@pytest.mark.parametrize("key", ["e", "x"])
async def test_a_session_that_has_begun_is_neither_moved_nor_cancelled_and_nothing_is_asked(
    night: Club, key: str
) -> None:
    async with at_the_desk(night, "C", key) as officer:
        assert "! The session of 2026-11-16 is open. Only a planned session can be changed." in officer.reads()
        assert officer.on("evenings")


async def test_a_closed_session_is_reopened_with_a_reason_and_an_open_one_is_not(week_later: Club) -> None:
    async with at_the_desk(week_later, size=LARGE) as officer:
        await to_the_evening(officer)
        await officer.press("s", "1", shows="The session of Monday 16 November 2026 is open again.")
        assert "Reopen" not in officer.reads()
