"""Evenings, past and to come: opened, put right with the impact shown first, planned, moved and cancelled."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from referee.club.calendar import schedule, sessions
from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import correction_notes, matches
from referee.club.people import officers
from referee.club.standings import season_end
from referee.dashboard.club.evening import EveningScreen
from referee.dashboard.club.evenings import EveningsScreen
from referee.dashboard.table.past_table import PastTableScreen
from referee.dashboard.undo.correction import PreviewScreen
from tests.club.conftest import MONDAY
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = pytest.mark.screen


@pytest.fixture
def week_later(night: Club) -> Club:
    """The club a week after the night."""
    sessions.close_session(night, unfinished=True)
    return replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC))


async def to_the_evening(officer: Officer) -> None:
    await officer.press("m", "enter")
    assert isinstance(officer.app.screen, EveningsScreen)
    await officer.press("enter")
    assert isinstance(officer.app.screen, EveningScreen)


def test_an_evening_shows_who_came_and_its_tables_and_a_table_its_record(week_later: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("m", "enter")
        assert "Mon 2026-11-16 15:45 closed 4 2 M4" in officer.reads()
        await officer.press("enter")
        assert "4 players here: Ann, Ben, Cal, Dee" in officer.reads()
        assert "Ann > Ben > Cal > Dee" in officer.reads()
        assert "not finished; Ann, Ben, Cal, Dee" in officer.reads()
        await officer.press("enter")
        assert isinstance(officer.app.screen, PastTableScreen)
        assert "1 Ann 2 Ben 3 Cal 4 Dee" in officer.reads()
        await officer.press("down")
        assert "Ann plays 5♥" in officer.reads()

    at_the_desk(week_later, play)


def test_a_line_is_put_right_once_what_that_changes_was_seen(week_later: Club) -> None:
    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("enter", *["down"] * 3, "enter", "ctrl+u")
        await officer.type("Cal pays", "enter")
        assert "becomes Cal pays. Why:" in officer.reads()
        await officer.type("his slip says so", "enter")
        assert isinstance(officer.app.screen, PreviewScreen)
        assert "line 4, Cal plays 9♥: was" in officer.reads()
        assert not correction_notes.corrections(week_later)
        await officer.press("y")
        assert "It is put right" in officer.reads()
        assert "put right on 2026-11-23 by Fay" in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert [each.reason for each in correction_notes.corrections(week_later)] == ["his slip says so"]
    log = matches.show(week_later, 1).log
    assert [each.text for each in log if each.instead_of == 4] == ["Cal pays"]


def test_escape_before_the_impact_leaves_everything_as_it_was(week_later: Club) -> None:
    before = matches.show(week_later, 2)

    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter")
        assert "places: Ann > Ben > Cal > Dee; now Dee > Cal > Ben > Ann" in officer.reads()
        # Enter, which may be pressed twice in haste, agrees to nothing.
        await officer.press("enter")
        assert isinstance(officer.app.screen, PreviewScreen)
        await officer.press("escape")
        assert "Nothing was changed." in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert matches.show(week_later, 2) == before


def test_a_result_and_a_seat_are_put_right(week_later: Club) -> None:
    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter", "y")
        assert "How it ended: Dee > Cal > Ben > Ann" in officer.reads()
        await officer.press("p")
        await officer.type("Ann = Eve", "enter")
        await officer.type("Ann was at home", "enter")
        assert "seat 1: Ann, now Eve" in officer.reads()
        await officer.press("y")
        assert "1 Eve 2 Ben 3 Cal 4 Dee" in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert matches.show(week_later, 2).places == (("Dee",), ("Cal",), ("Ben",), ("Eve",))


def test_what_cannot_be_put_right_so_is_refused_with_what_was_typed(week_later: Club) -> None:
    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("down", "enter", "p")
        await officer.type("Ann Eve", "enter")
        assert "! Expected a seat and a name with = between them." in officer.reads()
        assert "Ann Eve" in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("Ann = Zoe", "enter")
        await officer.type("she was at home", "enter")
        assert "! unknown member 'Zoe'" in officer.reads()
        # It is the name that can be put right, and not the reason.
        assert "Ann = Zoe" in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert not correction_notes.corrections(week_later)


@pytest.mark.parametrize("key", ["enter", "u", "m", "s", "p", "w"])
def test_nothing_is_asked_of_a_correction_while_nobody_acts_who_could_sign_for_it(week_later: Club, key: str) -> None:
    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("enter", key)
        assert isinstance(officer.app.screen, PastTableScreen)
        assert "! A correction is kept with who made it." in officer.reads()
        assert "m (More), Officers, w (Who is here)" in officer.reads()  # where it is said

    at_the_desk(replace(week_later, actor=""), play, size=LARGE)


def test_in_a_closed_season_who_is_no_officer_hears_so_before_anything_is_asked(week_later: Club) -> None:
    officers.elect(week_later, "Ann", "president")
    season_end.close(replace(week_later, actor="Ann"), "2026-27")

    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("enter", "w")
        assert isinstance(officer.app.screen, PastTableScreen)
        assert "! Only an officer may correct a closed season, and Ben is none. Ann is." in officer.reads()

    at_the_desk(replace(week_later, actor="Ben"), play, size=LARGE)


def test_a_corrected_result_is_taken_back_by_another_correction(week_later: Club) -> None:
    before = matches.show(week_later, 2).places

    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter", "y")
        await officer.press("escape", "escape", "escape", "escape", "U")
        assert "Take back the corrected result of table 2? What counted before it counts again." in officer.reads()
        await officer.type("Ann was right", "enter")
        assert "The result on line" in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert matches.show(week_later, 2).places == before
    assert [each.reason for each in correction_notes.corrections(week_later)] == ["Ann misread", "Ann was right"]


def test_a_change_by_somebody_else_meanwhile_is_not_written_over(week_later: Club) -> None:
    async def play(officer: Officer) -> None:
        await to_the_evening(officer)
        await officer.press("down", "enter", "w", "ctrl+u")
        await officer.type("Dee > Cal > Ben > Ann", "enter")
        await officer.type("Ann misread", "enter")
        corrections.result(week_later.by("Fay"), 2, ["Cal > Ann > Ben > Dee"], reason="the slip")
        await officer.press("y")
        assert "Somebody else has changed the club's file meanwhile" in officer.reads()

    at_the_desk(week_later, play, size=LARGE)
    assert matches.show(week_later, 2).places[0] == ("Cal",)


def test_evenings_are_planned_moved_and_cancelled(club: Club) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("m", "enter", "a")
        await officer.type("2026-11-30", "enter")
        assert "! '2026-11-30' has no day and hour" in officer.reads()
        await officer.type(" 18:15 Hall 2", "enter")
        assert "Monday 30 November 2026, 18:15, is planned." in officer.reads()
        assert "Mon 2026-11-30 18:15 planned Hall 2" in officer.reads()
        await officer.press("down", "m")
        await officer.type("2026-12-07", "enter")
        assert "Mon 2026-12-07 18:15 planned Hall 2" in officer.reads()
        await officer.press("x")
        await officer.type("snow", "enter")
        assert "Mon 2026-12-07 18:15 cancelled Hall 2, snow" in officer.reads()

    at_the_desk(club, play)
    assert [each.held_on for each in schedule.sessions(club)] == [MONDAY, MONDAY + timedelta(weeks=3)]
    assert sessions.show(club, str(date(2026, 12, 7))).session.status == "cancelled"
