"""``referee tournament plan``: what is printed before anybody is seated, with no club at hand."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli.main import build_app
from tests.cli.running import referee


def test_a_plan_says_who_meets_whom_and_how_long_it_takes_without_a_club(tmp_path: Path) -> None:
    result = referee("tournament", "plan", "--players", "23", "--rounds", "5", "--size", "3-5", cwd=tmp_path)
    assert result.code == 0, result.err
    assert "23 players, 5 rounds at 6 tables: 5 of 4 and 1 of 3" in result.out
    assert "4 h 5 min" in result.out  # 5 times 45 minutes, and 4 times 5 between
    assert "never: 88 pairs; once: 165 pairs" in result.out  # 5 rounds of 33 pairs, of 253
    assert "Byes:    none" in result.out
    assert not list(tmp_path.iterdir())


def test_data_says_what_was_reached_and_how_it_can_be_made_again() -> None:
    words = ("tournament", "plan", "--players", "20", "--rounds", "7", "--size", "4", "--json")
    data = referee(*words, "--seed", "5", "--minutes", "30", "--change", "10").data
    assert data["plan"]["seed"] == 5
    assert data["minutes"] == 7 * 30 + 6 * 10
    assert sum(data["meetings"].values()) == 190
    # 210 meetings of 190 pairs.
    assert sum(int(times) * pairs for times, pairs in data["meetings"].items()) == 7 * 30
    assert data["byes"] == [0] * 20
    assert referee(*words, "--seed", "5").data["plan"]["rounds"] == data["plan"]["rounds"]
    assert referee(*words, "--seed", "6").data["plan"]["rounds"] != data["plan"]["rounds"]


def test_who_meets_oftenest_is_named() -> None:
    # Nine in threes meet all once over four rounds, and in the fifth the three of each of its tables once more.
    result = referee("tournament", "plan", "--players", "9", "--rounds", "5", "--size", "3")
    assert "Meet:    once: 27 pairs; twice: 9 pairs" in result.out
    [oftenest] = [line for line in result.out.splitlines() if line.startswith("Most often:")]
    assert oftenest.count(" and ") == 9
    assert oftenest.endswith("; and 1 more pair")


def test_people_are_called_by_their_names() -> None:
    names = "Ann,Ben,Cal,Dee,Eve,Fay,Gus,Hal"
    result = referee("tournament", "plan", "--names", names, "--rounds", "7", "--size", "4", "--apart", "")
    assert result.code == 2
    result = referee("tournament", "plan", "--names", names, "--rounds", "7", "--size", "4")
    assert result.code == 0, result.err
    assert "Every pair meets equally often." in result.out
    assert "3 times: 28 pairs" in result.out
    seats = result.out.split("deals first.")[1]
    assert all(seats.count(name) == 7 for name in names.split(","))


def test_who_is_kept_apart_is_named_by_name_or_number() -> None:
    words = ("tournament", "plan", "--names", "Ann,Ben,Cal,Dee,Eve,Fay,Gus,Hal", "--rounds", "4", "--size", "4")
    data = referee(*words, "--apart", "Ann, ben", "--apart", "3,4", "--json").data
    assert not {(1, 2), (3, 4)} & {tuple(pair) for pair, _ in data["plan"]["met"]}
    result = referee(*words, "--apart", "Ann, Ben, Cal")
    assert result.code == 2
    assert "At 2 tables these cannot all be kept apart: Ann and Ben, Ann and Cal, Ben and Cal." in result.err


def test_where_all_could_meet_equally_often_the_way_there_is_said() -> None:
    out = referee("tournament", "plan", "--players", "9", "--rounds", "3", "--size", "3").out
    assert "Every pair would meet once: referee tournament plan --players 9 --rounds 4 --size 3" in out
    for rounds in ("4", "8"):
        out = referee("tournament", "plan", "--players", "9", "--rounds", rounds, "--size", "3").out
        assert "Every pair meets equally often." in out
        assert "Every pair would" not in out


def test_rounds_are_left_out_where_they_are_many_unless_they_are_asked_for() -> None:
    words = ("tournament", "plan", "--players", "60", "--rounds", "5", "--size", "4")
    assert "--rounds-shown" in referee(*words).out
    assert "deals first." in referee(*words, "--rounds-shown").out
    words = ("tournament", "plan", "--players", "8", "--rounds", "5", "--size", "4")
    assert "deals first." in referee(*words).out
    assert "deals first." not in referee(*words, "--no-rounds-shown").out


def test_byes_are_said() -> None:
    out = referee("tournament", "plan", "--players", "7", "--rounds", "7", "--size", "2").out
    assert "1 bye a round" in out
    assert "everybody has one once" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rounds", "5"], "The number of players is missing"),
        (["--players", "8", "--rounds", "0"], "number of rounds 0"),
        (["--players", "2", "--rounds", "3"], "2 players cannot be seated at tables of 3-5"),
        (["--players", "8", "--rounds", "3", "--size", "5-3"], "Invalid table size 5-3"),
        (["--players", "8", "--rounds", "3", "--size", "1"], "Invalid table size 1"),
        (["--players", "8", "--rounds", "3", "--size", "four"], "Invalid table size four"),
        (["--players", "8", "--names", "Ann,Ben,Cal", "--rounds", "3"], "--players says 8, but --names has 3"),
        (["--names", "Ann,Ben,Ann", "--rounds", "3"], "Ann is named twice"),
        (["--players", "8", "--rounds", "3", "--apart", "1,9"], "no player 9 to keep apart"),
        (["--players", "8", "--rounds", "3", "--apart", "1"], "Name two players"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(words: list[str], said: str) -> None:
    result = referee("tournament", "plan", *words)
    assert result.code == 2
    assert said in result.err
    assert not result.out
    assert json.dumps(result.err).count("\\n") == 1


BIG_TWO = ("--format", "swiss", "--game", "big-two", "--size", "3-4")


def rules(*words: str) -> Result:
    return CliRunner().invoke(build_app(["tournament", "rules"]), ["tournament", "rules", *words])


def test_whole_rulebook_is_printed_by_chapters_with_sources() -> None:
    result = rules(*BIG_TWO, "--rounds", "5")
    assert result.exit_code == 0
    head, *_ = result.output.splitlines()
    assert head == "Tournament: a Swiss tournament of Chor Dai Di (Big Two)"
    chapters = [row for row in result.output.splitlines() if row[:1].isdigit()]
    assert chapters == [
        "1 Entry and the start",
        "2 Rounds and draws",
        "3 What a table gives",
        "4 Places, and who is level",
        "5 Byes, absences and leavers",
        "6 Corrections, disputes and penalties",
        "7 What it counts for in the season",
    ]
    assert "Swiss, 5 rounds" in result.output
    assert "[house]" not in result.output
    assert "Taken from another rulebook: " in result.output
    assert "from big-two 6.1 (source text 004)" in result.output


def test_one_clause_says_what_it_is_from_and_whether_it_is_in_force() -> None:
    assert "from: scoring 1.1" in rules("3.1", *BIG_TWO).output
    assert "(not in force here)" not in rules("3.1", *BIG_TWO).output
    assert rules("3.2", *BIG_TWO).output.startswith("3.2  (not in force here) A table gives points by place")


def test_clauses_as_data() -> None:
    matches = json.loads(rules(*BIG_TWO, "--score", "places", "--points", "5,3,1", "--json").output)["clauses"]
    by_id = {row["id"]: row for row in matches}
    assert "3.1" not in by_id
    assert by_id["3.2"]["text"].startswith("A table gives points by place: 5, 3 and 1, ")
    assert {row["in_force"] for row in matches} == {True}
    assert all(row["source"] for row in matches)


def test_page_for_the_wall_has_every_clause_in_force(tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    assert rules(*BIG_TWO, "--output", str(page)).exit_code == 0
    matches = json.loads(rules(*BIG_TWO, "--json").output)["clauses"]
    text = page.read_text(encoding="utf-8")
    assert all(row["id"] in text for row in matches)


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
def test_rules_of_no_tournament_are_refused_with_what_would_do(words: tuple[str, ...], said: str) -> None:
    result = rules(*words)
    assert result.exit_code == 2
    assert said in result.stderr
