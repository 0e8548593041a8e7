"""Tables as they are typed: tonight's number, another session's with its date, or the running number of a match."""

from pathlib import Path

import pytest

from referee.cli.exits import Exit
from tests.cli.conftest import DAY
from tests.cli.running import referee

NEXT = "2026-11-23"


@pytest.fixture
def second(table: Path) -> Path:
    """A Monday with one table, match 1, which is closed; and the next with one, match 2, which is open."""
    for words in (
        ["close", "--unfinished"],
        ["schedule", "add", NEXT, "--at", "18:45"],
        ["open", NEXT],
        ["start", "big-two", "Dee", "Cal", "Ben"],
    ):
        done = referee(*words, club=table)
        assert done.code == 0, done.err
    return table


def names(club: Path, typed: str) -> list[str]:
    done = referee("table", "show", typed, "--json", club=club)
    assert done.code == 0, done.err
    found: list[str] = done.data["names"]
    return found


def test_each_form_finds_its_table(second: Path) -> None:
    tonight, before = ["Dee", "Cal", "Ben"], ["Ann", "Ben", "Cal", "Dee"]
    assert [names(second, typed) for typed in ("1", f"{NEXT}/1", "m2")] == [tonight] * 3
    assert [names(second, typed) for typed in (f"{DAY}/1", "m1")] == [before] * 2


def test_the_table_is_said_as_it_is_typed(second: Path) -> None:
    started = referee("start", "big-two", "Ann", "Ben", "Cal", "--yes", club=second)
    assert "Table 2: Chor" in started.out
    assert "referee log 2" in started.out
    done = referee("result", "1", "Dee", "Cal", "Ben", club=second)
    assert (done.code, done.out) == (0, "table 1 is finished: Dee > Cal > Ben\nUndo: referee undo 1\n")
    again = referee("log", "1", "deal by Ben", club=second)
    assert "referee undo 1 LINE" in again.err
    done = referee("table", "void", f"{DAY}/1", "--reason", "nobody wrote it down", "--yes", club=second)
    assert f"Table {DAY}/1 is void.\n" in done.out
    again = referee("log", f"{DAY}/1", "deal by Ben", club=second)
    assert f"Table {DAY}/1 is void. Undo that: referee undo {DAY}/1\n" in again.err


def test_as_data_a_table_has_all_three_numbers(second: Path) -> None:
    found = [referee("table", "show", typed, "--json", club=second).data for typed in ("1", "m1")]
    assert [(each["id"], each["table"], each["session"]) for each in found] == [(2, 1, NEXT), (1, 1, DAY)]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("0", "Invalid table '0'. Use a number such as 3, 2026-11-16/3 or m312."),
        ("m0", "Invalid table 'm0'. Use a number such as 3, 2026-11-16/3 or m312."),
        (f"{DAY}/", f"Invalid table '{DAY}/'. Use a number such as 3, 2026-11-16/3 or m312."),
        ("99", f"There is no table 99 in the session of {NEXT}. Use 1."),
        ("2026-11-17/1", f"There is no session on 2026-11-17. Use the date of a session, such as {NEXT}."),
        ("m99", "There is no match m99."),
    ],
)
def test_what_is_no_table_changes_nothing(second: Path, typed: str, says: str) -> None:
    before = (second / "club.db").read_bytes()
    for command, *rest in (("log", "deal by Dee"), ("result", "Ann"), ("table void", "--reason", "no")):
        done = referee(*command.split(), typed, *rest, club=second)
        assert (done.code, done.out, done.err) == (Exit.USAGE, "", f"referee: {says}\n")
    assert (second / "club.db").read_bytes() == before


def test_minus_one_is_no_option(second: Path) -> None:
    done = referee("table", "show", "--", "-1", club=second)
    assert (done.code, done.err) == (
        Exit.USAGE,
        "referee: Invalid table '-1'. Use a number such as 3, 2026-11-16/3 or m312.\n",
    )


def test_while_no_session_is_open_reading_says_which_table_it_is_and_writing_asks(second: Path) -> None:
    referee("close", "--unfinished", club=second)
    shown = referee("table", "show", "1", club=second)
    assert (shown.code, shown.err) == (0, f"No session is open. This is table 1 of {NEXT}.\n")
    assert referee("table", "show", f"{NEXT}/1", club=second).err == ""
    for words in ("log 1 deal", "undo 1", "table finish 1", "table void 1 --reason no"):
        done = referee(*words.split(), club=second)
        says = f"No session is open. For table 1 of the last session use {NEXT}/1."
        assert (done.code, done.out, done.err) == (Exit.USAGE, "", f"referee: {says}\n")


def test_a_table_that_the_last_session_does_not_have_is_not_suggested(second: Path) -> None:
    referee("close", "--unfinished", club=second)
    done = referee("result", "9", "Ann", "Ben", club=second)
    says = f"There is no table 9 in the session of {NEXT}. Use {NEXT}/1."
    assert (done.code, done.out, done.err) == (Exit.USAGE, "", f"referee: {says}\n")


def test_completion_offers_the_tables_of_the_open_session_and_else_of_the_last(second: Path) -> None:
    assert offered(second, "referee table show ") == ["1"]
    referee("close", "--unfinished", club=second)
    assert offered(second, "referee table show ") == [f"{NEXT}/1"]
    assert offered(second, f"referee table show {DAY}") == [""]


def offered(club: Path, words: str) -> list[str]:
    """What a shell is offered behind some words."""
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_REFEREE_COMPLETE": "complete_bash"}
    return referee(club=club, **asked).out.splitlines()
