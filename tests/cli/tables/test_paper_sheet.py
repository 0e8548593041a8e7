"""A paper sheet at a table: taken in whole with its rulings, or refused whole with every fault in its place."""

from pathlib import Path

import pytest

from tests.cli.running import Done, referee

USAGE, ILLEGAL = 2, 10
HEAD = "game: big-two\nseats: Ann, Ben, Cal, Dee\n\n"
BODY = "deal by Dee\nAnn plays 3D\nBen plays 5H   # he took his time\nCal plays 4S, taken back\nCal passes\n"


def take_in(club: Path, text: str) -> Done:
    (club / "sheet.txt").write_text(text, encoding="utf-8")
    return referee("log", "1", "--file", "sheet.txt", club=club, cwd=club)


def lines_of(club: Path) -> list[str]:
    return [each["text"] for each in referee("table", "show", "1", "--json", club=club).data["log"]]


@pytest.mark.parametrize("head", [HEAD, "", "# Monday, table 1\n\n", "game: Chor Dai Di\nseats: an, be, ca, de\n\n"])
def test_a_sheet_is_taken_in_with_every_ruling(table: Path, head: str) -> None:
    done = take_in(table, head + BODY)
    assert done.code == ILLEGAL
    assert "   4  Cal plays 4S\n      illegal  4S does not beat " in done.out
    assert lines_of(table) == ["deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", "Cal passes"]
    assert "Cal plays 4S, taken back" in referee("table", "show", "1", "--record", club=table).out
    assert referee("audit", club=table).code == 0


def test_the_record_of_a_table_is_a_sheet_for_another(table: Path) -> None:
    take_in(table, BODY)
    record = referee("table", "show", "1", "--record", club=table).out
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", "--yes", club=table)
    assert referee("log", "2", "--file", "-", club=table, typed=record).code == ILLEGAL
    assert referee("table", "show", "2", "--record", club=table).out == record


def test_every_fault_is_said_with_its_place_and_nothing_is_written(table: Path) -> None:
    done = take_in(table, HEAD + "deal by Dee\nAnn plays 3Q\nBen plyas 5H\n")
    assert done.code == USAGE
    assert "sheet.txt:5:11: 3Q is not a card" in done.err
    assert "    Ann plays 3Q\n              ^^" in done.err
    assert "sheet.txt:6:5: no verb 'plyas'" in done.err
    assert "nothing was recorded" in done.err
    assert lines_of(table) == []


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("game: commune\nseats: Ann, Ben, Cal, Dee\n\n", "1:7: the sheet is for commune, but table 1 plays big-two"),
        ("game: whist\n\n", "1:7: the sheet is for whist"),
        ("seats: Ann, Ben, Cal, Della\n\n", "1:8: the seats of the sheet are Ann, Ben, Cal, Della"),
        ("seats: Ben, Ann, Cal, Dee\n\n", "the seats of table 1 are Ann, Ben, Cal, Dee"),
        ("game: big-two\ndate: 2026-11-09\n\n", "2:7: table 1 was played on 2026-11-16"),
        ("game: big-two\noptions: pass_locks=true\n\n", "2:10: table 1 plays by pass_locks=false"),
        ("game: big-two\noptions: pas_locks=true\n\n", "2:10: "),
        ("game: big-two\nhand: in progress\n\n", "2:7: the sheet begins in the middle"),
        ("game: big-two\nplace: M4\n\n", "2:1: no header line 'place'"),
    ],
)
def test_a_head_of_another_table_is_refused_in_its_place(table: Path, head: str, says: str) -> None:
    done = take_in(table, head + BODY)
    assert done.code == USAGE
    assert f"sheet.txt:{says}" in done.err or says in done.err
    assert "nothing was recorded" in done.err
    assert lines_of(table) == []


def test_a_sheet_is_not_taken_in_twice(table: Path) -> None:
    take_in(table, BODY)
    done = take_in(table, BODY)
    assert done.code == USAGE
    assert "Table 1 has 5 lines already" in done.err
    assert "referee undo 1 1-5 --mistake" in done.err
    assert len(lines_of(table)) == 5
    assert referee("undo", "1", "1-5", "--mistake", club=table).code == 0
    assert take_in(table, BODY).code == ILLEGAL


def test_a_sheet_without_a_line_is_refused(table: Path) -> None:
    for text in ("", HEAD, "# nothing\n"):
        done = take_in(table, text)
        assert done.code == USAGE
        assert "the sheet has no line of play" in done.err
