"""`referee undo`: the last line of a table, or without a table the last entry that belongs to none."""

from pathlib import Path

from tests.cli.conftest import DAY
from tests.cli.running import referee


def test_without_a_table_one_entry_more_is_undone_each_time(club: Path) -> None:
    for words in (["checkin", "Ann", "Ben"], ["member", "add", "Hal"], ["checkin", "Cal"]):
        assert referee(*words, club=club).code == 0
    assert referee("undo", club=club).out == "Undone: checking in Cal. Cal is no longer checked in.\n"
    assert referee("undo", club=club).out == "Undone: adding Hal. Hal is no longer on the roster.\n"
    assert referee("undo", club=club).out.startswith("Undone: checking in Ann and Ben.")
    assert referee("undo", club=club).out.startswith(f"Undone: opening the session of {DAY}.")
    assert "planned" in referee("schedule", "list", club=club).out


def test_a_dry_run_says_what_would_be_undone(club: Path) -> None:
    referee("checkin", "Ann", club=club)
    before = (club / "club.db").read_bytes()
    assert referee("undo", "--dry-run", club=club).out == "This would undo checking in Ann.\nNothing was changed.\n"
    assert (club / "club.db").read_bytes() == before


def test_a_mistake_needs_a_table(club: Path) -> None:
    done = referee("undo", "--mistake", club=club)
    assert (done.code, done.err) == (2, "referee: --mistake needs a table. Type: referee undo TABLE --mistake\n")


def test_a_dispute_is_not_passed_over(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    referee("dispute", "open", "1", "1", "--claim", "no", club=table)
    done = referee("undo", club=table)
    assert (done.code, "Decide the dispute:" in done.err) == (2, True)


def test_a_change_of_players_before_the_first_hand_is_undone_like_a_line(table: Path) -> None:
    left = referee("table", "leave", "1", "Dee", "--reason", "had to go", club=table)
    assert left.code == 0, left.err
    assert referee("undo", "1", club=table).out == "line 1, Dee leaves seat 4: had to go: taken back\n"
    seated = referee("table", "show", "1", "--json", club=table).data
    assert (seated["names"], seated["id"]) == (["Ann", "Ben", "Cal", "Dee"], 1)


def test_a_table_without_a_line_since_its_players_changed_names_the_change(table: Path) -> None:
    assert referee("log", "1", "deal by Dee", club=table).code == 0
    left = referee("table", "leave", "1", "Dee", "--reason", "had to go", club=table)
    assert left.code == 0, left.err
    done = referee("undo", "1", club=table)
    assert done.code == 2
    assert "Table 1 has no line since its players changed. Undo the change: referee undo m1 " in done.err
    number = done.err.partition("referee undo m1 ")[2].split()[0]
    back = referee("undo", "m1", number, "--reason", "Dee stays", club=table)
    assert back.code == 0, back.err
    seated = referee("table", "show", "1", "--json", club=table).data
    assert (seated["names"], seated["id"]) == (["Ann", "Ben", "Cal", "Dee"], 1)
