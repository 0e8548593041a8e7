"""Seating an evening at the command line, as an officer does it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import DAY
from tests.cli.running import Done, referee


@pytest.fixture
def club(club: Path) -> Path:
    """The club with seven who are here."""
    assert referee("session", "checkin", "Ann", "Ben", "Cal", "Dee", "Della", club=club).code == 0
    assert referee("session", "checkin", "Fay", "Gus", "--guest", club=club).code == 0
    return club


def seat(club: Path, *words: str) -> Done:
    return referee("session", "seat", *words, club=club)


def test_a_draw_is_shown_first_and_taken_by_the_command_that_it_names(club: Path) -> None:
    shown = seat(club, "--game", "big-two", "--seed", "5")
    assert shown.out.startswith(f"Draw 1 for {DAY}: 7 players at 2 tables, seed 5, which was chosen.\n")
    assert "Nobody meets anybody again this season." in shown.out
    assert "Start the tables: referee session seat --take\n" in shown.out
    assert referee("session", "show", "--json", club=club).data["tables"] == []
    taken = seat(club, "--take", "--json").data
    assert [each["kind"] for each in taken["changes"]] == ["taken"]
    assert sorted(len(table["names"]) for table in taken["tables"]) == [3, 4]
    here = referee("session", "show", "--json", club=club).data
    assert [table["names"] for table in here["tables"]] == [table["names"] for table in taken["tables"]]


def test_it_is_drawn_again_as_the_output_says_with_all_that_was_asked(club: Path) -> None:
    shown = seat(club, "-g", "big-two", "-g", "commune", "--without", "Della", "--apart", "Ann, Ben", "--tables", "3,3")
    [again] = [line for line in shown.out.splitlines() if line.startswith("Draw again:")]
    assert again.split(":")[1].strip() == (
        "referee session seat --game big-two --game commune --tables 3,3 --apart 'Ann, Ben' --without Della"
    )


def test_meetings_again_are_counted(club: Path) -> None:
    seat(club, "--game", "commune", "--tables", "1")
    seat(club, "--take")
    assert referee("table", "result", "1", *["Ann", "Ben", "Cal", "Dee", "Della", "Fay", "Gus"], club=club).code == 0
    assert "Who meets again this season: 21 pairs for the 2nd time." in seat(club, "--tables", "1").out


def test_what_cannot_be_is_refused_with_what_would_help(club: Path) -> None:
    done = seat(club, "--game", "conquian")
    assert (done.code, done.out) == (2, "")
    assert "7 players cannot be seated: Conquian is for 2." in done.err
    assert "referee session seat --without NAME" in done.err
    assert seat(club, "--game", "conquian", "--without", "Gus").code == 0


def test_a_change_by_hand_needs_a_reason_and_stands_in_the_log(club: Path) -> None:
    drawn = seat(club, "--game", "commune", "--tables", "4,3", "--json").data
    one, other = (table["names"][0] for table in drawn["tables"])
    refused = seat(club, "--swap", one, other)
    assert (refused.code, refused.out) == (2, "")
    assert "needs a reason, for whoever reads it later. Say why: --reason" in refused.err
    assert (
        f"{one} and {other} changed places: light (Ann)"
        in seat(club, "--swap", one, other, "--reason", "light", "--by", "Ann").out
    )
    assert (
        seat(club, "--move", one, "1", "--reason", "a teacher at each", "--json").data["changes"][1]["kind"] == "moved"
    )
    assert seat(club, "--leaves", one, "--reason", "ill").code == 0
    assert seat(club, "--late", "Hal").code == 2  # nobody is called so yet
    assert referee("member", "add", "Hal", club=club).code == 0
    assert "Hal came late" in seat(club, "--late", "Hal").out
    log = seat(club, "--log").out
    for each in ("changed places: light (Ann)", "went to another table", f"{one} left: ill", "Hal came late"):
        assert each in log


def test_a_draw_is_checked_against_its_seed(club: Path) -> None:
    seat(club, "--game", "big-two", "--seed", "5")
    assert seat(club, "--check").out == "Draw 1 drawn again with seed 5, which was chosen: the same at every seat.\n"
    assert [each["same"] for each in seat(club, "--check", "--json").data] == [True]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--take", "--check"], "do not go together"),
        (["--take", "--game", "big-two"], "do not go together"),
        (["--tables", "many"], "--tables 'many' is not understood"),
        (["--game", "big-two", "--apart", "Ann"], "names nobody to keep apart from"),
        (["--reason", "x"], "--reason goes with"),
        (["--game", "big-two", "--seed", "-1"], "The seed cannot be -1"),
        (["--to", "seating.txt"], "expected a file that ends in .html"),
        (["--sheet"], f"No seats have been drawn on {DAY}. Draw them: referee session seat --game GAME"),
        (["--game", "whist"], "no game 'whist'"),
    ],
)
def test_what_makes_no_sense_is_said(club: Path, words: list[str], says: str) -> None:
    done = seat(club, *words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_a_pair_is_kept_apart_listed_and_let_go(club: Path) -> None:
    def apart(*words: str) -> Done:
        return referee("session", "apart", *words, club=club)

    assert apart().out == "Nobody is kept apart.\n"
    assert apart("Ann", "Ben", "--reason", "asked by both", "--by", "Cal").out == (
        "Ann and Ben are kept apart for the season.\n"
    )
    [pair] = apart("--json").data
    assert (pair["names"], pair["reason"], pair["by"]) == (["Ann", "Ben"], "asked by both", "Cal")
    assert "asked by both" in apart().out
    shown = seat(club, "--game", "big-two")
    assert "apart" not in shown.out
    assert apart("Ann", "Ben").code == apart("Ann").code == apart("--lift").code == 2
    assert apart("Ben", "Ann", "--lift", "--reason", "settled").code == 0
    assert apart("--json").data == []


def test_nothing_of_a_pair_is_printed_or_kept_in_a_sheet_or_the_data_of_a_draw(club: Path, tmp_path: Path) -> None:
    referee("session", "apart", "Ann", "Ben", "--reason", "quarrelled badly", club=club)
    data = seat(club, "--game", "big-two", "--json").data
    seat(club, "--to", str(tmp_path / "seats.html"))
    pages = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("seats.*"))]
    for text in (json.dumps(data), *pages):
        assert "apart" not in text
        assert "quarrelled" not in text


def test_the_sheet_is_written_and_overwritten_only_when_that_was_said(club: Path, tmp_path: Path) -> None:
    seat(club, "--game", "big-two")
    to = tmp_path / "seating.html"
    assert seat(club, "--sheet", "--to", str(to)).out == f"{to}\n"
    again = seat(club, "--to", str(to))
    assert again.code == 2
    assert "say --yes" in again.err
    assert seat(club, "--to", str(to), "--yes").code == 0
    printed = seat(club, "--sheet").out
    assert "TABLE 1  Chor Dai Di (Big Two)" in printed
    assert printed.count("(deals first)") == 2


def test_who_asked_not_to_be_named_is_named_on_no_sheet(club: Path, tmp_path: Path) -> None:
    referee("member", "add", "Zoë Quill", club=club)
    referee("member", "privacy", "Zoë Quill", "--shown-as", "nobody", club=club)
    referee("session", "checkin", "Zoë Quill", club=club)
    seat(club, "--game", "big-two", "--without", "Della")
    for words in ([], ["--full-names"]):
        to = tmp_path / "seating.html"
        assert seat(club, "--to", str(to), "--yes", *words).code == 0
        for sheet in (to.read_text(encoding="utf-8"), seat(club, "--sheet", *words).out):
            assert not any(name in sheet for name in ("Zoë", "Quill"))
            assert "Player " in sheet
