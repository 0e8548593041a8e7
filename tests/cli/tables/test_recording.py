"""Lines written down together, or not at all; taken back together; let stand, where that does anything."""

from pathlib import Path

import pytest

from tests.cli.running import RunResult, referee

LEGAL, USAGE, ILLEGAL, OPEN = 0, 2, 10, 11
NOTHING = "nothing was recorded"


def log(club: Path, *words: str, text: str = "") -> RunResult:
    return referee("log", "1", *words, club=club, input_text=text)


def lines_of(club: Path) -> list[str]:
    return [line["text"] for line in referee("table", "show", "1", "--json", club=club).data["log"]]


def decisions(club: Path) -> list[str | None]:
    return [line["decision"] for line in referee("table", "show", "1", "--json", club=club).data["log"]]


@pytest.fixture
def played(table: Path) -> Path:
    """The table after a deal and three plays, the last of them too low."""
    log(table, "deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S")
    return table


def test_a_batch_with_a_line_that_cannot_be_read_writes_nothing_and_says_so(table: Path) -> None:
    result = log(table, "deal by Dee", "Ann plays 3Q", "Ben juggles 5H")
    assert result.code == USAGE
    assert "referee: line 2, at '3Q': which cards are '3Q'?" in result.err
    assert "referee: line 3, at 'juggles': 'juggles' is not a play" in result.err
    assert NOTHING in result.err
    assert lines_of(table) == []


def test_lines_come_from_standard_input(table: Path) -> None:
    result = log(table, "-", text="deal by Dee\n\n# the lead\nAnn plays 3D  # her only diamond\n")
    assert result.code == LEGAL
    assert lines_of(table) == ["deal by Dee", "Ann plays 3D"]


def test_a_fault_on_standard_input_has_its_row_and_nothing_is_written(table: Path) -> None:
    result = log(table, "-", text="deal by Dee\n\nAnn plays 3Q\n")
    assert result.code == USAGE
    assert "standard input, line 3, at '3Q': which cards are '3Q'?" in result.err
    assert NOTHING in result.err
    assert lines_of(table) == []
    assert log(table, "-", text="\n# nothing\n").code == USAGE


def test_a_range_is_taken_back_the_last_first(played: Path) -> None:
    result = referee("undo", "1", "3-4", "2", club=played)
    assert result.code == 0
    output = [row for row in result.out.splitlines() if row.startswith("line ")]
    assert output == [
        "line 4, Cal plays 4S: taken back",
        "line 3, Ben plays 5H: taken back",
        "line 2, Ann plays 3D: taken back",
    ]
    assert decisions(played) == [None, "taken back", "taken back", "taken back"]
    assert "turn: Ann" in result.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["3-9"], "There is no line 9 at table 1. Use 1 to 4."),
        (["1-4"], "Line 4 is already taken back."),
        (["2", "x"], "Invalid line number 'x'. Use a number"),
        (["3-2"], "Invalid range '3-2'. Use 2-3."),
        (["1-999999999"], "Use at most"),
    ],
)
def test_a_range_that_cannot_be_is_refused_whole(played: Path, words: list[str], says: str) -> None:
    referee("undo", "1", "4", club=played)
    result = referee("undo", "1", *words, club=played)
    assert result.code == USAGE
    assert says in result.err
    assert decisions(played) == [None, None, None, "taken back"]


def test_a_line_that_counts_need_not_be_let_stand(played: Path) -> None:
    result = referee("table", "let-stand", "1", "2", "-r", "nobody minded", club=played)
    assert result.code == USAGE
    assert "Line 2, Ann plays 3D, is legal and counts" in result.err
    assert decisions(played) == [None] * 4
    referee("undo", "1", "2", club=played)
    assert referee("table", "let-stand", "1", "2", "-r", "she did after all", club=played).code == 0


def test_words_of_which_nothing_comes_cannot_be_let_stand(club: Path) -> None:
    referee("start", "commune", "Ann", "Ben", "Cal", club=club)
    result = log(club, "deal by Cal", "Ben calls")
    assert result.code == ILLEGAL
    assert "referee undo 1 2" in result.out
    assert "referee table let-stand" not in result.out  # a hint that would be refused
    refused = referee("table", "let-stand", "1", "2", "-r", "let it be", club=club)
    assert refused.code == USAGE
    assert "Line 2, Ben calls, would change nothing at the table" in refused.err
    assert "referee undo 1 2" in refused.err
    assert decisions(club) == [None, None]


@pytest.mark.parametrize(
    ("words", "places", "chips"),
    [
        (["Dee > Ann, Cal > Ben"], [["Dee"], ["Ann", "Cal"], ["Ben"]], {}),
        (["Dee > Ann = Cal > Ben"], [["Dee"], ["Ann", "Cal"], ["Ben"]], {}),
        (["Dee", "Ann, Cal", "Ben"], [["Dee"], ["Ann", "Cal"], ["Ben"]], {}),
        (["Ann +5, Ben -5, Cal +0, Dee +0"], None, {"Ann": 5, "Ben": -5, "Cal": 0, "Dee": 0}),
        (["Ann=5 Ben=-5 Cal=0 Dee=0"], None, {"Ann": 5, "Ben": -5, "Cal": 0, "Dee": 0}),
        (["Ann=5", "Ben=-5", "Cal=0", "Dee=0"], None, {"Ann": 5, "Ben": -5, "Cal": 0, "Dee": 0}),
    ],
)
def test_a_result_is_read_as_it_is_printed(
    table: Path, words: list[str], places: list[list[str]] | None, chips: dict[str, int]
) -> None:
    data = referee("result", "1", *words, "--json", club=table).data
    assert places is None or data["places"] == places
    assert data["chips"] == chips


TOO_MANY = ("deal by Dee", "Ann plays 3D 3H", "Ben plays 4D 4H 4S 5D 5H")
KEPT = "in the log without effect"


def test_a_line_after_which_play_went_on_asks_for_nothing_more(table: Path) -> None:
    log(table, *TOO_MANY)
    result = log(table, "Cal passes")
    assert result.out.splitlines() == [
        "   4  Cal passes",
        "      legal    Cal need not beat 4D 4H 4S 5D 5H. Rule 4.3.",
        "      line 3, Ben plays 4D 4H 4S 5D 5H, stands: play continued from it.",
    ]


def test_a_line_that_stood_until_play_went_back_asks_once_and_by_its_own_number(table: Path) -> None:
    log(table, *TOO_MANY)
    result = log(table, "Cal passes", "Ben passes")
    legal, back = result.out.split("   5  Ben passes\n")
    assert KEPT not in legal
    assert "      line 3, Ben plays 4D 4H 4S 5D 5H, no longer stands: play did not continue from it.\n" in back
    assert back.count(f"Line 3 is kept {KEPT}.") == back.count("referee undo 1 3\n") == 1
    assert back.count(f"Line 4 is kept {KEPT}.") == back.count("referee undo 1 4\n") == 1
    output = referee("table", "show", "1", club=table).out
    assert (output.count("waits for a decision"), output.count(KEPT)) == (2, 2)
    assert referee("undo", "1", "1-5", "--mistake", club=table).code == 0
    together = log(table, *TOO_MANY, "Cal passes", "Ben passes").out  # those entered together ask once as well
    assert (together.count("referee undo 1 8\n"), together.count("referee undo 1 9\n")) == (1, 1)


USAGE, ILLEGAL = 2, 10
HEAD = "game: big-two\nseats: Ann, Ben, Cal, Dee\n\n"
BODY = "deal by Dee\nAnn plays 3D\nBen plays 5H   # he took his time\nCal plays 4S, taken back\nCal passes\n"


def take_in(club: Path, text: str) -> RunResult:
    (club / "sheet.txt").write_text(text, encoding="utf-8")
    return referee("log", "1", "--file", "sheet.txt", club=club, cwd=club)


@pytest.mark.parametrize("head", [HEAD, "", "# Monday, table 1\n\n", "game: Chor Dai Di\nseats: an, be, ca, de\n\n"])
def test_a_sheet_is_taken_in_with_every_ruling(table: Path, head: str) -> None:
    result = take_in(table, head + BODY)
    assert result.code == ILLEGAL
    assert "   4  Cal plays 4S\n      illegal  4S does not beat " in result.out
    assert lines_of(table) == ["deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", "Cal passes"]
    assert "Cal plays 4S, taken back" in referee("table", "show", "1", "--record", club=table).out
    assert referee("audit", club=table).code == 0


def test_the_record_of_a_table_is_a_sheet_for_another(table: Path) -> None:
    take_in(table, BODY)
    record = referee("table", "show", "1", "--record", club=table).out
    referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", "--yes", club=table)
    assert referee("log", "2", "--file", "-", club=table, input_text=record).code == ILLEGAL
    assert referee("table", "show", "2", "--record", club=table).out == record


def test_every_fault_is_said_with_its_place_and_nothing_is_written(table: Path) -> None:
    result = take_in(table, HEAD + "deal by Dee\nAnn plays 3Q\nBen plyas 5H\n")
    assert result.code == USAGE
    assert "sheet.txt, line 5, at '3Q': which cards are '3Q'?" in result.err
    assert "    Ann plays 3Q\n              ^^" in result.err
    assert "sheet.txt, line 6, at 'plyas': 'plyas' is not a play" in result.err
    assert "nothing was recorded" in result.err
    assert lines_of(table) == []


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (
            "game: commune\nseats: Ann, Ben, Cal, Dee\n\n",
            "line 1, at 'commune': the sheet is for commune, but table 1 plays",
        ),
        ("game: whist\n\n", "line 1, at 'whist': the sheet is for whist"),
        ("seats: Ann, Ben, Cal, Della\n\n", "line 1, at 'Ann': the seats of the sheet are Ann, Ben, Cal, Della"),
        ("seats: Ben, Ann, Cal, Dee\n\n", "the seats of table 1 are Ann, Ben, Cal, Dee"),
        ("game: big-two\ndate: 2026-11-09\n\n", "line 2, at '2026-11-09': table 1 was played on 2026-11-16"),
        (
            "game: big-two\noptions: pass_locks=true\n\n",
            "at 'pass_locks=true': table 1 plays by pass_locks=false",
        ),
        ("game: big-two\noptions: pas_locks=true\n\n", "line 2, at 'pas_locks=true': "),
        ("game: big-two\nhand: in progress\n\n", "line 2, at 'in': the sheet begins in the middle"),
        ("game: big-two\nplace: M4\n\n", "line 2, at 'place:': no header line 'place'"),
    ],
)
def test_a_head_of_another_table_is_refused_in_its_place(table: Path, head: str, says: str) -> None:
    result = take_in(table, head + BODY)
    assert result.code == USAGE
    assert f"sheet.txt, {says}" in result.err or says in result.err
    assert "nothing was recorded" in result.err
    assert lines_of(table) == []


def test_a_sheet_is_not_taken_in_twice(table: Path) -> None:
    take_in(table, BODY)
    result = take_in(table, BODY)
    assert result.code == USAGE
    assert "Table 1 has 5 lines already" in result.err
    assert "referee undo 1 1-5 --mistake" in result.err
    assert len(lines_of(table)) == 5
    assert referee("undo", "1", "1-5", "--mistake", club=table).code == 0
    assert take_in(table, BODY).code == ILLEGAL


def test_a_sheet_without_a_line_is_refused(table: Path) -> None:
    for text in ("", HEAD, "# nothing\n"):
        result = take_in(table, text)
        assert result.code == USAGE
        assert "the sheet has no line of play" in result.err
