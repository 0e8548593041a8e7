"""Rulings from the command line, with what they print and the codes that they leave."""

from pathlib import Path

import pytest

from tests.cli.running import referee

LEGAL, USAGE, ILLEGAL, OPEN = 0, 2, 10, 11


def test_a_legal_play_is_explained() -> None:
    done = referee("rule", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S")
    assert done.code == LEGAL
    assert done.out == (
        "legal    The pair of sixes beats the pair of fours: six is above four.\n"
        "         Rule 5.2: A pair is two cards of one rank. Its higher card decides: 6D 6S beats 6C 6H. Line 1.\n"
    )


STRAIGHT_FLUSHES = ("big-two", "Ben plays JS QS KS AS 2S", "Ann plays TD JD QD KD AD")
CALLED = ("commune", "Ann bids two sixes", "Ben calls")
PONTOON = ("pontoon", "Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD")


@pytest.mark.parametrize(
    ("words", "code", "word", "says"),
    [
        (STRAIGHT_FLUSHES, LEGAL, "legal", ["Rule 5."]),
        ((*STRAIGHT_FLUSHES, "--rule", "royal=none"), ILLEGAL, "illegal", ["Rule 4.5: ", "Instead: Ann passes."]),
        (CALLED, OPEN, "open", ["Two sixes is open until Ann and Ben show."]),
        ((*CALLED, "Ann shows 6H", "Ben shows 6D"), LEGAL, "holds", ["Rule 5.3: ", "Ben takes a penalty (6.1)."]),
        ((*CALLED, "Ann shows 6H", "Ben shows 9D"), LEGAL, "fails", ["Rule 5.3: ", "Ann takes a penalty (6.1)."]),
        ((*PONTOON, "Dee pays Ann 4"), ILLEGAL, "illegal", ["Instead: Dee pays Ann 8."]),
    ],
)
def test_the_last_line_is_ruled_on_and_its_ruling_is_the_code(
    words: tuple[str, ...], code: int, word: str, says: list[str]
) -> None:
    done = referee("rule", *words)
    assert (done.code, done.out.split()[0]) == (code, word)
    assert all(each in done.out for each in says), done.out


SHEET = {"game", "lines", "settlement", "places", "penalties", "open"}
LINE = {
    *("line", "text", "verdict", "word", "clause", "rule", "reason", "because", "alternatives"),
    *("ask", "next"),
    *("at_first", "taken_back", "counts", "shown_by", "turned_by"),
}


def test_the_keys_that_scripts_rely_on_stay() -> None:
    ruled = referee("rule", "pontoon", "Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD", "--json").data
    assert ruled.keys() == SHEET
    assert {frozenset(line) for line in ruled["lines"]} == {frozenset(LINE)}
    bids = "deal by Ben\nAnn bids six high\nBen bids two sixes\nAnn calls\nAnn shows 6H\nBen shows 9D\n"
    checked = referee("check", "-", "--json", typed=f"game: commune\nseats: Ann, Ben\n\n{bids}").data
    assert checked.keys() == SHEET | {"faults"}
    assert {frozenset(line) for line in (*checked["lines"], *checked["open"])} == {frozenset(LINE)}
    assert [set(item) for item in checked["settlement"]] == [{"seat", "amount", "unit", "clause", "reason", "line"}]
    unread = referee("rule", "big-two", "Ben plays 9Q", "--json").data
    assert unread.keys() == SHEET | {"faults"}
    assert [set(fault) for fault in unread["faults"]] == [{"line", "column", "message", "text"}]


def test_data_is_printed_for_programs() -> None:
    data = referee("rule", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S", "--json").data
    assert list(data) == ["game", "lines", "settlement", "places", "penalties", "open"]
    line = data["lines"][1]
    assert {key: line[key] for key in ("line", "text", "verdict", "clause", "because")} == {
        "line": 2,
        "text": "Ann plays 6D 6S",
        "verdict": "illegal",
        "clause": "4.5",
        "because": [1],
    }
    assert line["rule"] == "A play must beat the play before it."
    assert line["alternatives"] == ["Ann plays any pair above the pair of nines", "Ann passes"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rule", "whist", "Ann plays 3D"], ["whist", "big-two"]),
        (["rule", "big-two", "Ann plays 3X"], ["referee: 3X", "^^"]),
        (["rule", "big-two", "Ann plays 3D", "Ann throws 3D"], ["referee: line 2: ", "throws", "plays CARDS"]),
        (["rule", "big-two", "Ann plays 3D 3D"], ["3D", "more often"]),
        (["rule", "big-two", "Ann plays 3D", "--rule", "royl=none"], ["royl", "Did you mean royal"]),
        (["rule", "big-two", "Ann plays 3D", "--rule", "royal=maybe"], ["maybe", "10_to_A or none"]),
        (["rule", "big-two", "Ann plays 3D", "--rule", "royal"], ["'royal' is not NAME=VALUE"]),
        (["rule", "big-two", ""], ["empty", "Lines of play"]),
        (["rulebook", "big-two", "9.9"], ["9.9", "4.5"]),
        (["check", "nowhere.txt"], ["nowhere.txt", "Use a file with a record"]),
        (["rule"], ["game"]),
        (["roole"], ["roole"]),
    ],
)
def test_what_cannot_be_is_named_with_what_would_do(words: list[str], says: list[str]) -> None:
    done = referee(*words)
    assert done.code == USAGE
    assert done.out == ""
    for each in says:
        assert each in done.err


def test_a_name_that_fits_two_people_is_asked_back() -> None:
    text = "game: big-two\nseats: Ben, Bella, Cal\n\ndeal\nBe plays 3D\n"
    done = referee("check", "-", typed=text)
    assert done.code == USAGE
    assert "standard input:5:1: 'Be' could be Ben or Bella" in done.err


def test_a_finding_is_not_asked_for_with_what_is_illegal(tmp_path: Path) -> None:
    record = tmp_path / "monday.txt"
    record.write_text("game: pontoon\nseats: Ann, Ben, Dee\n\ndeal by Dee\nDee shows 9C\nAnn holds 9C\n")
    assert "Ann holds 9C" not in referee("check", "--only", "illegal", str(record)).out
    found = referee("check", "--only", "finding", str(record))
    assert "   6  Ann holds 9C" in found.out
    assert found.out.rstrip().endswith("1 finding")
    assert found.code == ILLEGAL


def test_three_faults_are_reported_with_line_and_column_and_the_settlement_still_comes(tmp_path: Path) -> None:
    record = tmp_path / "monday.txt"
    record.write_text(
        "game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 5H\nBen plays 6Z\n"
        "Ben pays\nHal pays\nCal plays 6H\nAnn pay 7H\n"
    )
    done = referee("check", str(record))
    assert done.code == USAGE
    for place in ("6:11", "8:1", "10:5"):
        assert f"{record}:{place}: " in done.err
    assert "settlement" in done.out
    assert "Ben      -1  -1     Ben paid for 6H. (4.7)" in done.out
    data = referee("check", str(record), "--json").data
    assert [fault["line"] for fault in data["faults"]] == [6, 8, 10]
    assert data["settlement"][0]["amount"] == -1


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    done = referee("check", str(picture))
    assert done.code == USAGE
    assert "UTF-8" in done.err


def test_check_leaves_with_the_gravest_ruling() -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal\n"
    assert referee("check", "-", typed=head + "Ann plays 3D\n").code == LEGAL
    assert referee("check", "-", typed=head + "Ann plays 4D\n").code == ILLEGAL
    head = "game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\n"
    assert referee("check", "-", typed=head + "Ann plays 5H\nBen pays\n").code == OPEN
    assert referee("check", "-", typed=head + "Ann plays 5H\nBen pays\nCal plays 6H\n").code == LEGAL
