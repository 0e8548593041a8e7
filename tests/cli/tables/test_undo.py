"""The last entry that belongs to no table is undone, and redone."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from referee.club.folder import open_club
from referee.club.people import roster
from tests.cli.conftest import DAY
from tests.cli.running import referee


def test_without_a_table_one_entry_more_is_undone_each_time(club: Path) -> None:
    for words in (["checkin", "Ann", "Ben"], ["member", "add", "Hal"], ["checkin", "Cal"]):
        assert referee(*words, club=club).code == 0
    entries = ("checking in Cal", "adding Hal", "checking in Ann and Ben", f"opening the session of {DAY}")
    for entry in entries:
        assert referee("undo", club=club).out == f"Undone: {entry}. Redo it: referee redo\n"
    assert "planned" in referee("schedule", "list", club=club).out
    for entry in reversed(entries):
        assert referee("redo", club=club).out == f"Redone: {entry}.\n"
    assert referee("tonight", "--json", club=club).data["came"] == ["Ann", "Ben", "Cal"]
    result = referee("redo", club=club)
    says = "referee: There is nothing to redo: the last entry was not undone.\n"
    assert (result.code, result.err) == (2, says)


def test_what_belongs_to_an_earlier_session_is_undone_once_confirmed(club: Path) -> None:
    with open_club(club) as opened:
        roster.add(replace(opened, clock=lambda: opened.clock() - timedelta(days=2)), "Hal")
    for words in (["undo"], ["undo", "--json"]):
        result = referee(*words, club=club)
        assert (result.code, result.out) == (2, "")
        question = "This entry is from an earlier session: adding Hal. Undo it?"
        assert result.err.startswith(f"referee: {question} Nothing was changed")
    assert referee("undo", "--yes", club=club).out == "Undone: adding Hal. Redo it: referee redo\n"


def test_an_entry_of_a_tournament_is_undone_as_any_other(club: Path) -> None:
    referee("tournament", "new", "Cup", "--format", "swiss", "--game", "big-two", "--rounds", "2", club=club)
    referee("tournament", "enter", "1", "Ann", "Ben", "Cal", club=club)
    assert (
        referee("undo", club=club).out
        == 'Undone: the tournament step "Ann, Ben and Cal entered". Redo it: referee redo\n'
    )
    assert referee("undo", club=club).out == "Undone: announcing Cup. Redo it: referee redo\n"
    assert referee("tournament", "list", "--json", club=club).data == []
    assert referee("redo", club=club).out == "Redone: announcing Cup.\n"
    assert referee("redo", club=club).code == 0
    referee("tournament", "draw", "1", club=club)
    assert referee("undo", club=club).out == 'Undone: the tournament step "Round 1 was drawn". Redo it: referee redo\n'


def test_a_season_beside_another_is_asked_about_and_can_be_undone(club: Path) -> None:
    seasons = referee("season", "list", club=club).out
    asked = referee("season", "new", "2026/27", "2026-09-01", "2027-05-31", club=club)
    assert (asked.code, "overlaps the days from 2026-09-01 to 2027-05-31." in asked.err) == (2, True)
    assert referee("season", "new", "2026/27", "2026-09-01", "2027-05-31", "--yes", club=club).code == 0
    assert referee("undo", club=club).out == "Undone: creating season 2026/27. Redo it: referee redo\n"
    assert referee("season", "list", club=club).out == seasons


def test_what_a_later_entry_depends_on_names_that_entry_and_how_to_undo_it(club: Path) -> None:
    referee("member", "add", "Hal", club=club)
    referee("checkin", "Hal", club=club)
    referee("start", "big-two", "Ann", "Ben", "Hal", "--yes", club=club)
    referee("log", "1", "deal by Ann", club=club)
    result = referee("undo", club=club)
    assert result.code == 2
    assert "because a later entry depends on it" in result.err
    assert "Undo that first: referee undo 1" in result.err


def test_a_dry_run_says_what_would_be_undone(club: Path) -> None:
    referee("checkin", "Ann", club=club)
    before = (club / "club.db").read_bytes()
    assert referee("undo", "--dry-run", club=club).out == "This would undo checking in Ann.\nNothing was changed.\n"
    assert (club / "club.db").read_bytes() == before


def test_a_mistake_needs_a_table(club: Path) -> None:
    result = referee("undo", "--mistake", club=club)
    assert (result.code, result.err) == (2, "referee: --mistake needs a table. Type: referee undo TABLE --mistake\n")


def test_a_dispute_is_not_passed_over(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    referee("dispute", "open", "1", "1", "--claim", "no", club=table)
    assert referee("undo", "--dry-run", club=table).out.startswith("This would undo opening dispute 1.")
