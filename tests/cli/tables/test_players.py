"""People who come and go, as an officer types it."""

from pathlib import Path

import pytest

from referee.cli.exits import Exit
from tests.cli.running import referee

DAY = "2026-11-16"
WHY = ("--reason", "had to go home")


def test_a_leaver_at_a_table_that_has_begun(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    done = referee("table", "leave", "1", "Dee", *WHY, "--by", "Ann", club=table)
    assert done.code == 0
    assert "Dee leaves seat 4, and the table goes on: had to go home" in done.out
    assert "scoring 4.6  A match that ends in this way before any hand is complete does not count." in done.out
    assert "Match m1 is finished; it does not count." in done.out
    assert "Table 1 goes on: Chor Dai Di (Big Two), Ann, Ben, Cal." in done.out
    shown = referee("table", "show", "m1", club=table).out
    assert "table 1, 2026-11-16 (m1): Chor" in shown
    assert "had to go home (Ann)" in shown
    assert "it goes on: referee table show 1\n" in shown
    now = referee("table", "show", "1", club=table).out
    assert "table 1, 2026-11-16: Chor Dai Di (Big Two), Ann, Ben, Cal\n" in now
    assert "Before the players changed: referee table show m1\n" in now
    rows = [row.split() for row in referee("tonight", club=table).out.splitlines() if "big-two" in row]
    assert rows == [["1", "big-two", "Ann,", "Ben,", "Cal", "0", "playing;", "earlier:", "m1"]]
    refused = referee("log", "m1", "Ann plays 3D", club=table)
    assert (refused.code, refused.err) == (
        Exit.USAGE,
        "referee: The players at table 1 have changed, and the table goes on as a new match. "
        "Record the line there: referee log 1 LINE\n",
    )
    assert referee("undo", "m1", "--reason", "the bus did not come", club=table).code == 0
    assert "taken back: the bus did not come" in referee("table", "show", "1", club=table).out
    assert referee("tonight", "--json", club=table).data["tables"][1]["void"] is True


def test_a_leaver_at_a_table_without_a_rulebook_is_left_out_of_its_result(club: Path) -> None:
    assert referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", "Cal", club=club).code == 0
    done = referee("table", "leave", "1", "Ben", *WHY, club=club).out
    assert "Table 1: Hearts, Ann, Cal.\nNext: referee result 1 NAME NAME\n" in done
    shown = referee("tonight", club=club).out
    assert "Ann, Cal      0  playing\n" in shown
    assert shown.endswith("Next: referee result 1 NAME NAME\n")
    refused = referee("result", "1", "Ann", "Ben", "Cal", club=club)
    assert (refused.code, refused.err) == (
        Exit.USAGE,
        'referee: Leave out Ben: players who left are placed last. If Ben stayed: referee undo 1 1 --reason "..."\n',
    )
    assert "Ann > Cal > Ben\n" in referee("result", "1", "Ann", "Cal", club=club).out
    corrected = referee("result", "1", "Cal", "Ann", "--reason", "misread", "--yes", "--by", "Dee", club=club)
    assert corrected.out.endswith("table 1 is finished: Cal > Ann > Ben\n")
    assert referee("undo", "1", "1", "--reason", "Ben was outside", club=club).code == 0
    again = referee("result", "1", "Ben", "Cal", "Ann", "--reason", "misread", "--yes", "--by", "Dee", club=club)
    assert again.out.endswith("table 1 is finished: Ben > Cal > Ann\n")


def test_what_is_said_as_data(table: Path) -> None:
    done = referee("table", "swap", "1", "Ann", "Cal", *WHY, "--json", club=table).data
    match, line = done["match"], done["line"]
    assert (match["id"], match["table"], match["session"]) == (1, 1, DAY)
    assert match["names"] == ["Cal", "Ben", "Ann", "Dee"]
    assert (match["finished_at"], match["void"], match["places"]) == (None, False, [])
    assert (line["number"], line["kind"], line["text"]) == (1, "swap", "Ann and Cal swap seats: had to go home")
    assert (done["clause"], done["goes_on"]) == ("4.1", None)


@pytest.mark.parametrize(
    "words",
    [
        ["reopen", "1"],
        ["join", "1", "Della", *WHY, "--seat", "1", "--stand-in-for", "Ann"],
    ],
)
def test_what_is_lacking_is_asked_for(table: Path, words: list[str]) -> None:
    done = referee("table", *words, club=table)
    assert done.code == Exit.USAGE
    assert "--reason" in done.err or "--stand-in-for" in done.err
    assert referee("table", "show", "1", "--json", club=table).data["log"] == []


@pytest.mark.parametrize(
    "words",
    [
        ["leave", "1", "Ann"],
        ["join", "1", "Della", "--stand-in-for", "Dee"],
        ["swap", "1", "Ann", "Ben"],
        ["void", "1"],
    ],
)
def test_at_a_table_that_is_played_no_reason_is_needed(table: Path, words: list[str]) -> None:
    assert referee("table", *words, club=table).code == 0
    [line] = referee("table", "show", "1", "--json", club=table).data["log"]
    assert not line["text"].rstrip().endswith(":")


def test_a_finished_table_becomes_void_only_for_a_reason(table: Path) -> None:
    names = referee("table", "show", "1", "--json", club=table).data["names"]
    assert referee("result", "1", *names, club=table).code == 0
    assert "--reason" in referee("table", "void", "1", club=table).err


def test_nobody_is_seated_at_two_tables_unasked(table: Path) -> None:
    done = referee("start", "commune", "Della", "Ann", club=table)
    assert done.code == Exit.USAGE
    assert "Ann sits at table 1, which is not finished." in done.err
    assert referee("table", "show", "2", club=table).code == Exit.USAGE  # there is none
    assert referee("start", "commune", "Della", "Ann", "--yes", club=table).code == 0
    done = referee("table", "join", "2", "Ben", *WHY, club=table)
    assert done.code == Exit.USAGE
    assert "Ben sits at table 1" in done.err
    assert referee("table", "join", "2", "Ben", *WHY, "--yes", club=table).code == 0


def test_a_finished_table_is_opened_again_and_void(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    done = referee("table", "reopen", "1", "--reason", "one more hand", club=table)
    assert "Line 1 still has a result." in done.out
    assert "referee table finish 1" in done.out
    assert referee("table", "finish", "1", club=table).code == 0
    assert "Table 1 is void." in referee("table", "void", "1", "--reason", "a wrong table", club=table).out
    shown = referee("table", "show", "1", club=table).out
    assert "the finished table is void: a wrong table" in shown
    assert "table 1 is void (does not count)" in shown
    assert "Ann" not in referee("standings", club=table).out


def test_who_comes_and_goes_may_be_previewed(table: Path) -> None:
    before = referee("table", "show", "1", club=table).out
    for words in (
        ["leave", "1", "Ben", "--reason", "gone"],
        ["join", "1", "Della", "--reason", "late", "--stand-in-for", "Ben"],
        ["swap", "1", "Ann", "Cal", "--reason", "light"],
    ):
        done = referee("table", *words, "--dry-run", club=table)
        assert (done.code, done.out.splitlines()[-1]) == (0, "Nothing was changed."), words
    assert referee("table", "show", "1", club=table).out == before
