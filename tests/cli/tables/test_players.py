"""People who come and go, as an officer types it."""

from pathlib import Path

import pytest

from referee.cli.exits import Exit
from tests.cli.running import referee

DAY = "2026-11-16"
WHY = ("--reason", "had to go home")


def test_a_leaver_at_a_table_that_has_begun(table: Path) -> None:
    referee("table", "log", "1", "deal by Dee", club=table)
    done = referee("table", "leave", "1", "Dee", *WHY, "--by", "Ann", club=table)
    assert done.code == 0
    assert "Dee leaves seat 4, and the table goes on as table 2: had to go home" in done.out
    assert "scoring 4.6  A match that ends so before any hand is over counts for nobody." in done.out
    assert "Table 2 goes on from it: Chor Dai Di (Big Two), Ann, Ben, Cal." in done.out
    shown = referee("table", "show", "1", club=table).out
    assert "had to go home (Ann)" in shown
    assert "it goes on as table 2" in shown
    assert "goes on from table 1" in referee("table", "show", "2", club=table).out
    assert "goes on as 2" in referee("session", "show", club=table).out
    assert referee("table", "log", "1", "Ann plays 3D", club=table).code == Exit.USAGE
    assert referee("table", "undo", "1", "--reason", "the bus did not come", club=table).code == 0
    assert "taken back: the bus did not come" in referee("table", "show", "1", club=table).out
    assert referee("session", "show", "--json", club=table).data["tables"][1]["void"] is True


def test_what_is_said_as_data(table: Path) -> None:
    done = referee("table", "swap", "1", "Ann", "Cal", *WHY, "--json", club=table).data
    match, line = done["match"], done["line"]
    assert (match["number"], match["names"]) == (1, ["Cal", "Ben", "Ann", "Dee"])
    assert (match["finished_at"], match["void"], match["places"]) == (None, False, [])
    assert (line["number"], line["kind"], line["text"]) == (1, "swap", "Ann and Cal swap seats: had to go home")
    assert (done["clause"], done["goes_on"]) == ("4.1", None)


@pytest.mark.parametrize(
    "words",
    [
        ["leave", "1", "Ann"],
        ["join", "1", "Della"],
        ["swap", "1", "Ann", "Ben"],
        ["void", "1"],
        ["reopen", "1"],
        ["join", "1", "Della", *WHY, "--seat", "1", "--stand-in-for", "Ann"],
    ],
)
def test_what_is_lacking_is_asked_for(table: Path, words: list[str]) -> None:
    done = referee("table", *words, club=table)
    assert done.code == Exit.USAGE
    assert "--reason" in done.err or "--stand-in-for" in done.err
    assert referee("table", "show", "1", "--json", club=table).data["log"] == []


def test_nobody_is_seated_at_two_tables_unasked(table: Path) -> None:
    done = referee("table", "start", "commune", "Della", "Ann", club=table)
    assert done.code == Exit.USAGE
    assert "Ann sits at table 1, which is not finished." in done.err
    assert referee("table", "show", "2", club=table).code == Exit.USAGE  # there is none
    assert referee("table", "start", "commune", "Della", "Ann", "--yes", club=table).code == 0
    done = referee("table", "join", "2", "Ben", *WHY, club=table)
    assert done.code == Exit.USAGE
    assert "Ben sits at table 1" in done.err
    assert referee("table", "join", "2", "Ben", *WHY, "--yes", club=table).code == 0


def test_a_finished_table_is_opened_again_and_void(table: Path) -> None:
    referee("table", "result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    done = referee("table", "reopen", "1", "--reason", "one more hand", club=table)
    assert "Line 1 still says how it ends." in done.out
    assert "referee table finish 1" in done.out
    assert referee("table", "finish", "1", club=table).code == 0
    assert "Table 1 is void." in referee("table", "void", "1", "--reason", "a wrong table", club=table).out
    shown = referee("table", "show", "1", club=table).out
    assert "the finished table is void: a wrong table" in shown
    assert "table 1 is void: it counts for nobody" in shown
    assert "Ann" not in referee("standings", club=table).out


def test_a_session_closed_too_soon_says_how_it_is_opened_again(club: Path) -> None:
    done = referee("session", "close", club=club)
    assert f'referee session open {DAY} --reason "..."' in done.out
    assert referee("session", "open", DAY, club=club).code == Exit.USAGE
    assert referee("session", "open", DAY, "--reason", "one more table came in", club=club).code == 0
    assert "one more table came in" in referee("session", "show", club=club).out
    assert [each["kind"] for each in referee("session", "show", "--json", club=club).data["turns"]] == [
        "closed",
        "opened again",
    ]


def test_a_merge_says_how_it_is_undone(club: Path) -> None:
    done = referee("member", "merge", "Dee", "Della", "--yes", club=club)
    assert 'referee member split Dee Della --reason "..."' in done.out
    assert referee("member", "split", "Dee", "Della", club=club).code == Exit.USAGE
    assert referee("member", "split", "Dee", "Della", "--reason", "they are cousins", club=club).code == 0
    assert "Della" in referee("member", "list", club=club).out


def test_a_finished_table_is_finished_again_once_it_is_no_longer_void(table: Path) -> None:
    referee("table", "result", "1", "Dee", "Ann, Ben", "Cal", club=table)
    referee("table", "void", "1", "--reason", "the wrong table", club=table)
    undone = referee("table", "undo", "1", club=table)
    assert "table 1 is finished: Dee > Ann = Ben > Cal" in undone.out
