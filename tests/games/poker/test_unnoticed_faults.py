"""Bets and draws that were wrong and that nobody noticed: only who did them is blamed, however play goes on."""

import pytest

from referee.rules import Unit, Verdict, total
from tests.games.ruling import check

HOLDEM = "game: texas-holdem\nseats: Ann, Ben, Cal\n\neveryone has 50\ndeal by Cal\neveryone antes 1\nflop 2H 3D KC\n"
DRAW = "game: three-dog-night\nseats: Ann, Ben, Cal\n\ndeal by Cal\neveryone antes 1\n"
CHECKED = "Ann checks\nBen checks\nCal checks\n"


def illegal(text: str) -> list[str]:
    return [entry.line.text for entry in check(text).entries if entry.ruling.verdict is not Verdict.LEGAL]


@pytest.mark.parametrize(
    "rest",
    [
        "Cal checks\nAnn checks\nBen checks\nturn 4S\n",  # the turn stayed with Ann
        "Cal checks\nAnn checks\nBen bets 5\nCal calls\nAnn calls\nturn 4S\n",
        "Ben checks\nCal checks\nAnn checks\nturn 4S\n",  # the turn passed on to Cal
        "Ben bets 5\nAnn calls\nCal calls\nturn 4S\n",
        "Ben bets 5\nCal calls\nAnn calls\nturn 4S\n",
    ],
)
def test_after_a_bet_out_of_turn_the_turn_stays_or_passes_on(rest: str) -> None:
    assert illegal(HOLDEM + rest) == [rest.splitlines()[0]]


@pytest.mark.parametrize(
    "rest",
    [
        "Ann bets 5\nBen checks\nCal calls\nBen calls\nturn 4S\n",  # the bet is still to be matched
        "Ann bets 5\nBen checks\nCal calls\nBen folds\nturn 4S\n",
        "Ann bets 5\nBen checks\nCal calls\nturn 4S\nAnn checks\nBen checks\nCal checks\nriver 5S\n",  # or is let go
    ],
)
def test_who_checked_when_there_was_a_bet_may_still_match_it(rest: str) -> None:
    assert illegal(HOLDEM + rest) == ["Ben checks"]


@pytest.mark.parametrize(
    "draws",
    [
        ("Ben discards 1", "Ann discards 1", "Cal stands pat"),  # the turn stayed with Ann
        ("Ben discards 1", "Cal stands pat", "Ann discards 1"),  # the turn passed on to Cal
    ],
)
def test_after_a_draw_out_of_turn_the_turn_stays_or_passes_on(draws: tuple[str, ...]) -> None:
    text = DRAW + CHECKED + "\n".join(draws) + "\n" + CHECKED
    assert illegal(text) == ["Ben discards 1"]


@pytest.mark.parametrize("slip", ["Ann checks", "Ann folds"])
def test_who_has_folded_takes_no_turn_from_those_who_have_not(slip: str) -> None:
    bets = f"Ann folds\nBen checks\nCal checks\nturn 4S\n{slip}\nCal checks\nBen checks\nCal checks\nriver 5S\n"
    assert illegal(HOLDEM + bets) == [slip, "Cal checks"]


def test_nobody_puts_in_more_chips_than_they_have_even_where_it_is_let_stand() -> None:
    sheet = check(HOLDEM + "Ann bets 60\nBen calls\nCal folds\nturn 4S\nriver 5S\nAnn shows KS KD\nBen shows QS QD\n")
    assert [total(sheet.settlement, seat, Unit.CHIPS) for seat in range(3)] == [51, -50, -1]


def test_a_raise_that_the_chips_do_not_reach_leaves_the_bet_as_it_was() -> None:
    text = HOLDEM.replace("everyone has 50", "Ann has 50\nBen has 5\nCal has 50")
    sheet = check(text + "Ann bets 10\nBen raises to 25\nCal calls\nturn 4S\n")
    assert [entry.line.text for entry in sheet.entries if entry.ruling.verdict is not Verdict.LEGAL] == [
        "Ben raises to 25"
    ]
    assert [total(sheet.settlement, seat, Unit.CHIPS) for seat in range(3)] == [-11, -5, -11]
