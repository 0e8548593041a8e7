"""The deeds of the club that belong to no screen: found by the palette, done, and undone."""

from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from referee.club.calendar import house_rules, schedule, seasons, sessions
from referee.club.disputes import penalties
from referee.club.evening import draws, separations
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.people import officers, roster
from referee.competition.entrants import Sizes
from referee.dashboard.tonight.tonight import TonightScreen
from referee.tournaments.actions import announcing, entering, rounds
from referee.tournaments.clocks import actions as clocks
from referee.tournaments.freezeout_actions import evening as freezeout
from referee.tournaments.freezeout_actions import players
from referee.tournaments.state.settings import Counts, Format, SettingsChange
from tests.club.conftest import MONDAY, NAMES, in_a_file
from tests.dashboard.affairs.conftest import answer, found
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


async def test_a_penalty_is_given_at_a_table_its_effect_shown_and_undone(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", size=LARGE) as officer:
        await found(officer, "penalty", shows="Who gets a penalty?")
        await answer(officer, "Ben", "0", shows="! Invalid points '0'. Use a warning, or a whole number such as 1.")
        await answer(officer, "1 point", "for table 1", "told Ann what Cal held")
        assert "Give 1 point for Ben: told Ann what Cal held?" in officer.reads()
        assert penalties.penalties(night) == []
        await officer.press("enter", shows="Penalty 1: 1 point for Ben, session of 2026-11-16.")
        await found(officer, "penalty list", shows="1 Ben, 1 point, 2026-11-16, table 1: told Ann what Cal held")
        [given] = penalties.penalties(night)
        assert (given.name, given.points, given.match and given.match.table) == ("Ben", 1, 1)
        await officer.press("escape", "U", shows="Undone: penalty 1.")
    assert penalties.penalties(night) == []


async def test_a_penalty_is_cancelled_with_a_reason(night: Club) -> None:
    penalties.give(night, "Cal", points=0, reason="late again")

    async with at_the_desk(night, size=LARGE) as officer:
        await found(officer, "cancel penalty", shows="1 Cal, a warning, 2026-11-16")
        await officer.press("enter")
        await answer(officer, "it was Dee")
        await officer.press("enter", shows="Penalty 1 of Cal is cancelled.")
        await found(officer, "cancel penalty", shows="! No penalty of this season counts, so there is none to cancel.")
    assert [penalty.cancelled_because for penalty in penalties.penalties(night)] == ["it was Dee"]


async def test_only_an_officer_gives_a_penalty_which_is_said_before_anything_is_asked(night: Club) -> None:
    officers.elect(night, "Ann", "president")

    async with at_the_desk(night, size=LARGE) as officer:
        await found(officer, "penalty", shows="acts at this computer from now on?")
        await answer(officer, "Ann", shows="Who gets a penalty?")


async def test_many_sessions_are_planned_shown_first_and_undone_at_once(club: Club) -> None:
    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "plan many", shows="2026-11-23 15:45 M4")
        await officer.press("enter")
        await answer(officer, "every week", "2026-12-14", shows="Plan 4 sessions at 15:45 in M4?")
        assert len(schedule.sessions(club)) == 1
        await officer.press("enter", shows="4 sessions planned, 2026-11-23 to 2026-12-14.")
    planned = [session.held_on for session in schedule.sessions(club) if session.status == "planned"]
    assert planned == [MONDAY, *(date(2026, *day) for day in ((11, 23), (11, 30), (12, 7), (12, 14)))]

    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "plan many")
        await officer.press("enter")
        await answer(officer, "every two weeks", "2027-02-30")
        assert "! Invalid date '2027-02-30'. There is no 30 February 2027" in officer.reads()
        await answer(officer, "9999-12-31")
        assert "! 9999-12-31 is more than two years after 2026-12-21. Use an earlier last day." in officer.reads()
        await answer(officer, "2027-01-04")
        await officer.press("enter", shows="2 sessions planned, 2026-12-21 to 2027-01-04.")
        await officer.press("U")
    assert [session.held_on for session in schedule.sessions(club) if session.status == "planned"] == planned


async def test_sessions_on_holidays_are_shown_and_cancelled_together(club: Club) -> None:
    schedule.add(club, date(2026, 12, 25), sessions.show(club, f"{MONDAY}").session.starts)

    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "holidays")
        await answer(officer, "DE-XX")
        assert "! DE has no subdivision" in officer.reads().replace("no subdivision 'XX'", "no subdivision")
        await answer(officer, "DE-BW", shows=("Cancel 1 session?", "Fri 2026-12-25 Erster Weihnachtstag"))
        await officer.press("enter", shows="1 session is cancelled.")
    assert [session.note for session in schedule.sessions(club) if session.cancelled_at] == ["Erster Weihnachtstag"]


async def test_a_schedule_in_a_file_is_loaded_once_it_was_shown(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"

    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "load a schedule")
        await answer(officer, f"{file}", shows="Cannot read")
        await officer.press("escape")
    assert len(schedule.sessions(club)) == 1


async def test_a_house_rule_is_picked_changed_and_undone(club: Club) -> None:
    book = house_rules.find_rulebook("big-two")

    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "house rules")
        await answer(officer, "big-two", "pass last", "yes")
        assert "Does a pass last until the next lead? Yes. It holds for the matches that start from" in officer.reads()
        assert house_rules.options_with_season(club, book)[0] == {"pass_locks": "true"}
        await officer.press("U", shows="Undone: the house rules of big-two.")
    assert house_rules.options_with_season(club, book)[0] == {}


async def test_a_season_is_closed_reopened_and_another_begun(club: Club) -> None:
    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "close season", shows="! The session of 2026-11-16 is planned. Close or cancel it first.")
        schedule.cancel(club, f"{MONDAY}", note="snow")
        await found(officer, "season close", shows="Close the season 2026-27? These standings are kept for good")
        assert seasons.show(club).closed_at is None
        await officer.press("enter", shows="The season 2026-27 is closed. Backup:")
        await found(officer, "reopen season")
        await officer.press("enter")
        await answer(officer, "a session was missing")
        await officer.press("enter", shows="The season 2026-27 is open again.")
        await found(officer, "new season")
        await answer(officer, "2027-28", "soon", shows="! Invalid days 'soon'. Use two dates")
        await answer(officer, "2027-08-16 to 2028-05-31", "18", "6", shows="Begin the season 2027-28")
        await officer.press("enter", shows="The season 2027-28 runs from 2027-08-16 to 2028-05-31.")
        await found(officer, "season show", shows="the best 18 sessions count; at least 6 sessions to be ranked")
    assert [(season.name, season.best_k, season.closed_at) for season in seasons.seasons(club)] == [
        ("2026-27", 20, None),
        ("2027-28", 18, None),
    ]


async def test_two_are_kept_apart_and_may_sit_together_again(club: Club) -> None:
    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "apart")
        await answer(officer, "Ann", shows="! Give two names, such as Ann, Ben.")
        await answer(officer, "Ann, Cal", "asked by both", shows="Ann and Cal are kept apart for the season.")
        assert [separation.names for separation in separations.list_separations(club)] == [("Ann", "Cal")]
        await found(officer, "together", shows="Ann, Cal asked by both")
        await officer.press("enter")
        await answer(officer, "both agree")
        assert separations.list_separations(club) == []
        await officer.press("U")
    assert [separation.reason for separation in separations.list_separations(club)] == ["asked by both"]


async def test_a_list_of_members_is_imported_whole_or_not_at_all(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "members.csv"
    file.write_text("name,guest\nFay,no\nGus,perhaps\n", encoding="utf-8")

    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{file}", shows="line 3")
        file.write_text("name,guest\nAnn,no\nFay,no\nGus,yes\n", encoding="utf-8")
        await officer.press("enter", shows=("Add or change 2 members?", "Gus: new guest"))
        await officer.press("enter", shows="2 members added or changed.")
    assert [member.name for member in roster.members(club) if member.guest] == ["Gus"]
    assert len(roster.members(club)) == 7


async def test_a_workbook_of_members_is_imported_with_former_ones_and_undone(club: Club, tmp_path: Path) -> None:
    workbook, file = Workbook(), tmp_path / "members.xlsx"
    for row in (["name", "left"], ["Fay", None], ["Gus", date(2026, 6, 30)]):
        workbook.worksheets[0].append(row)
    workbook.save(file)
    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{file}", shows=("Add or change 2 members?", "Fay: new member", "Gus: former member"))
        await officer.press("enter", shows="2 members added or changed.")
        assert roster.show(club, "Gus").member.retired_at is not None
        assert "Fay" in [member.name for member in roster.members(club)]
        await officer.press("U", shows="Undone: adding Fay and Gus.")
    assert not {"Fay", "Gus"} & {member.name for member in roster.members(club)}


async def test_how_a_name_is_shown_in_public_is_changed_and_undone(club: Club) -> None:
    async with at_the_desk(club, size=LARGE) as officer:
        await found(officer, "public")
        await answer(officer, "Ben", "code", shows="Ben: shown in public as a code.")
        assert roster.show(club, "Ben").member.shown_as == "code"
        await officer.press("U")
    assert roster.show(club, "Ben").member.shown_as == ""


async def test_the_clock_of_the_room_is_begun_paused_turned_and_taken_down(evening: Club) -> None:
    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "clock begin")
        await answer(officer, "30", shows="30:00")
        await found(officer, "clock pause", shows="paused")
        await found(officer, "clock resume")
        await found(officer, "clock pause")
        assert clocks.read_current_clock(evening)[1].state == "paused"
        await found(officer, "clock add")
        await answer(officer, "-10", shows="20:00")
        await found(officer, "clock stop", shows="The clock has been removed.")
    assert clocks.current_clock(evening) is None


async def test_what_was_done_is_read_from_any_screen(night: Club) -> None:
    async with at_the_desk(night, "S", size=LARGE) as officer:
        await found(officer, "history", shows=("What was done", "by Fay"))
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)


async def test_the_rules_of_a_tournament_are_read(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        await found(officer, "tournament rules", shows="Autumn Swiss: a Swiss tournament of")


async def test_a_deed_is_left_without_a_trace(club: Club) -> None:
    before = club.revision()

    async with at_the_desk(club) as officer:
        await found(officer, "house rules")
        await answer(officer, "big-two")
        await officer.press("escape", "escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)
    assert club.revision() == before


@pytest.fixture
def winter(evening: Club) -> Club:
    """Four in a freezeout; no seat is drawn."""
    announcement = SettingsChange("texas-holdem", Sizes(2, 5), (("counts", Counts.NOTHING),))
    announcing.announce(evening, "Winter Stacks", Format.FREEZE_OUT, announcement, seed=3)
    entering.enter(evening, "1", NAMES[:4])
    return evening


async def test_a_freezeout_has_its_blinds_add_ons_counts_and_prizes_from_the_palette(winter: Club) -> None:
    async with at_the_desk(winter, size=LARGE) as officer:
        await found(officer, "count chips", shows="! There is no freezeout whose seats are drawn.")
        await found(officer, "blinds")
        await answer(officer, "many", shows="! Invalid number 'many'. Use a whole number such as 3000.")
        await answer(officer, "5000", shows="How many hours?")
        await answer(officer, "long", shows="! Invalid hours 'long'. Use a number such as 3 or 2.5.")
        await answer(officer, "2.5", "usual", "0", "2000", "10", "50 50", shows="Set these blinds for Winter Stacks?")
        assert not freezeout.freezeout_view(winter, "1").state.stacks.levels
        await officer.press("enter", shows="Blinds and prizes of Winter Stacks are set.")
        players.draw_seats(winter, "1")
        await found(officer, "add-ons")
        await answer(officer, "Ann, Cal", shows="Add-on of 2,000 chips: Ann and Cal.")
        await found(officer, "count chips")
        await answer(officer, "Ann=9000 Ben=5000 Cal=6000 Dee=4000", shows="All 24,000 chips are accounted for.")
        await found(officer, "prizes", shows=("Prizes of 40", "1 50 % 20"))
        await officer.press("escape")
        await found(officer, "chop")
        await answer(officer, "even")
        await officer.press("enter", shows="Ann: 10")
        assert not freezeout.freezeout_view(winter, "1").state.shares
        await officer.press("enter", shows="The remaining prizes are shared.")
    state = freezeout.freezeout_view(winter, "1").state
    assert (state.stacks.stack, state.stacks.addon, state.stacks.entry) == (5000, 2000, 10)
    assert [*state.shares.values()] == [10, 10, 10, 10]


async def test_seats_and_slips_are_written_to_be_printed(evening: Club) -> None:
    draws.draw(evening, ["play-or-pay"])
    announcement = SettingsChange("big-two", None, (("rounds", 2),))
    announcing.announce(evening, "Autumn Swiss", Format.SWISS, announcement, seed=1)
    entering.enter(evening, "1", NAMES[:4])
    rounds.draw(evening, "1")

    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "seat print")
        assert "seating.html: open it in a browser, and print it." in officer.reads().replace("- ", "-")
        await found(officer, "print tournament")
        await answer(officer, "slips")
    assert "Ann" in (evening.exports / "seating.html").read_text(encoding="utf-8")
    assert "Autumn Swiss" in (evening.exports / "tournament-1-slips.html").read_text(encoding="utf-8")


@in_a_file("a server is restored by its administrator")
async def test_a_backup_is_restored_once_the_loss_was_shown(evening: Club) -> None:
    backup = backups.back_up(evening).path.stem
    roster.add(evening, "Gus")

    async with at_the_desk(evening, "M", size=LARGE, shows="Gus") as officer:
        await found(officer, "restore")
        await answer(officer, backup, shows="Would be lost:")
        assert "Gus" in [member.name for member in roster.members(evening)]
        await officer.press("enter")
        await officer.until("Gus", gone=True)
        assert "Restored from" in officer.reads()
        await officer.press("U", shows="The last entry cannot be undone: restoring a backup. Restore another backup:")


async def test_house_rules_of_the_season_are_asked_and_told_in_words(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        await found(officer, "season rules")
        await answer(officer, "commune", shows="Which way do the bidding and the deal go? Now: clockwise")
        assert "true" not in officer.reads().casefold()
        await answer(officer, "which way", shows="Now: clockwise")
        await officer.press("1", shows="Commune: Which way do the bidding and the deal go? Counter-clockwise. It holds")
        await officer.press("U", shows="Undone: the house rules of commune.")
