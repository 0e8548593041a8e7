"""``referee tournament rules``: the rulebook of a tournament that there is not yet, in words, as data and as a page."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli.main import program

BIG_TWO = ("--format", "swiss", "--game", "big-two", "--size", "3-4")


def rules(*words: str) -> Result:
    return CliRunner().invoke(program(["tournament", "rules"]), ["tournament", "rules", *words])


def test_whole_rulebook_is_printed_by_chapters_with_sources() -> None:
    done = rules(*BIG_TWO, "--rounds", "5")
    assert done.exit_code == 0
    head, *_ = done.output.splitlines()
    assert head == "Tournament: a Swiss tournament of Chor Dai Di (Big Two)"
    chapters = [row for row in done.output.splitlines() if row[:1].isdigit()]
    assert chapters == [
        "1 Entry and the start",
        "2 Rounds and draws",
        "3 What a table gives",
        "4 Places, and who is level",
        "5 Byes, absences and leavers",
        "6 Corrections, disputes and penalties",
        "7 What it counts for in the season",
    ]
    assert "Swiss, 5 rounds" in done.output
    assert "[house]" not in done.output
    assert "Taken from another rulebook: " in done.output
    assert "from big-two 6.1 (source text 004)" in done.output


def test_one_clause_says_what_it_is_from_and_whether_it_is_in_force() -> None:
    assert "from: scoring 1.1" in rules("3.1", *BIG_TWO).output
    assert "(not in force here)" not in rules("3.1", *BIG_TWO).output
    assert rules("3.2", *BIG_TWO).output.startswith("3.2  (not in force here) A table gives points by place")


def test_clauses_as_data() -> None:
    found = json.loads(rules(*BIG_TWO, "--score", "places", "--points", "5,3,1", "--json").output)["clauses"]
    by_id = {each["id"]: each for each in found}
    assert "3.1" not in by_id
    assert by_id["3.2"]["text"].startswith("A table gives points by place: 5, 3 and 1, ")
    assert {each["in_force"] for each in found} == {True}
    assert all(each["source"] for each in found)


def test_page_for_the_wall_has_every_clause_in_force(tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    assert rules(*BIG_TWO, "--output", str(page)).exit_code == 0
    found = json.loads(rules(*BIG_TWO, "--json").output)["clauses"]
    text = page.read_text(encoding="utf-8")
    assert all(each["id"] in text for each in found)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--format", "round", "--game", "commune"), "Unknown format 'round'. Use round-robin"),
        (("--format", "swiss"), "The game is missing"),
        (("--format", "swiss", "--game", "big-two", "--size", "5-2"), "Invalid table size 5-2. Use 4"),
        ((*BIG_TWO, "--score", "goals"), "'goals' is not one of 'match'"),
        ((*BIG_TWO, "--points", "five"), "Invalid points 'five'. Use whole numbers"),
        ((*BIG_TWO, "--go-on", "0"), "0 is not in the range x>=1"),
        (("9.9", *BIG_TWO), "No clause '9.9'"),
        ((*BIG_TWO, "--output", "rules.txt"), "Use a file name that ends in .html"),
        (("1", "3.1", *BIG_TWO), "Leave out '1', or --format"),
        (("1", "--game", "big-two"), "Add --format, or leave them out"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(words: tuple[str, ...], said: str) -> None:
    done = rules(*words)
    assert done.exit_code == 2
    assert said in done.stderr
