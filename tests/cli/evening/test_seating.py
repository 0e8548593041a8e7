"""Seating an evening at the command line, as an officer does it."""

import json
from pathlib import Path

import pytest

from referee.cli.shared.quoting import quote
from tests.cli.conftest import DAY
from tests.cli.running import RunResult, referee


@pytest.fixture
def club(club: Path) -> Path:
    """The club with seven who are here."""
    assert referee("checkin", "Ann", "Ben", "Cal", "Dee", "Della", club=club).code == 0
    assert referee("checkin", "Fay", "Gus", "--guest", club=club).code == 0
    return club


def seat(club: Path, what: str, *words: str) -> RunResult:
    return referee("seat", what, *words, club=club)


def test_a_draw_is_shown_first_and_taken_by_the_command_that_it_names(club: Path) -> None:
    result = seat(club, "draw", "--game", "big-two", "--seed", "5")
    assert result.out.startswith(f"Draw 1 for {DAY}: 7 players at 2 tables, seed 5 (chosen).\n")
    assert "No repeat meetings this season." in result.out
    assert "Start the tables: referee seat start\n" in result.out
    assert referee("tonight", "--json", club=club).data["tables"] == []
    started = seat(club, "start", "--json").data
    assert [row["kind"] for row in started["changes"]] == ["taken"]
    assert sorted(len(table["names"]) for table in started["tables"]) == [3, 4]
    current = referee("tonight", "--json", club=club).data
    assert [table["names"] for table in current["tables"]] == [table["names"] for table in started["tables"]]


def test_it_is_drawn_again_as_the_output_says_with_all_that_was_asked(club: Path) -> None:
    result = seat(
        club, "draw", "-g", "big-two", "-g", "commune", "--without", "Della", "--apart", "Ann, Ben", "--tables", "3,3"
    )
    [output] = [line for line in result.out.splitlines() if line.startswith("Draw again:")]
    assert output.split(":")[1].strip() == (
        f'referee seat draw --game big-two --game commune --tables {quote("3,3")} --apart "Ann, Ben" --without Della'
    )


def test_meetings_again_are_counted(club: Path) -> None:
    seat(club, "draw", "--game", "commune", "--tables", "1")
    seat(club, "start")
    assert referee("result", "1", *["Ann", "Ben", "Cal", "Dee", "Della", "Fay", "Gus"], club=club).code == 0
    assert "Repeat meetings this season: 21 pairs for the 2nd time." in seat(club, "draw", "--tables", "1").out


def test_a_change_by_hand_needs_a_reason_and_stands_in_the_log(club: Path) -> None:
    draw = seat(club, "draw", "--game", "commune", "--tables", "4,3", "--json").data
    one, other = (table["names"][0] for table in draw["tables"])
    refused = seat(club, "swap", one, other)
    assert (refused.code, refused.out) == (2, "")
    assert "needs a reason for the log. Add one: --reason" in refused.err
    assert (
        f"{one} and {other} swapped seats: light (Ann)"
        in seat(club, "swap", one, other, "--reason", "light", "--by", "Ann").out
    )
    assert seat(club, "move", one, "1", "--reason", "a teacher at each", "--json").data["changes"][1]["kind"] == "moved"
    assert seat(club, "remove", one, "--reason", "ill").code == 0
    assert seat(club, "add", "Hal").code == 2  # nobody is called so yet
    assert referee("member", "add", "Hal", club=club).code == 0
    assert "Hal joined late" in seat(club, "add", "Hal").out
    log = seat(club, "show", "--all").out
    for text in ("swapped seats: light (Ann)", "moved to another table", f"{one} left: ill", "Hal joined late"):
        assert text in log


def test_a_draw_is_checked_against_its_seed(club: Path) -> None:
    seat(club, "draw", "--game", "big-two", "--seed", "5")
    assert seat(club, "show", "--check").out == "Draw 1, repeated from seed 5 (chosen), gives the same seats.\n"
    assert [row["same"] for row in seat(club, "show", "--check", "--json").data] == [True]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "--all", "--check"], "cannot be combined"),
        (["start", "--game", "big-two"], "No such option"),
        (["draw", "--tables", "many"], "Invalid --tables 'many'. Use a number such as 3, or sizes such as 4,4,3."),
        (["draw", "--game", "big-two", "--apart", "Ann"], "names one player only"),
        (["draw", "--game", "big-two", "--seed", "-1"], "Invalid seed -1"),
        (["print", "--output", "seating.txt"], "Use a file name that ends in .html"),
        (["print"], f"No seats have been drawn on {DAY}. Draw seats: referee seat draw --game GAME"),
        (["draw", "--game", "whist"], "no game 'whist'"),
    ],
)
def test_what_makes_no_sense_is_said(club: Path, words: list[str], says: str) -> None:
    result = seat(club, *words)
    assert (result.code, result.out) == (2, "")
    assert says in result.err


def test_a_pair_is_kept_apart_listed_and_let_go(club: Path) -> None:
    def apart(*words: str) -> RunResult:
        return referee("seat", "apart", *words, club=club)

    assert apart().out == "Nobody is kept apart.\n"
    assert apart("Ann", "Ben", "--reason", "asked by both", "--by", "Cal").out == (
        "Ann and Ben are kept apart for the season.\nUndo: referee undo\n"
    )
    [pair] = apart("--json").data
    assert (pair["names"], pair["reason"], pair["by"]) == (["Ann", "Ben"], "asked by both", "Cal")
    assert "asked by both" in apart().out
    result = seat(club, "draw", "--game", "big-two")
    assert "apart" not in result.out
    assert apart("Ann", "Ben").code == apart("Ann").code == apart("--lift").code == 2
    assert apart("Ben", "Ann", "--lift", "--reason", "settled").code == 0
    assert apart("--json").data == []


def test_nothing_of_a_pair_is_printed_or_kept_in_a_sheet_or_the_data_of_a_draw(club: Path, tmp_path: Path) -> None:
    referee("seat", "apart", "Ann", "Ben", "--reason", "quarrelled badly", club=club)
    data = seat(club, "draw", "--game", "big-two", "--json").data
    seat(club, "print", "--output", str(tmp_path / "seats.html"))
    pages = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("seats.*"))]
    for text in (json.dumps(data), *pages):
        assert "apart" not in text
        assert "quarrelled" not in text


def test_the_sheet_is_written_as_a_page_and_printed(club: Path, tmp_path: Path) -> None:
    seat(club, "draw", "--game", "big-two")
    folder = tmp_path / "seating.html"
    assert seat(club, "print", "--output", str(folder)).out == f"{folder}\n"
    printed = seat(club, "print").out
    assert "TABLE 1  Chor Dai Di (Big Two)" in printed
    assert printed.count("(deals first)") == 2


def test_a_change_of_the_draw_names_its_undo_and_the_draw_as_it_was_asked_for(club: Path) -> None:
    draw = seat(club, "draw", "--game", "commune", "--tables", "4,3", "--json").data
    one, other = (table["names"][0] for table in draw["tables"])
    output = seat(club, "swap", one, other, "--reason", "light").out
    assert output.endswith(f"Draw again:       referee seat draw --tables {quote('4,3')}\nUndo: referee undo\n")
    assert referee("undo", club=club).code == 0
    assert seat(club, "show", "--json").data["tables"] == draw["tables"]
    assert "Undo:" not in seat(club, "show").out
    output = seat(club, "remove", one, "--reason", "tired").out
    sizes = ",".join(str(len(table["names"])) for table in seat(club, "show", "--json").data["tables"])
    assert f"Draw again:       referee seat draw --tables {sizes} --without {one}\n" in output


def test_players_who_left_after_the_draw_are_shown(club: Path) -> None:
    seat(club, "draw", "--game", "commune", "--tables", "1")
    assert referee("checkin", "Ann", "--undo", club=club).code == 0
    output = seat(club, "show").out
    assert 'No longer present: Ann. To remove them: referee seat remove Ann --reason "..."\n' in output
    assert referee("checkin", "Ann", club=club).code == 0
    assert "No longer" not in seat(club, "start").out
    assert referee("table", "leave", "1", "Ann", "--reason", "train", club=club).code == 0
    assert "No longer at the table: Ann.\n" in seat(club, "show").out


@pytest.mark.parametrize("started", [True, False])
def test_after_the_session_is_closed_its_draw_is_still_read(club: Path, started: bool) -> None:
    seat(club, "draw", "--game", "commune", "--tables", "1")
    if started:
        seat(club, "start")
    sheet = seat(club, "print").out
    assert referee("close", "--unfinished", club=club).code == 0
    printed = seat(club, "print")
    assert (printed.code, printed.err) == (0, f"No session is open. This is the session of {DAY}.\n")
    assert printed.out == sheet
    assert seat(club, "print", "--on", DAY).err == ""
    result = seat(club, "show")
    assert (result.code, result.err) == (0, printed.err)
    assert "Next:" not in result.out
    assert "Start the tables" not in result.out
    assert seat(club, "show", "--check").code == 0
    assert seat(club, "start").code == 2, "nothing is written to a closed session"
