"""People who come and go, as an officer types it."""

from pathlib import Path

import pytest

from referee.cli.exit_codes import ExitCode
from tests.cli.conftest import DAY
from tests.cli.running import referee

WHY = ("--reason", "had to go home")


def test_a_leaver_at_a_table_that_has_begun(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    result = referee("table", "leave", "1", "Dee", *WHY, "--by", "Ann", club=table)
    assert result.code == 0
    assert "Dee leaves seat 4, and the table continues: had to go home" in result.out
    assert "scoring 4.6  A match that ends in this way before any hand is complete does not count." in result.out
    assert "Match m1 is finished; it does not count." in result.out
    assert "Table 1 continues: Chor Dai Di (Big Two), Ann, Ben, Cal." in result.out
    output = referee("table", "show", "m1", club=table).out
    assert "table 1, 2026-11-16 (m1): Chor" in output
    assert "had to go home (Ann)" in output
    assert "it continues: referee table show 1\n" in output
    current = referee("table", "show", "1", club=table).out
    assert "table 1, 2026-11-16: Chor Dai Di (Big Two), Ann, Ben, Cal\n" in current
    assert "Before the players changed: referee table show m1\n" in current
    rows = [row.split() for row in referee("tonight", club=table).out.splitlines() if "big-two" in row]
    assert rows == [["1", "big-two", "Ann,", "Ben,", "Cal", "0", "playing;", "earlier:", "m1"]]
    refused = referee("log", "m1", "Ann plays 3D", club=table)
    assert (refused.code, refused.err) == (
        ExitCode.USAGE,
        "referee: The players at table 1 have changed, and the table continues as a new match. "
        "Record the line there: referee log 1 LINE\n",
    )
    assert referee("undo", "m1", "--reason", "the bus did not come", club=table).code == 0
    assert "taken back: the bus did not come" in referee("table", "show", "1", club=table).out
    assert referee("tonight", "--json", club=table).data["tables"][1]["void"] is True


def test_a_leaver_at_a_table_without_a_rulebook_is_left_out_of_its_result(club: Path) -> None:
    assert referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", "Cal", club=club).code == 0
    result = referee("table", "leave", "1", "Ben", *WHY, club=club).out
    assert "Table 1: Hearts, Ann, Cal.\nNext: referee result 1 NAME NAME\n" in result
    output = referee("tonight", club=club).out
    assert "Ann, Cal      0  playing\n" in output
    assert output.endswith("Next: referee result 1 NAME NAME\n")
    refused = referee("result", "1", "Ann", "Ben", "Cal", club=club)
    assert (refused.code, refused.err) == (
        ExitCode.USAGE,
        'referee: Leave out Ben: players who left are placed last. If Ben stayed: referee undo 1 1 --reason "..."\n',
    )
    assert "Ann > Cal > Ben\n" in referee("result", "1", "Ann", "Cal", club=club).out
    corrected = referee("result", "1", "Cal", "Ann", "--reason", "misread", "--yes", "--by", "Dee", club=club)
    assert corrected.out.endswith("table 1 is finished: Cal > Ann > Ben\n")
    assert referee("undo", "1", "1", "--reason", "Ben was outside", club=club).code == 0
    second = referee("result", "1", "Ben", "Cal", "Ann", "--reason", "misread", "--yes", "--by", "Dee", club=club)
    assert second.out.endswith("table 1 is finished: Ben > Cal > Ann\n")


def test_what_is_said_as_data(table: Path) -> None:
    result = referee("table", "swap", "1", "Ann", "Cal", *WHY, "--json", club=table).data
    match, line = result["match"], result["line"]
    assert (match["id"], match["table"], match["session"]) == (1, 1, DAY)
    assert match["names"] == ["Cal", "Ben", "Ann", "Dee"]
    assert (match["finished_at"], match["void"], match["places"]) == (None, False, [])
    assert (line["number"], line["kind"], line["text"]) == (1, "swap", "Ann and Cal swap seats: had to go home")
    assert (result["clause"], result["goes_on"]) == ("4.1", None)


@pytest.mark.parametrize(
    "words",
    [
        ["reopen", "1"],
        ["join", "1", "Della", *WHY, "--seat", "1", "--stand-in-for", "Ann"],
    ],
)
def test_what_is_lacking_is_asked_for(table: Path, words: list[str]) -> None:
    result = referee("table", *words, club=table)
    assert result.code == ExitCode.USAGE
    assert "--reason" in result.err or "--stand-in-for" in result.err
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


def test_nobody_is_seated_at_two_tables_unasked(table: Path) -> None:
    result = referee("start", "commune", "Della", "Ann", club=table)
    assert result.code == ExitCode.USAGE
    assert "Ann sits at table 1, which is not finished." in result.err
    assert referee("table", "show", "2", club=table).code == ExitCode.USAGE  # there is none
    assert referee("start", "commune", "Della", "Ann", "--yes", club=table).code == 0
    result = referee("table", "join", "2", "Ben", *WHY, club=table)
    assert result.code == ExitCode.USAGE
    assert "Ben sits at table 1" in result.err
    assert referee("table", "join", "2", "Ben", *WHY, "--yes", club=table).code == 0


def test_a_finished_table_is_opened_again_and_void(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    result = referee("table", "reopen", "1", "--reason", "one more hand", club=table)
    assert "Line 1 still has a result." in result.out
    assert "referee table finish 1" in result.out
    assert referee("table", "finish", "1", club=table).code == 0
    assert "Table 1 is void." in referee("table", "void", "1", "--reason", "a wrong table", club=table).out
    output = referee("table", "show", "1", club=table).out
    assert "the finished table is void: a wrong table" in output
    assert "table 1 is void (does not count)" in output
    assert "Ann" not in referee("standings", club=table).out


def test_who_comes_and_goes_may_be_previewed(table: Path) -> None:
    before = referee("table", "show", "1", club=table).out
    for words in (
        ["leave", "1", "Ben", "--reason", "gone"],
        ["join", "1", "Della", "--reason", "late", "--stand-in-for", "Ben"],
        ["swap", "1", "Ann", "Cal", "--reason", "light"],
    ):
        result = referee("table", *words, "--dry-run", club=table)
        assert (result.code, result.out.splitlines()[-1]) == (0, "Nothing was changed."), words
    assert referee("table", "show", "1", club=table).out == before


def test_a_change_of_players_before_the_first_hand_is_undone_like_a_line(table: Path) -> None:
    second_result = referee("table", "leave", "1", "Dee", "--reason", "had to go", club=table)
    assert second_result.code == 0, second_result.err
    assert referee("undo", "1", club=table).out == "line 1, Dee leaves seat 4: had to go: taken back\n"
    result = referee("table", "show", "1", "--json", club=table).data
    assert (result["names"], result["id"]) == (["Ann", "Ben", "Cal", "Dee"], 1)


def test_a_table_without_a_line_since_its_players_changed_names_the_change(table: Path) -> None:
    assert referee("log", "1", "deal by Dee", club=table).code == 0
    left = referee("table", "leave", "1", "Dee", "--reason", "had to go", club=table)
    assert left.code == 0, left.err
    result = referee("undo", "1", club=table)
    assert result.code == 2
    assert "Table 1 has no line since its players changed. Undo the change: referee undo m1 " in result.err
    number = result.err.partition("referee undo m1 ")[2].split()[0]
    back = referee("undo", "m1", number, "--reason", "Dee stays", club=table)
    assert back.code == 0, back.err
    second_result = referee("table", "show", "1", "--json", club=table).data
    assert (second_result["names"], second_result["id"]) == (["Ann", "Ben", "Cal", "Dee"], 1)


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
        result = referee(*words, club=table)
        assert result.code == 0, result.err
    return table


def names(club: Path, text: str) -> list[str]:
    result = referee("table", "show", text, "--json", club=club)
    assert result.code == 0, result.err
    data: list[str] = result.data["names"]
    return data


def test_each_form_finds_its_table(second: Path) -> None:
    tonight, before = ["Dee", "Cal", "Ben"], ["Ann", "Ben", "Cal", "Dee"]
    assert [names(second, text) for text in ("1", f"{NEXT}/1", "m2")] == [tonight] * 3
    assert [names(second, text) for text in (f"{DAY}/1", "m1")] == [before] * 2


def test_the_table_is_said_as_it_is_typed(second: Path) -> None:
    started = referee("start", "big-two", "Ann", "Ben", "Cal", "--yes", club=second)
    assert "Table 2: Chor" in started.out
    assert "referee log 2" in started.out
    result = referee("result", "1", "Dee", "Cal", "Ben", club=second)
    assert (result.code, result.out) == (0, "table 1 is finished: Dee > Cal > Ben\nUndo: referee undo 1\n")
    second_result = referee("log", "1", "deal by Ben", club=second)
    assert "referee undo 1 LINE" in second_result.err
    result = referee("table", "void", f"{DAY}/1", "--reason", "nobody wrote it down", "--yes", club=second)
    assert f"Table {DAY}/1 is void.\n" in result.out
    second_result = referee("log", f"{DAY}/1", "deal by Ben", club=second)
    assert f"Table {DAY}/1 is void. Undo that: referee undo {DAY}/1\n" in second_result.err


def test_as_data_a_table_has_all_three_numbers(second: Path) -> None:
    data = [referee("table", "show", text, "--json", club=second).data for text in ("1", "m1")]
    assert [(row["id"], row["table"], row["session"]) for row in data] == [(2, 1, NEXT), (1, 1, DAY)]


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
        result = referee(*command.split(), typed, *rest, club=second)
        assert (result.code, result.out, result.err) == (ExitCode.USAGE, "", f"referee: {says}\n")
    assert (second / "club.db").read_bytes() == before


def test_minus_one_is_no_option(second: Path) -> None:
    result = referee("table", "show", "--", "-1", club=second)
    assert (result.code, result.err) == (
        ExitCode.USAGE,
        "referee: Invalid table '-1'. Use a number such as 3, 2026-11-16/3 or m312.\n",
    )


def test_while_no_session_is_open_reading_says_which_table_it_is_and_writing_asks(second: Path) -> None:
    referee("close", "--unfinished", club=second)
    result = referee("table", "show", "1", club=second)
    assert (result.code, result.err) == (0, f"No session is open. This is table 1 of {NEXT}.\n")
    assert referee("table", "show", f"{NEXT}/1", club=second).err == ""
    for words in ("log 1 deal", "undo 1", "table finish 1", "table void 1 --reason no"):
        second_result = referee(*words.split(), club=second)
        says = f"No session is open. For table 1 of the last session use {NEXT}/1."
        assert (second_result.code, second_result.out, second_result.err) == (ExitCode.USAGE, "", f"referee: {says}\n")


def test_a_table_that_the_last_session_does_not_have_is_not_suggested(second: Path) -> None:
    referee("close", "--unfinished", club=second)
    result = referee("result", "9", "Ann", "Ben", club=second)
    says = f"There is no table 9 in the session of {NEXT}. Use {NEXT}/1."
    assert (result.code, result.out, result.err) == (ExitCode.USAGE, "", f"referee: {says}\n")


def test_completion_offers_the_tables_of_the_open_session_and_else_of_the_last(second: Path) -> None:
    assert offered(second, "referee table show ") == ["1"]
    referee("close", "--unfinished", club=second)
    assert offered(second, "referee table show ") == [f"{NEXT}/1"]
    assert offered(second, f"referee table show {DAY}") == [""]


def offered(club: Path, words: str) -> list[str]:
    """What a shell is offered behind some words."""
    prompted = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_REFEREE_COMPLETE": "complete_bash"}
    return referee(club=club, **prompted).out.splitlines()
