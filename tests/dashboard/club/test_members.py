"""The roster at the desk: found, added, renamed, made one, parted and retired; and what a member has played."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from referee.cards.cells import cells
from referee.club.calendar import schedule, sessions
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.club.people import roster
from referee.dashboard.club.member import member
from referee.dashboard.deeds.dialog import Dialog
from tests.dashboard.piloting import LARGE, OPENED, at_the_desk

pytestmark = pytest.mark.screen


def names(club: Club) -> list[str]:
    return [each.name for each in roster.members(club)]


async def test_members_are_listed_with_how_often_they_came(night: Club) -> None:
    async with at_the_desk(night) as officer:
        await officer.press(*OPENED["members"])
        assert officer.on("members")
        assert "5 members, 0 guests 2026-27: 1 session held" in officer.reads()
        assert "Ann member 1 of 1 1 1 2026-11-16" in officer.reads()
        assert "Eve member 0 of 1 0 0 2026-11-16" in officer.reads()


async def test_a_name_is_found_in_any_spelling_and_escape_shows_everybody_again(club: Club) -> None:
    roster.add(club, "José Núñez")

    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["members"], "slash")
        await officer.type("nunez")
        assert "José Núñez" in officer.reads()
        assert "Ann" not in officer.reads()
        await officer.press("enter", "enter")
        assert officer.on("member")
        await officer.press("escape", "escape")
        assert officer.on("members")
        assert "Ann" in officer.reads()


async def test_members_are_added_renamed_and_retired(club: Club) -> None:
    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["members"], "n")
        await officer.type("Fay, Gus", "enter")
        assert "Fay and Gus are members." in officer.reads()
        await officer.press("e", "ctrl+u")
        await officer.type("Ann", "enter")
        assert "! " in officer.reads()
        await officer.press("ctrl+u")
        await officer.type("Faye", "enter")
        assert "Fay is now called Faye." in officer.reads()
        await officer.press("x")
        assert "Faye has retired: off the lists, with all results kept. U undoes it." in officer.reads()
        assert "Faye" not in names(club)
        await officer.press("U", "enter")
        assert "Undone: retiring Faye." in officer.reads()
        assert "Faye" in names(club)


async def test_who_has_retired_is_offered_and_comes_back(club: Club) -> None:
    roster.retire(club, "Cal")

    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["members"], "n")
        assert "Cal retired: comes back" in officer.reads()
        await officer.press("1")
        await officer.type("Fay", "enter")
        assert "Cal and Fay are members." in officer.reads()
    assert names(club) == ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay"]


async def test_two_entries_become_one_person_once_the_impact_was_seen_and_two_again(night: Club) -> None:
    roster.add(night, "Benny")
    over = starting.start(night, "play-or-pay", ["Ann", "Cal", "Eve"]).number
    ending.result(night, over, places=[["Eve"], ["Cal"], ["Ann"]])
    ending.finish(night, over)
    sessions.close_session(night, unfinished=True)
    later = replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC))

    async with at_the_desk(later, LARGE) as officer:
        await officer.press(*OPENED["members"], *["down"] * 2, "m", "j")
        await officer.type("Eve", "enter")
        await officer.type("entered twice", "enter")
        # Benny is between Ben and Cal; Eve's evening becomes theirs.
        assert isinstance(officer.app.screen, Dialog)
        assert "Eve: no longer listed" in officer.reads()
        assert "Benny: new" in officer.reads()
        assert "Eve" in names(later)
        await officer.press("enter")
        assert "Eve is merged into Benny." in officer.reads()
        assert "Eve" not in names(later)
        await officer.press("m", "u")
        assert "Who was merged into Benny by mistake?" in officer.reads()
        await officer.press("enter")  # only Eve was
        await officer.type("they are cousins", "enter")
        assert "Eve" not in names(later)  # the effect is shown first
        await officer.press("enter")
        assert "Eve is on the roster again" in officer.reads()
        assert "Eve" in names(later)
        await officer.press("U")
        await officer.type("one person after all", "enter")
        assert "Eve is merged into Benny." in officer.reads()
    assert "Eve" not in names(later)


async def test_who_was_never_merged_is_not_asked_about(club: Club) -> None:
    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["members"], "m", "u")
        assert "! Nobody was merged into Ann, so there is nothing to separate." in officer.reads()
        assert officer.on("members")


async def test_the_entry_that_looks_most_alike_is_offered_first_to_be_merged(club: Club) -> None:
    roster.add(club, "Benn")

    async with at_the_desk(club, LARGE) as officer:
        await officer.press(*OPENED["members"], "down", "m", "j", "1")
        assert "All results of Benn go to Ben, and Benn leaves the roster. Reason (optional):" in officer.reads()


async def test_a_profile_shows_the_rating_as_a_plot_the_games_and_who_was_met(night: Club) -> None:
    sessions.close_session(night, unfinished=True)
    later = replace(night, clock=lambda: datetime(2026, 11, 23, 16, tzinfo=UTC))
    schedule.add(later, date(2026, 11, 23), time(16))
    sessions.open_session(later)
    over = starting.start(later, "play-or-pay", ["Ann", "Ben", "Cal"]).number
    ending.result(later, over, places=[["Cal"], ["Ben"], ["Ann"]])
    ending.finish(later, over)

    async with at_the_desk(later, LARGE) as officer:
        await officer.press(*OPENED["member"])
        assert officer.on("member")
        seen = officer.reads()
        assert "Came to 2 of 2 sessions this season, the last 2 in a row." in seen
        assert "2 matches in 2 sessions, 1 outright win." in seen
        assert "Rating over all games, after each session" in seen
        assert "2026-11-16" in seen
        assert "2026-11-23" in seen
        assert any("\u2800" < sign <= "\u28ff" for sign in seen)
        assert "Play or Pay 0.500 2 matches, 1 win" in seen


def test_opponents_with_names_of_wide_letters_stand_in_line_with_the_others(night: Club) -> None:
    roster.rename(night, "Ben", "王芳王芳")
    opponents = [row for row in member("Ann").beside(night, 80) if "time" in row.plain and "before" in row.plain]
    at = [row.plain.index(", ") for row in opponents]
    assert len(at) > 1
    assert len({cells(row.plain[:end]) for row, end in zip(opponents, at, strict=True)}) == 1


async def test_who_has_played_nothing_has_a_profile_without_a_plot(club: Club) -> None:
    async with at_the_desk(club) as officer:
        await officer.press(*OPENED["member"])
        assert "Ann has not finished a match yet." in officer.reads()
        assert "Rating" not in officer.reads()
