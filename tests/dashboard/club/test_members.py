"""The roster at the desk: found, added, renamed, made one, parted and retired; and what a member has played."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from referee.cards.terminal_width import text_width
from referee.club.calendar import schedule, sessions
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import roster
from referee.dashboard.club.member import member_document
from referee.dashboard.deeds.dialog import Dialog
from tests.club.conftest import with_running_clock
from tests.dashboard.conftest import end
from tests.dashboard.piloting import LARGE, OPENED, at_the_desk

pytestmark = pytest.mark.screen


def names(club: Club) -> list[str]:
    return [member.name for member in roster.members(club)]


async def test_members_are_listed_with_how_often_they_came(night: Club) -> None:
    async with at_the_desk(night, *OPENED["members"]) as officer:
        assert officer.on("members")
        officer.shows("5 members, 0 guests 2026-27: 1 session held", "Ann member 1 of 1 1 1 2026-11-16")
        assert "Eve member 0 of 1 0 0 2026-11-16" in officer.reads()


async def test_a_name_is_found_in_any_spelling_and_escape_shows_everybody_again(club: Club) -> None:
    roster.add(club, "José Núñez")

    async with at_the_desk(club, *OPENED["members"], "slash") as officer:
        await officer.type("nunez", shows="José Núñez")
        assert "Ann" not in officer.reads()
        await officer.press("enter", "enter")
        assert officer.on("member")
        await officer.press("escape", "escape")
        assert officer.on("members")
        assert "Ann" in officer.reads()


async def test_members_are_added_renamed_and_retired(club: Club) -> None:
    async with at_the_desk(club, *OPENED["members"], "n") as officer:
        await officer.type("Fay, Gus", "enter", shows="Fay and Gus are members.")
        await officer.press("e", "ctrl+u")
        await officer.type("Ann", "enter", shows="! ")
        await officer.press("ctrl+u")
        await officer.type("Faye", "enter", shows="Fay is now called Faye.")
        await officer.press("x", shows="Faye has retired: off the lists, with all results kept. U undoes it.")
        assert "Faye" not in names(club)
        await officer.press("U", shows="Undone: retiring Faye.")
        assert "Faye" in names(club)


async def test_who_has_retired_is_offered_and_comes_back(club: Club) -> None:
    roster.retire(club, "Cal")

    async with at_the_desk(club, *OPENED["members"], "n", shows="Cal retired: comes back") as officer:
        await officer.press("1")
        await officer.type("Fay", "enter", shows="Cal and Fay are members.")
    assert names(club) == ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay"]


async def test_two_entries_become_one_person_once_the_impact_was_seen_and_two_again(night: Club) -> None:
    roster.add(night, "Benny")
    number = starting.start_table(night, "play-or-pay", ["Ann", "Cal", "Eve"]).number
    end(night, number, "Eve", "Cal", "Ann")
    sessions.close_session(night, unfinished=True)
    later = with_running_clock(replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC)))

    async with at_the_desk(later, *OPENED["members"], *["down"] * 2, "m", "j", size=LARGE) as officer:
        await officer.type("Eve", "enter")
        await officer.type("entered twice", "enter")
        # Benny is between Ben and Cal; Eve's evening becomes theirs.
        assert isinstance(officer.app.screen, Dialog)
        officer.shows("Eve: no longer listed", "Benny: new")
        assert "Eve" in names(later)
        await officer.press("enter", shows="Eve is merged into Benny.")
        assert "Eve" not in names(later)
        await officer.press("m", "u", shows="Who was merged into Benny by mistake?")
        await officer.press("enter")  # only Eve was
        await officer.type("they are cousins", "enter")
        assert "Eve" not in names(later)  # the effect is shown first
        await officer.press("enter", shows="Eve is on the roster again")
        assert "Eve" in names(later)
        await officer.press("U", shows="Undone: unmerging Eve from Benny.")
    assert "Eve" not in names(later)


async def test_who_was_never_merged_is_not_asked_about(club: Club) -> None:
    async with at_the_desk(club, *OPENED["members"], "m", "u") as officer:
        assert "! Nobody was merged into Ann, so there is nothing to separate." in officer.reads()
        assert officer.on("members")


async def test_the_entry_that_looks_most_alike_is_offered_first_to_be_merged(club: Club) -> None:
    roster.add(club, "Benn")

    async with at_the_desk(club, *OPENED["members"], "down", "m", "j", "1", size=LARGE) as officer:
        assert "All results of Benn go to Ben, and Benn leaves the roster. Reason (optional):" in officer.reads()


async def test_a_profile_shows_the_rating_as_a_plot_the_games_and_who_was_met(night: Club) -> None:
    sessions.close_session(night, unfinished=True)
    later = with_running_clock(replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC)))
    schedule.add(later, date(2026, 11, 23), time(16))
    sessions.open_session(later)
    number = starting.start_table(later, "play-or-pay", ["Ann", "Ben", "Cal"]).number
    end(later, number, "Cal", "Ben", "Ann")

    async with at_the_desk(later, *OPENED["member"], size=LARGE) as officer:
        assert officer.on("member")
        screen_text = officer.reads()
        officer.shows("Attended 2 of 2 sessions this season, the last 2 in a row.")
        officer.shows("2 matches in 2 sessions, 1 outright win.", "Rating over all games, after each session")
        officer.shows("2026-11-16", "2026-11-23")
        assert any("\u2800" < sign <= "\u28ff" for sign in screen_text)
        assert "Play or Pay 0.500 2 matches, 1 win" in screen_text


def test_opponents_with_names_of_wide_letters_stand_in_line_with_the_others(night: Club) -> None:
    roster.rename(night, "Ben", "王芳王芳")
    opponents = [
        row for row in member_document("Ann").titled_rows(night, 80) if "time" in row.plain and "ahead" in row.plain
    ]
    rows = [row.plain.index(", ") for row in opponents]
    assert len(rows) > 1
    assert len({text_width(row.plain[:end]) for row, end in zip(opponents, rows, strict=True)}) == 1


async def test_who_has_played_nothing_has_a_profile_without_a_plot(club: Club) -> None:
    async with at_the_desk(club, *OPENED["member"], shows="Ann has not finished a match yet.") as officer:
        assert "Rating" not in officer.reads()
