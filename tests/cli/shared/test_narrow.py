"""Tables with long names on narrow screens: no line is wider than the screen, and no word of a name is cut."""

from pathlib import Path
from shutil import copytree

import pytest

from referee.cli.shared import club as cli_club
from referee.cli.shared import printing
from tests.cli.conftest import DAY
from tests.cli.running import RunResult, referee

JOSE, MARIA = "José Núñez-Hernández the Second", "Maria Antonietta di Castelfranco"


@pytest.fixture(scope="module")
def year(base_club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The club after an evening of two with long names, of which something was put right, and an election."""
    folder = copytree(base_club, tmp_path_factory.mktemp("year") / "club")
    by = ("--by", JOSE)
    for words in (
        ["member", "add", JOSE, MARIA],
        ["checkin", JOSE, MARIA, "Ann", "Ben"],
        ["start", "big-two", JOSE, MARIA, "Ann", "Ben"],
        ["result", "1", f"{JOSE}, {MARIA}", "Ann", "Ben"],
        ["close", DAY],
        ["result", "m1", JOSE, MARIA, "Ann", "Ben", "-r", "the sheet was read upside down", *by, "--yes"],
        ["table", "reseat", f"{DAY}/1", "4", "Cal", "--reason", "Ben was at home that day", *by, "--yes"],
        ["member", "merge", "Dee", "Della", "--reason", "entered twice", *by, "--yes"],
        ["member", "merge", "Dee", "Della", "--undo", "--yes", "--reason", "they are cousins", *by],
        ["officer", "elect", JOSE, "--as", "president and keeper of the cards"],
    ):
        result = referee(*words, club=folder)
        assert result.code == 0, result.err
    return folder


def on_a_screen(monkeypatch: pytest.MonkeyPatch, width: int, *words: str, club: Path) -> RunResult:
    for room in (printing, cli_club):
        monkeypatch.setattr(room, "is_on_terminal", lambda: True)
    return referee(*words, club=club, COLUMNS=str(width), NO_COLOR="1")


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("words", ["season show", "history --corrections", "officer list"])
def test_long_names_fit_on_a_narrow_screen(year: Path, words: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = on_a_screen(monkeypatch, width, *words.split(), club=year).out.splitlines()
    assert max(map(len, lines)) <= width
    text = " ".join(lines).replace(",", " ").split()
    assert {"José", "Núñez-Hernández", "Second"} <= set(text)
    # A command is never parted, so that it can be copied.
    assert all("referee officer list --duties" in line for line in lines if "duties" in line)


@pytest.mark.parametrize("words", ["season show", "history --corrections", "officer list"])
def test_eighty_cells_are_enough_for_columns(year: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = on_a_screen(monkeypatch, 80, *words.split(), club=year).out
    assert any(line.split()[:1] in (["trophy"], ["correction"], ["position"]) for line in out.splitlines())


@pytest.mark.parametrize("width", [80, 60, 40])
def test_a_command_that_does_not_fit_has_a_row_of_its_own(base_club: Path, tmp_path: Path, width: int) -> None:
    club = copytree(base_club, tmp_path / "club")
    by = ("--by", "Ann")
    renamed = referee("member", "rename", "Ann", JOSE, *by, club=club, screen=True, TERM="dumb", COLUMNS=f"{width}")
    assert [line.strip() for line in renamed.out.splitlines()][-1] == f'referee member rename "{JOSE}" Ann'
    result = referee("member", "rename", JOSE, "Ann", *by, club=club, screen=True, TERM="dumb", COLUMNS="200")
    assert result.out.splitlines() == [f'{JOSE} is now Ann. Undo: referee member rename Ann "{JOSE}"']


def test_what_was_merged_and_parted_again_is_both_in_the_list(year: Path) -> None:
    data = referee("history", "--corrections", "--json", club=year).data
    assert [(row["what"], row["reason"], row["by"]) for row in data[-2:]] == [
        ("Della and Dee are one person", "entered twice", JOSE),
        ("Della and Dee are two people", "they are cousins", JOSE),
    ]
