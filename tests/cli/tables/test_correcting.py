"""Corrections at the command line: what they change is shown, then asked; on the running evening neither."""

import json
from pathlib import Path

import pytest

from referee.cli.exit_codes import ExitCode
from tests.cli.conftest import DAY
from tests.cli.running import RunResult, referee

WHY = ("--reason", "misread", "--by", "Fay")


@pytest.fixture
def over(club: Path) -> Path:
    """The club after an evening: Ann before Ben before Cal at a table of Hearts."""
    for words in (
        ["start", "--game", "Hearts", "--result-only", "Ann", "Ben", "Cal"],
        ["result", "1", "Ann", "Ben", "Cal"],
        ["close", DAY],
    ):
        result = referee(*words, club=club)
        assert result.code == 0, result.err
    return club


def scores(club: Path) -> dict[str, float]:
    return {row["name"]: row["score"] for row in json.loads(referee("standings", "--json", club=club).out)}


def shows_the_impact(result: RunResult) -> bool:
    return all(
        line in result.out
        for line in (
            f"table 1, {DAY}:\n",
            "  places: from Ann > Ben > Cal to Cal > Ben > Ann\n",
            "  Cal: from place 3 to place 1, score 0.000 to 1.000 (+1.000)\n",
            "  Ann: from place 1 to place 3, score 1.000 to 0.000 (-1.000)\n",
        )
    )


def test_a_past_result_is_shown_with_its_impact_and_written_when_agreed_to(over: Path) -> None:
    result = referee("result", f"{DAY}/1", "Cal", "Ben", "Ann", *WHY, "--yes", club=over)
    assert result.code == 0, result.err
    assert shows_the_impact(result)
    assert result.out.endswith("table 2026-11-16/1 is finished: Cal > Ben > Ann\n")
    assert scores(over) == {"Ann": 0, "Ben": 0.5, "Cal": 1}
    assert "corrected on" in referee("table", "show", "1", club=over).out
    latest = referee("history", "--most", "1", club=over).out.splitlines()[1]
    assert all(part in latest for part in ("correction", f"{DAY}/1", "the result: misread", "Fay"))


def test_a_dry_run_only_shows(over: Path) -> None:
    result = referee("result", f"{DAY}/1", "Cal", "Ben", "Ann", *WHY, "--dry-run", club=over)
    assert (result.code, shows_the_impact(result)) == (0, True)
    assert result.out.endswith("Nothing was changed.\n")
    assert scores(over) == {"Ann": 1, "Ben": 0.5, "Cal": 0}
    data = json.loads(referee("result", f"{DAY}/1", "Cal", "Ben", "Ann", *WHY, "--dry-run", "--json", club=over).out)
    moved_session = {row["name"]: (row["was"]["score"], row["now"]["score"]) for row in data["seasons"][0]["moved"]}
    assert moved_session == {"Ann": (1, 0), "Cal": (0, 1)}


def test_as_data_the_impact_goes_where_data_does_not(over: Path) -> None:
    result = referee("table", "reseat", f"{DAY}/1", "Ben", "Dee", *WHY, "--yes", "--json", club=over)
    assert json.loads(result.out)["match"]["names"] == ["Ann", "Dee", "Cal"]
    assert "seat 2: Ben, now Dee" in result.err


def test_on_the_running_evening_nothing_is_asked(table: Path) -> None:
    for words in (
        ["log", "1", "deal", "Ann plays 3D", "Ben plays 5H"],
        ["log", "1", "Ben plays 6H", "--instead-of", "3"],
        ["undo", "1"],
        ["table", "reseat", f"{DAY}/1", "Dee", "Della", *WHY],
        ["penalty", "give", "Ann", "--points", "1", *WHY],
    ):
        result = referee(*words, club=table)
        assert result.code == 0, result.err
        assert "standings of" not in result.out


def test_a_line_is_put_right_or_taken_back(table: Path) -> None:
    referee("log", "1", "deal", "Ann plays 3D", "Ben plays 5H", club=table)
    referee("close", DAY, "--unfinished", club=table)
    result = referee("table", "edit", f"{DAY}/1", "3", "Ben plays 6H", *WHY, "--dry-run", club=table)
    assert "line 3, Ben plays 5H: was legal by 1.1, now struck" in result.out
    assert referee("table", "edit", f"{DAY}/1", "3", "Ben plays 6H", *WHY, "--yes", club=table).code == 0
    assert referee("table", "edit", f"{DAY}/1", "4", "--undo", *WHY, "--yes", club=table).code == 0
    assert referee("table", "edit", f"{DAY}/1", "4", "--let-stand", *WHY, "--yes", club=table).code == 0
    assert referee("table", "edit", f"{DAY}/1", "4", *WHY, club=table).code == ExitCode.USAGE
    assert [entry["what"] for entry in json.loads(referee("history", "--corrections", "--json", club=table).out)] == [
        "line 3",
        "line 4",
        "line 4",
    ]


def test_a_penalty_is_shown_beside_the_row_that_it_costs(over: Path) -> None:
    result = referee("penalty", "give", "Ann", "--points", "3", "--table", f"{DAY}/1", *WHY, "--yes", club=over)
    assert "  Ann: score 1.000 to 0.700 (-0.300)\n" in result.out
    table = referee("standings", club=over).out
    assert f"\n1. Ann, {DAY}: 3 points (penalty 1: misread); 0.300 off that session\n" in table
    assert "scoring 5.2: A penalty point takes one tenth" in table
    assert next(row for row in table.splitlines() if " Ann " in row).endswith("-0.300 in penalties")
    alone = referee("standings", "--member", "Ann", club=over).out
    assert f"  {DAY}  1.000 from 1 match, less 0.300 (3/10) in penalties: 0.700 (7/10)\n" in alone
    result = referee("penalty", "cancel", "1", "--reason", "it was Cal", "--by", "Gus", "--yes", club=over)
    assert "  Ann: score 0.700 to 1.000 (+0.300)\n" in result.out
    assert "cancelled by Gus: it was Cal" in referee("penalty", "list", club=over).out
    assert "3 points, cancelled: it was Cal\n" in referee("standings", club=over).out


def test_a_penalty_is_a_warning_or_points(over: Path) -> None:
    for words in ([], ["--warning", "--points", "1"], ["--points", "0"]):
        assert referee("penalty", "give", "Ann", *words, "--on", DAY, *WHY, club=over).code == ExitCode.USAGE
    assert json.loads(referee("penalty", "list", "--json", club=over).out) == []


def test_a_remedy_is_said_with_the_decision_and_precedents_come_before_it(table: Path) -> None:
    referee("log", "1", "deal", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", club=table)
    referee("dispute", "open", "1", "4", club=table)
    assert referee("dispute", "decide", "1", "replay", "overrule", "--reason", "x", club=table).code == ExitCode.USAGE
    assert referee("dispute", "decide", "1", "void-table", "--reason", "x", club=table).code == ExitCode.USAGE
    result = referee("dispute", "decide", "1", "void-hand", "--reason", "a card lay open", "--by", "Gus", club=table)
    assert "  voided on" in result.out
    assert "Lines 1 to 4 of table 1 are void." in result.out
    referee("dispute", "open", "big-two", "Ben plays 4D", "Ann plays 3D", club=table)
    before = "earlier decisions on big-two 4.5:\n  dispute 1, "
    for words in (["show", "2"], ["decide", "2", "uphold"]):
        output = referee("dispute", *words, club=table).out
        assert before in output
        assert "Cal plays 4S\n    illegal, voided by Gus: a card lay open\n" in output
    assert [
        each["number"]
        for each in json.loads(
            referee("dispute", "list", "--outcome", "voided", "--text", "lay open", "--json", club=table).out
        )
    ] == [1]
    refused = referee("dispute", "list", "--outcome", "lost", club=table)
    assert refused.code == ExitCode.USAGE
    assert "'lost' is not one of 'upheld', 'overruled', 'replayed', 'voided'" in refused.err


def test_who_did_not_sit_there_is_still_noted_as_here_which_is_said_with_how_to_take_it_back(over: Path) -> None:
    """Whoever is not at a table may have been there all the same, so that nothing is done about it unasked."""
    result = referee("table", "reseat", f"{DAY}/1", "Ben", "Dee", *WHY, "--yes", club=over)
    hint = f"referee checkin Ben --undo --on {DAY}"
    assert f"Ben is still checked in on {DAY}. If that is wrong:\n{hint}\n" in result.out
    attendance = referee("tonight", DAY, "--json", club=over).data["came"]
    assert attendance == ["Ann", "Ben", "Cal", "Dee"]
    assert referee(*hint.split()[1:], club=over).code == 0
    assert referee("tonight", DAY, "--json", club=over).data["came"] == ["Ann", "Cal", "Dee"]
    last = referee("history", "--json", club=over).data[0]
    assert (last["what"], last["about"]) == ("check-in undone", "Ben")
    assert referee("audit", club=over).code == 0


def test_at_a_terminal_the_reason_is_asked_for_before_the_correction(over: Path) -> None:
    words = ["result", f"{DAY}/1", "Cal", "Ben", "Ann", "--by", "Fay"]
    result = referee(*words, club=over, terminal=True, input_text="misread\ny\n")
    assert result.code == 0, result.err
    assert result.err.startswith("A correction needs a reason for the log.\nReason:")
    assert scores(over) == {"Ann": 0, "Ben": 0.5, "Cal": 1}
    assert "misread" in referee("table", "show", "1", club=over).out
    result = referee(*words, club=over, terminal=True, input_text="")
    assert (result.code, result.err.endswith("\nreferee: Nothing was changed.\n")) == (ExitCode.INTERRUPTED, True)


def test_an_appeal_says_who_appeals_and_who_recorded_it(table: Path) -> None:
    referee("dispute", "open", "big-two", "Ben plays 4D", "Ann plays 3D", club=table)
    referee("dispute", "decide", "1", "uphold", "--by", "Gus", club=table)
    output = referee("dispute", "appeal", "1", "Ann", "--reason", "it was a 5D", "--by", "Hal", club=table).out
    assert "  appealed on " in output
    assert " by Ann, recorded by Hal: it was a 5D" in output
    assert referee("dispute", "show", "1", "--json", club=table).data["decisions"][1]["appellant"] == "Ann"
    assert referee("dispute", "appeal", "1", "Zoe", "--reason", "x", club=table).code == ExitCode.USAGE
