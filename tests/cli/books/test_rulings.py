"""Rulings from the command line, with what they print and the codes that they leave."""

import gc
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.cli.books import check
from referee.games import rulebook
from referee.rules import Record, Report, Rulebook, read_records, replay
from tests.cli.running import RunResult, referee

LEGAL, USAGE, ILLEGAL, OPEN = 0, 2, 10, 11


def test_a_legal_play_is_explained() -> None:
    result = referee("rule", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S")
    assert result.code == LEGAL
    assert result.out == (
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
        (CALLED, OPEN, "open", ["Two sixes: the bid is open until Ann and Ben show."]),
        ((*CALLED, "Ann shows 6H", "Ben shows 6D"), LEGAL, "holds", ["Rule 5.3: ", "Ben takes a penalty (6.1)."]),
        ((*CALLED, "Ann shows 6H", "Ben shows 9D"), LEGAL, "fails", ["Rule 5.3: ", "Ann takes a penalty (6.1)."]),
        ((*PONTOON, "Dee pays Ann 4"), ILLEGAL, "illegal", ["Instead: Dee pays Ann 8."]),
    ],
)
def test_the_last_line_is_ruled_on_and_its_ruling_is_the_code(
    words: tuple[str, ...], code: int, word: str, says: list[str]
) -> None:
    result = referee("rule", *words)
    assert (result.code, result.out.split()[0]) == (code, word)
    assert all(each in result.out for each in says), result.out


SHEET = {"game", "lines", "settlement", "places", "penalties", "open"}
LINE = {
    *("line", "text", "verdict", "word", "clause", "rule", "reason", "because", "alternatives"),
    *("ask", "next"),
    *("at_first", "taken_back", "counts", "shown_by", "turned_by", "read_as"),
}


def test_the_keys_that_scripts_rely_on_stay() -> None:
    ruled = referee("rule", "pontoon", "Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD", "--json").data
    assert ruled.keys() == SHEET
    assert {frozenset(line) for line in ruled["lines"]} == {frozenset(LINE)}
    bids = "deal by Ben\nAnn bids six high\nBen bids two sixes\nAnn calls\nAnn shows 6H\nBen shows 9D\n"
    checked = referee("check", "-", "--json", input_text=f"game: commune\nseats: Ann, Ben\n\n{bids}").data
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
        (["rule", "big-two", "Ann plays 3X"], ["referee: at '3X': 3X", "^^"]),
        (
            ["rule", "big-two", "Ann plays 3D", "Ann juggles 3D"],
            ["line 2, at 'juggles': ", "Write a line such as 'Ann plays ", "or 'Ann passes'"],
        ),
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
    result = referee(*words)
    assert result.code == USAGE
    assert result.out == ""
    for each in says:
        assert each in result.err


def test_a_name_that_fits_two_people_is_asked_back() -> None:
    text = "game: big-two\nseats: Ben, Bella, Cal\n\ndeal\nBe plays 3D\n"
    result = referee("check", "-", input_text=text)
    assert result.code == USAGE
    assert "standard input, line 5, at 'Be': 'Be' could be Ben or Bella" in result.err


def test_a_finding_is_not_asked_for_with_what_is_illegal(tmp_path: Path) -> None:
    record = tmp_path / "monday.txt"
    record.write_text("game: pontoon\nseats: Ann, Ben, Dee\n\ndeal by Dee\nDee shows 9C\nAnn holds 9C\n")
    assert "Ann holds 9C" not in referee("check", "--only", "illegal", str(record)).out
    result = referee("check", "--only", "finding", str(record))
    assert "   6  Ann holds 9C" in result.out
    assert result.out.rstrip().endswith("1 finding")
    assert result.code == ILLEGAL


def test_three_faults_are_reported_with_their_places_and_the_settlement_still_comes(tmp_path: Path) -> None:
    record = tmp_path / "monday.txt"
    record.write_text(
        "game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 5H\nBen plays 6Z\n"
        "Ben pays\nHal pays\nCal plays 6H\nAnn pay 7H\n"
    )
    result = referee("check", str(record))
    assert result.code == USAGE
    for place in ("line 6, at '6Z'", "line 8, at 'Hal'", "line 10, at '7H'"):
        assert f"{record}, {place}: " in result.err
    assert "settlement" in result.out
    assert "Ben      -1  -1    Ben paid for 6H. (4.7)" in result.out
    data = referee("check", str(record), "--json").data
    assert [fault["line"] for fault in data["faults"]] == [6, 8, 10]
    assert data["settlement"][0]["amount"] == -1


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    result = referee("check", str(picture))
    assert result.code == USAGE
    assert "UTF-8" in result.err


def test_check_leaves_with_the_gravest_ruling() -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal\n"
    assert referee("check", "-", input_text=head + "Ann plays 3D\n").code == LEGAL
    assert referee("check", "-", input_text=head + "Ann plays 4D\n").code == ILLEGAL
    head = "game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal by Cal\n"
    assert referee("check", "-", input_text=head + "Ann plays 5H\nBen pays\n").code == OPEN
    assert referee("check", "-", input_text=head + "Ann plays 5H\nBen pays\nCal plays 6H\n").code == LEGAL


HAND = ("deal by Dee", "Ann plays 5H", "Ben pays")
REASON = "Not decided in time: it stands."


@pytest.fixture
def table(club: Path) -> Path:
    """A club with a table of Play or Pay, at which it is open whether Ben may pay."""
    assert referee("start", "play-or-pay", "Ann", "Ben", "Cal", "Dee", club=club).code == 0
    assert referee("log", "1", *HAND, club=club).code == 11
    return club


def rule(*lines: str) -> RunResult:
    return referee("rule", "play-or-pay", *lines)


def test_a_ruling_on_a_deal_tells_what_lapses_with_it() -> None:
    result = rule(*HAND, "deal by Ann")
    assert "line 3, Ben pays, has lapsed:\nlapsed   6H was never seen" in result.out
    assert REASON in result.out


def test_a_card_shown_after_the_deal_decides_nothing_of_the_hand_before() -> None:
    result = rule("Ann plays 5H", "Ben pays", "deal by Ann", "Ben shows 6H")
    assert "line 2, Ben pays, has lapsed:\nlapsed" in result.out
    assert "still open" not in result.out
    assert result.code == 0
    result = rule("Ann plays 5H", "Ben pays", "Ben shows 6H")
    assert "lapsed" not in result.out
    assert result.code == 10
    result = rule(*HAND, "Dee shows 6S")  # what is open in the hand in play has not lapsed
    assert "line 3, Ben pays, is still open:" in result.out
    assert result.code == 11


def test_a_check_says_it_at_the_line_and_counts_it(tmp_path: Path) -> None:
    lines = [*HAND, "deal by Ann", "Ben plays 5H", "Cal pays"]
    text = "game: play-or-pay\nseats: Ann, Ben, Cal, Dee\n\n" + "\n".join(lines) + "\n"
    (tmp_path / "pop.txt").write_text(text, encoding="utf-8")
    result = referee("check", "pop.txt", cwd=tmp_path)
    assert "   6  Ben pays\n      lapsed   6H was never seen" in result.out
    assert REASON in result.out
    assert "   9  Cal pays\n      open     Open until 6H is seen" in result.out
    assert result.out.splitlines()[-1].startswith("6 lines: 3 legal, 1 open, 1 lapsed, 1 finding")
    only = referee("check", "pop.txt", "--only", "lapsed", cwd=tmp_path).out
    assert "   6  Ben pays" in only
    assert "\n   9  " not in only
    data = referee("check", "pop.txt", "--json", cwd=tmp_path).data
    assert [line["word"] for line in data["lines"] if line["verdict"] == "open"] == ["lapsed", "open"]
    assert [line["line"] for line in data["open"]] == [9]


def test_the_deal_that_gathers_the_cards_says_it_at_a_table(table: Path) -> None:
    result = referee("log", "1", "deal by Ann", club=table)
    assert "      line 3, Ben pays, has lapsed:\n      lapsed   6H was never seen" in result.out
    assert REASON in result.out
    result = referee("log", "1", "Ben plays 6H", club=table)
    assert "line 3" not in result.out
    assert "lapsed   6H was never seen" in referee("table", "show", "1", club=table).out


def test_as_data_the_deal_names_the_lines(table: Path) -> None:
    for line, lapsed in (("deal by Ann", [[3]]), ("Ben plays 6H", [[]])):
        data = referee("log", "1", line, "--json", club=table).data
        assert [[row["number"] for row in one["lapsed"]] for one in data] == lapsed


def test_a_line_that_was_taken_back_does_not_lapse(table: Path) -> None:
    assert referee("undo", "1", "3", club=table).code == 0
    assert "has lapsed" not in referee("log", "1", "deal by Ann", club=table).out


def test_a_line_logged_together_with_the_deal_says_it_once(club: Path) -> None:
    referee("start", "play-or-pay", "Ann", "Ben", "Cal", "Dee", club=club)
    result = referee("log", "1", *HAND, "deal by Ann", club=club)
    assert result.out.count(REASON) == 1
    assert (
        "   3  Ben pays\n      open     Open until 6H is seen" in result.out
    )  # which it was until the cards were gathered
    output = result.out.index("   4  deal by Ann")
    assert result.out.index("      line 3, Ben pays, has lapsed:\n      lapsed   6H was never seen") > output


def test_the_end_of_the_match_says_it(table: Path) -> None:
    result = referee("result", "1", "Ann", "Ben, Cal", "Dee", club=table)
    assert result.out.startswith("lapsed: line 3  Ben pays  (6H was never seen")
    assert REASON in result.out
    data = referee("table", "finish", "1", "--json", club=table).data
    assert data["lapsed"] == [3]
    output = referee("table", "show", "1", club=table).out
    reason = "6H was never seen: Ben may pay only if Ben does not hold it."
    assert f"lapsed: line 3  Ben pays  ({reason} {REASON})" in output


MATCH = "game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\nAnn plays 3D\n"
USAGE, ILLEGAL = 2, 10


def test_a_match_is_read_only_when_it_is_asked_for() -> None:
    looked_for = list[str]()

    def find(slug: str) -> Rulebook:
        looked_for.append(slug)
        return rulebook(slug)

    readings = read_records(3 * MATCH, find)
    next(readings)
    assert looked_for == ["big-two"]
    assert len([*readings]) == 2


@pytest.mark.parametrize("form", ["", "--json"])
def test_a_match_that_was_printed_is_forgotten(tmp_path: Path, form: str) -> None:
    many = tmp_path / "many.txt"
    many.write_text(20 * MATCH, encoding="utf-8")
    alive = list[int]()

    def counted(record: Record) -> Report:
        if not alive:
            gc.freeze()  # what is there by now need not be looked through for each match
        alive.append(sum(isinstance(each, Report) for each in gc.get_objects()))
        return replay(record)

    gc.collect()
    gc.disable()  # as the program does: nothing that was printed may wait to be looked for
    try:
        with patch.object(check, "replay", counted):
            assert referee("check", *filter(None, [form]), str(many)).code == 0
    finally:
        gc.enable()
    assert len(alive) == 20
    assert max(alive) <= alive[0] + 1


def test_the_gravest_of_many_is_that_of_all(tmp_path: Path) -> None:
    wrong = MATCH.replace("3D", "3X")
    illegal = MATCH + "Cal plays 4H\n"
    many = tmp_path / "many.txt"
    many.write_text(f"{MATCH}\n{illegal}\n{MATCH}", encoding="utf-8")
    assert referee("check", str(many)).code == ILLEGAL
    many.write_text(f"{MATCH}\n{wrong}Ben passes\n\n{illegal}", encoding="utf-8")
    assert referee("check", str(many)).code == USAGE
    assert [len(row["faults"]) for row in referee("check", "--json", str(many)).data] == [0, 1, 0]


@pytest.mark.process
def test_what_is_wrong_is_said_between_the_lines_around_it(tmp_path: Path) -> None:
    record = tmp_path / "one.txt"
    record.write_text(f"{MATCH}Ben jumps\nBen passes\n", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "referee", "check", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # as on a terminal, both are one text
        text=True,
        check=False,
    )
    places = (
        re.match(rf"(?:{re.escape(str(record))}, line | +)(\d+)(?:,|  )", row) for row in result.stdout.splitlines()
    )
    assert [place[1] for place in places if place] == ["4", "5", "6", "7"]
