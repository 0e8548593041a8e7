"""An empty club is led through its first evening, a key or a line for each step."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from textual.widgets import Static

from referee.cli.shared.hints import format_command
from referee.club.calendar import seasons, sessions
from referee.club.calendar.sample_schedule import sample_schedule
from referee.club.calendar.schedule import evenings
from referee.club.folder import Club
from referee.club.people import roster
from referee.dashboard.tonight.checkin import CheckInScreen
from referee.dashboard.tonight.first_evening import find_schedule, parse_season, season_containing
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.harness.frozen import init_at

pytestmark = pytest.mark.screen


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Club]:
    """A club in which there is nothing yet."""
    with init_at(datetime(2026, 11, 16, 16, tzinfo=UTC), tmp_path / "new", "Monday Cards") as club:
        yield replace(club, clock=lambda: datetime(2026, 11, 16, 16, 0, tzinfo=UTC))


async def test_one_key_leads_from_an_empty_club_to_an_open_session(empty: Club) -> None:
    async with at_the_desk(empty) as officer:
        title = officer.app.screen.query_one("#tables-title", Static)
        assert str(title.render()) == "The roster is empty. s adds the first members."
        await officer.press("s")
        await officer.type("Ann, Ben, Cal , Dee", "enter", shows="2026-27 2026-08-01 2027-07-31")
        await officer.press("enter", shows="2026-11-16 18:00")
        await officer.type(" M4", "enter")
        assert isinstance(officer.app.screen, TonightScreen)
        assert "The session of Monday 16 November 2026 is open. c checks players in." in officer.reads()
        await officer.press("c")
        assert isinstance(officer.app.screen, CheckInScreen)
        await officer.type("dee", "enter", shows="Dee is checked in.")
    assert [member.name for member in roster.members(empty)] == ["Ann", "Ben", "Cal", "Dee"]
    assert [season.name for season in seasons.seasons(empty)] == ["2026-27"]
    session = sessions.show(empty).session
    assert (session.held_on, session.starts, session.room) == (date(2026, 11, 16), time(18), "M4")


async def test_escape_leaves_it_and_the_key_takes_it_up_where_it_was(empty: Club) -> None:
    async with at_the_desk(empty, "s") as officer:
        await officer.type("Ann, Ben", "enter")
        await officer.press("escape", shows="No season has begun. s begins one.")
        await officer.press("s", shows="Enter begins this one")


async def test_what_cannot_be_read_is_asked_again_with_what_was_typed(empty: Club) -> None:
    roster.add(empty, "Ann")

    async with at_the_desk(empty, "s", "ctrl+u") as officer:
        await officer.type("soon", "enter", shows=("Type a name, the first day and the last day", "soon"))
    assert seasons.seasons(empty) == []


async def test_members_may_be_left_to_come(empty: Club) -> None:
    async with at_the_desk(empty, "s", "enter", "enter", "enter") as officer:
        assert "The session of Monday 16 November 2026 is open." in officer.reads()
    assert roster.members(empty) == []


def test_a_season_goes_from_august_to_july() -> None:
    assert season_containing(date(2026, 7, 31)) == ("2025-26", date(2025, 8, 1), date(2026, 7, 31))
    assert season_containing(date(2026, 8, 1)) == ("2026-27", date(2026, 8, 1), date(2027, 7, 31))


def test_names_and_rooms_may_have_blanks() -> None:
    assert parse_season("First try 2026-08-01 2027-07-31")[0] == "First try"


def schedule_in(club: Club) -> str:
    """Leave the sample of a schedule in a club's folder, as `referee init` does, and return the season's name."""
    name, text = sample_schedule(club.today, format_command)
    (club.schedules / f"{name}.toml").write_text(text, encoding="utf-8")
    return name


async def test_the_schedule_of_a_new_club_is_taken_over_with_one_key(empty: Club) -> None:
    name = schedule_in(empty)

    async with at_the_desk(empty, "s") as officer:
        await officer.type("Ann, Ben, Cal, Dee", "enter")
        officer.shows(f"but schedules/{name}.toml", "the first on Monday 2026-11-16, 19:00, Club room")
        await officer.press("enter", shows="The session of Monday 16 November 2026 is open.")
    assert [season.name for season in seasons.seasons(empty)] == [name]
    assert len(evenings(empty)) > 20


async def test_another_season_may_be_typed_instead_of_the_schedule(empty: Club) -> None:
    schedule_in(empty)

    async with at_the_desk(empty, "s", "enter", "ctrl+u") as officer:
        await officer.type("Autumn 2026-11-01 2026-12-31", "enter", shows="2026-11-16 18:00")
    assert [season.name for season in seasons.seasons(empty)] == ["Autumn"]


async def test_a_schedule_that_cannot_be_read_is_not_offered(empty: Club) -> None:
    (empty.schedules / "2026-27.toml").write_text("name = ", encoding="utf-8")

    async with at_the_desk(empty, "s", "enter") as officer:
        assert "2026-27 2026-08-01 2027-07-31" in officer.reads()


async def test_a_season_that_begins_tomorrow_is_not_what_enter_begins_tonight(empty: Club) -> None:
    today = replace(empty, clock=lambda: datetime(2026, 11, 15, 16, 0, tzinfo=UTC))
    name = schedule_in(empty)  # whose first day is the Monday after
    assert find_schedule(today).plan.starts == date(2026, 11, 16)  # type: ignore[union-attr]

    async with at_the_desk(today, "s", "enter", size=LARGE) as officer:
        assert f"schedules/{name}.toml has one that begins later" in officer.reads()
        await officer.press("enter", "enter", shows="The session of Sunday 15 November 2026 is open.")


async def test_a_season_without_today_in_it_is_begun_only_when_that_is_agreed_to(empty: Club) -> None:
    async with at_the_desk(empty, "s", "enter", "ctrl+u", size=LARGE) as officer:
        await officer.type("Next 2026-12-01 2027-07-31", "enter")
        assert "This season begins on 2026-12-01, so no session can be held in it today." in officer.reads()
        await officer.press("escape", shows="Next 2026-12-01 2027-07-31")
        await officer.press("enter", "enter")
        assert "2026-12-01 18:00" in officer.reads()  # what is offered then is a day that it has
    assert [season.name for season in seasons.seasons(empty)] == ["Next"]
