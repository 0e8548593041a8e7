"""Tournaments shown and printed at the command line, as an officer does it."""

import csv
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.running import RunResult, referee
from tests.export.parsing import parsed

PLAYERS = ("Ann", "Ben", "Cal", "Dee", "Della", "Fay", "Gus")


@pytest.fixture(scope="module")
def drawn(base_club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The club with a Swiss of seven, whose first round has been played, and whose second has been drawn."""
    club = copytree(base_club, tmp_path_factory.mktemp("drawn") / "club")
    assert referee("checkin", *PLAYERS[:5], club=club).code == 0
    assert referee("checkin", *PLAYERS[5:], "--guest", club=club).code == 0
    new = ("new", "Autumn Swiss", "--game", "big-two", "--format", "swiss", "--rounds", "3", "--seed", "5")
    for words in (new, ("enter", "1", *PLAYERS), ("draw", "1"), ("start", "1")):
        assert tournament(club, *words).code == 0
    for table in tournament(club, "show", "1", "--json").data["rounds"][0]["tables"]:
        assert referee("result", f"m{table['match']['id']}", *table["entries"], club=club).code == 0
    assert tournament(club, "draw", "1").code == 0
    return club


@pytest.fixture
def club(drawn: Path, tmp_path: Path) -> Path:
    return copytree(drawn, tmp_path / "club")


def tournament(club: Path, *words: str) -> RunResult:
    return referee("tournament", *words, club=club)


def test_one_round_is_shown_as_it_is_kept(club: Path) -> None:
    first = tournament(club, "show", "1", "--round", "1")
    assert first.out.startswith("Round 1, ")
    assert "Round 2" not in first.out
    for table in tournament(club, "show", "1", "--round", "1", "--json").data["tables"]:
        one, *others = table["entries"]
        assert f"1 {one} 1.000" in first.out
        assert f"{len(others) + 1} {others[-1]} 0.000" in first.out


def test_a_round_that_is_not_there_is_refused_with_those_that_are(club: Path) -> None:
    result = tournament(club, "show", "1", "--round", "3")
    assert (result.code, result.out) == (2, "")
    assert "Autumn Swiss has no round 3. Use 1 to 2" in result.err


def test_the_cross_table_has_everybody_as_data_and_on_the_screen(club: Path) -> None:
    data = tournament(club, "show", "1", "--cross-table", "--json").data
    met = {row["entry"]: row["met"] for row in data["cross_table"]}
    assert sorted(met) == sorted(PLAYERS)
    for table in data["rounds"][0]["tables"]:
        one, other = table["places"][0][0], table["places"][1][0]
        assert met[one][other][0] == "+"
        assert met[other][one][0] == "-"
    output = tournament(club, "show", "1", "--cross-table").out.splitlines()
    assert [row.split()[2] for row in output[2:9]] == [row["entry"] for row in data["cross_table"]]
    result = referee("tournament", "show", "1", "--cross-table", club=club, REFEREE_PLAIN="1").out.splitlines()
    for each in data["cross_table"]:  # a square is only read by who sees where its rows and columns cross
        assert any(each["entry"] in row and all(other in row for other in each["met"]) for row in result)


def test_all_of_it_ends_with_how_it_stands_and_what_is_next(club: Path) -> None:
    out = tournament(club, "show", "1").out
    assert out.index("Round 1, ") < out.index("Round 2, ") < out.index("Standings after Round 1")
    assert out.rstrip().endswith("Next: referee tournament start 1")
    assert all(name in tournament(club, "show", "1", "--standings").out for name in PLAYERS)


def test_seats_and_slips_are_written_for_the_round_that_is_asked_for(club: Path, tmp_path: Path) -> None:
    page = tmp_path / "sheets.html"
    assert (
        tournament(club, "print", "1", "--output", str(page), "--seats", "--slips", "--round", "1").out == f"{page}\n"
    )
    sheet = parsed(page.read_text())
    rounds = tournament(club, "show", "1", "--json").data["rounds"]
    rows = [
        [item.all("bdi")[0].text for item in section.all("li")] for section in sheet.with_id("seats").all("section")
    ]
    for names, table in zip(rows, rounds[0]["tables"], strict=True):
        assert names == table["entries"]
    assert len(sheet.with_class("slip")) == len(rounds[0]["tables"])
    assert tournament(club, "print", "1", "--output", str(page), "--json", "--yes").data == {"file": str(page)}
    assert "Round 2" in parsed(page.read_text()).all("h1")[0].text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--output", "sheets.txt"), "Use a file name that ends in .html"),
        (("--output", "x.html", "--round", "9"), "has no round 9. Use 1 to 2"),
    ],
)
def test_what_cannot_be_printed_is_refused(club: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = referee("tournament", "print", "1", *words, club=club, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert list(tmp_path.glob("*.*")) == []


def test_before_the_first_draw_there_is_nothing_to_print_and_how_it_stands_says_so(club: Path, tmp_path: Path) -> None:
    assert tournament(club, "new", "Cup", "--game", "commune", "--format", "knockout").code == 0
    assert tournament(club, "enter", "2", "Ann", "Ben", "Cal").code == 0
    result = tournament(club, "print", "2", "--output", str(tmp_path / "x.html"))
    assert result.code == 2
    assert "referee tournament draw 2" in result.err
    assert "No round has been drawn yet." in tournament(club, "show", "2", "--bracket").out
    assert "1 Ann, 2 Ben, 3 Cal" in tournament(club, "show", "2").out


def test_a_season_is_exported_with_its_tournaments(club: Path, tmp_path: Path) -> None:
    assert referee("export", "csv", "--output", str(tmp_path / "csv"), club=club).code == 0
    with (tmp_path / "csv" / "tournament_rounds.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["name"] for row in rows if row["round"] == "1") == sorted(PLAYERS)
    assert referee("export", "verify", str(tmp_path / "csv"), club=club).code == 0
    folder = tmp_path / "website"
    assert referee("export", "html", "--output", str(folder), club=club).code == 0
    for page in folder.glob("*.html"):
        for link in (element.attributes["href"] for element in parsed(page.read_text(encoding="utf-8")).all("a")):
            assert link.startswith("#") or (folder / link.partition("#")[0]).is_file(), (page.name, link)
    assert parsed((folder / "tournament-1.html").read_text(encoding="utf-8")).all("h1")[0].text == "Autumn Swiss"
    refused = referee("export", "html", "--output", str(tmp_path / "season.html"), club=club)
    assert refused.code == 2
    assert "Use a folder; its first page will be season.html" in refused.err


def test_a_bracket_is_not_printed_of_a_format_that_has_none(club: Path, tmp_path: Path) -> None:
    page = tmp_path / "bracket.html"
    result = tournament(club, "print", "1", "--bracket", "--output", str(page))
    assert result.code == 2
    assert "Autumn Swiss has no bracket" in result.err
    assert "groups and knockout" in " ".join(result.err.split())
    assert not page.exists()
