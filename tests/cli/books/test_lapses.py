"""What is still open when the cards are gathered lapses, and every command says so."""

from pathlib import Path

import pytest

from tests.cli.running import Done, referee

HAND = ("deal by Dee", "Ann plays 5H", "Ben pays")
REASON = "Not decided in time: it stands."


@pytest.fixture
def table(club: Path) -> Path:
    """A club with a table of Play or Pay, at which it is open whether Ben may pay."""
    assert referee("start", "play-or-pay", "Ann", "Ben", "Cal", "Dee", club=club).code == 0
    assert referee("log", "1", *HAND, club=club).code == 11
    return club


def rule(*lines: str) -> Done:
    return referee("rule", "play-or-pay", *lines)


def test_a_ruling_on_a_deal_tells_what_lapses_with_it() -> None:
    done = rule(*HAND, "deal by Ann")
    assert "line 3, Ben pays, has lapsed:\nlapsed   6H was never seen" in done.out
    assert REASON in done.out


def test_a_card_shown_after_the_deal_decides_nothing_of_the_hand_before() -> None:
    done = rule("Ann plays 5H", "Ben pays", "deal by Ann", "Ben shows 6H")
    assert "line 2, Ben pays, has lapsed:\nlapsed" in done.out
    assert "still open" not in done.out
    assert done.code == 0
    done = rule("Ann plays 5H", "Ben pays", "Ben shows 6H")
    assert "lapsed" not in done.out
    assert done.code == 10
    done = rule(*HAND, "Dee shows 6S")  # what is open in the hand in play has not lapsed
    assert "line 3, Ben pays, is still open:" in done.out
    assert done.code == 11


def test_a_check_says_it_at_the_line_and_counts_it(tmp_path: Path) -> None:
    lines = [*HAND, "deal by Ann", "Ben plays 5H", "Cal pays"]
    text = "game: play-or-pay\nseats: Ann, Ben, Cal, Dee\n\n" + "\n".join(lines) + "\n"
    (tmp_path / "pop.txt").write_text(text, encoding="utf-8")
    done = referee("check", "pop.txt", cwd=tmp_path)
    assert "   6  Ben pays\n      lapsed   6H was never seen" in done.out
    assert REASON in done.out
    assert "   9  Cal pays\n      open     Open until 6H is seen" in done.out
    assert done.out.splitlines()[-1].startswith("6 lines: 3 legal, 1 open, 1 lapsed, 1 finding")
    only = referee("check", "pop.txt", "--only", "lapsed", cwd=tmp_path).out
    assert "   6  Ben pays" in only
    assert "\n   9  " not in only
    data = referee("check", "pop.txt", "--json", cwd=tmp_path).data
    assert [line["word"] for line in data["lines"] if line["verdict"] == "open"] == ["lapsed", "open"]
    assert [line["line"] for line in data["open"]] == [9]


def test_the_deal_that_gathers_the_cards_says_it_at_a_table(table: Path) -> None:
    done = referee("log", "1", "deal by Ann", club=table)
    assert "      line 3, Ben pays, has lapsed:\n      lapsed   6H was never seen" in done.out
    assert REASON in done.out
    done = referee("log", "1", "Ben plays 6H", club=table)
    assert "line 3" not in done.out
    assert "lapsed   6H was never seen" in referee("table", "show", "1", club=table).out


def test_as_data_the_deal_names_the_lines(table: Path) -> None:
    for line, lapsed in (("deal by Ann", [[3]]), ("Ben plays 6H", [[]])):
        data = referee("log", "1", line, "--json", club=table).data
        assert [[each["number"] for each in one["lapsed"]] for one in data] == lapsed


def test_a_line_that_was_taken_back_does_not_lapse(table: Path) -> None:
    assert referee("undo", "1", "3", club=table).code == 0
    assert "has lapsed" not in referee("log", "1", "deal by Ann", club=table).out


def test_a_line_logged_together_with_the_deal_says_it_once(club: Path) -> None:
    referee("start", "play-or-pay", "Ann", "Ben", "Cal", "Dee", club=club)
    done = referee("log", "1", *HAND, "deal by Ann", club=club)
    assert done.out.count(REASON) == 1
    assert (
        "   3  Ben pays\n      open     Open until 6H is seen" in done.out
    )  # which it was until the cards were gathered
    dealt = done.out.index("   4  deal by Ann")
    assert done.out.index("      line 3, Ben pays, has lapsed:\n      lapsed   6H was never seen") > dealt


def test_the_end_of_the_match_says_it(table: Path) -> None:
    done = referee("result", "1", "Ann", "Ben, Cal", "Dee", club=table)
    assert done.out.startswith("lapsed: line 3  Ben pays  (6H was never seen")
    assert REASON in done.out
    again = referee("table", "finish", "1", "--json", club=table).data
    assert again["lapsed"] == [3]
    shown = referee("table", "show", "1", club=table).out
    assert f"lapsed: line 3  Ben pays  (6H was never seen: Ben may pay only without it. {REASON})" in shown
