"""Rulings on bets and pots that were found wrong, each as the rule has it; the clauses are those of Texas Hold'em."""

from collections.abc import Sequence

import pytest

from referee.games import rulebook
from referee.rules import Report, Unit, read_facts, read_options, total
from tests.games.ruling import check, last

HOLD_EM = "texas-holdem"
BLINDS = "forced_bets=blinds, preflop_betting=true"


def replay_with_stacks(stacks: str, *lines: str, options: str = "", game: str = HOLD_EM) -> Report:
    """The sheet of a record in which each has so many chips: ``Ann 2, Ben 342``."""
    has = [stack.split() for stack in stacks.split(", ")]
    head = [f"game: {game}", f"seats: {', '.join(name for name, _ in has)}", f"options: {options}"]
    return check("\n".join([*head[: 3 if options else 2], "", *(f"{name} has {many}" for name, many in has), *lines]))


def verdict_and_clause(sheet: Report, text: str = "") -> tuple[str, str]:
    """How the last line is ruled on, or the last of this text."""
    (*_, entry) = (entry for entry in sheet.entries if text in ("", entry.line.text))
    return entry.ruling.says, entry.ruling.clause.id


def offers(sheet: Report) -> list[str]:
    ruling = sheet.entries[-1].ruling
    return [*(offer.text for offer in ruling.alternatives), *ruling.due]


def chips(sheet: Report) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


# -- 4.19 and 4.20, beside a big blind that is short ------------------------------------------------------------

HEADS_UP = ("blinds 5 10", "deal by Ben", "Ben posts 5", "Ann posts 2")
TWO = f"{BLINDS}, headsup_blinds=dealer_small"


def test_what_a_short_big_blind_could_not_match_is_not_lost_by_folding() -> None:
    sheet = replay_with_stacks("Ann 2, Ben 342", *HEADS_UP, "Ben folds", options=TWO)
    assert verdict_and_clause(sheet) == ("legal", "4.12")
    assert chips(sheet) == {"Ann": 2, "Ben": -2}
    three = ("blinds 5 10", "deal by Cal", "Ann posts 5", "Ben posts 2", "Cal folds", "Ann folds")
    sheet = replay_with_stacks("Ann 100, Ben 2, Cal 100", *three, options=BLINDS)
    assert (verdict_and_clause(sheet), chips(sheet)) == (("legal", "4.12"), {"Ann": -2, "Ben": 2, "Cal": 0})


def test_a_call_of_the_whole_blind_where_less_can_be_matched_is_no_fault() -> None:
    three = ("blinds 5 10", "deal by Cal", "Ann posts 5", "Ben posts 2", "Cal is all-in", "Ann calls 5")
    sheet = replay_with_stacks("Ann 100, Ben 2, Cal 7", *three, options=BLINDS)
    assert (verdict_and_clause(sheet), chips(sheet)) == (("legal", "4.10"), {"Ann": -7, "Ben": -2, "Cal": -7})


@pytest.mark.parametrize("stack", [3, 4])
@pytest.mark.parametrize("says", [["Ben checks"], []])
def test_who_had_no_turn_may_check_though_nobody_waits_for_it(stack: int, says: Sequence[str]) -> None:
    start = ("blinds 2 4", "deal by Cal", "Ann posts 2", "Ben posts 4", "Cal folds", "Ann is all-in")
    sheet = replay_with_stacks(f"Ann {stack}, Ben 50, Cal 50", *start, *says, "flop QH JD KS", options=BLINDS)
    assert {entry.ruling.says for entry in sheet.entries} == {"legal"}
    assert chips(sheet) == {"Ann": -stack, "Ben": -stack, "Cal": 0}


# -- 6.5 and 6.7 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [HOLD_EM, "texas-toothpick-toast", "three-dog-night"])
def test_who_has_won_without_a_showdown_may_muck(game: str) -> None:
    start = ("deal by Cal", "everyone antes 1", *["flop 2H 3D KC"] * (game == HOLD_EM))
    order = ("Ben", "Ann", "Cal") if game == "texas-toothpick-toast" else ("Ann", "Ben", "Cal")
    lines = (*start, f"{order[0]} bets 5", f"{order[1]} folds", f"{order[2]} folds")
    sheet = replay_with_stacks("Ann 50, Ben 50, Cal 50", *lines, f"{order[0]} mucks", game=game)
    assert verdict_and_clause(sheet) == ("legal", "6.5")
    assert chips(sheet)[order[0]] == 2
    assert verdict_and_clause(replay_with_stacks("Ann 50, Ben 50, Cal 50", *lines, f"{order[1]} mucks", game=game)) == (
        "illegal",
        "6.7",
    )


BOTH_ALL_IN = ("blinds 1 2", "deal by Cal", "Ann posts 1", "Ben posts 2", "Cal folds", "Ann is all-in", "Ben calls",
               "flop KS KH 2D")  # fmt: skip


def test_who_is_all_in_and_would_fold_is_told_to_muck() -> None:
    sheet = replay_with_stacks("Ann 50, Ben 50, Cal 50", *BOTH_ALL_IN, "Ben folds", options=BLINDS)
    assert (verdict_and_clause(sheet), offers(sheet)) == (("illegal", "4.17"), ["Ben mucks", "turn, one card"])


def test_what_lies_in_the_middle_may_be_taken_with_the_bet_that_nobody_matched() -> None:
    start = ("blinds 1 2", "deal by Cal", "Ann posts 1", "Ben posts 2", "Cal folds", "Ann folds")
    winning_report = replay_with_stacks("Ann 50, Ben 50, Cal 50", *start, "Ben takes 3", options=BLINDS)
    assert (verdict_and_clause(winning_report), chips(winning_report)) == (
        ("holds", "6.5"),
        {"Ann": -1, "Ben": 1, "Cal": 0},
    )
    assert verdict_and_clause(replay_with_stacks("Ann 50, Ben 50, Cal 50", *start, "Ben takes 2", options=BLINDS)) == (
        "holds",
        "6.5",
    )
    more = replay_with_stacks("Ann 50, Ben 50, Cal 50", *start, "Ben takes 4", options=BLINDS)
    assert (verdict_and_clause(more), offers(more)) == (("illegal", "6.5"), ["Ben takes 2"])


# -- 6.1, 6.2, 6.4 and 7.1 ----------------------------------------------------------------------------------------

SIDE_POT = ("deal by Cal", "everyone antes 1", "flop KH KS 7D", "Ann is all-in", "Ben raises to 20", "Cal calls",
            "turn 8C", "Ben is all-in", "Cal calls", "river 9C", "Ann shows KD 7C", "Ben shows TH JS",
            "Cal shows 8H 9S")  # fmt: skip
SHORT = "Ann 10, Ben 50, Cal 50"


def test_who_has_won_nothing_is_told_who_takes_it() -> None:
    assert offers(replay_with_stacks(SHORT, *SIDE_POT, "Cal takes 80")) == ["Ann takes 30", "Ben takes 80"]
    assert offers(replay_with_stacks(SHORT, *SIDE_POT, "Ann takes 80")) == ["Ann takes 30"]
    dogs = ("deal by Ben", "everyone antes 1", *("Ann checks", "Ben checks", "Ann stands pat", "Ben stands pat") * 3,
            "Ann checks", "Ben checks", "Ann shows TC", "Ben shows TD", "Ben takes 2")  # fmt: skip
    assert offers(replay_with_stacks("Ann 9, Ben 9", *dogs, game="three-dog-night")) == ["Ann takes 2"]


# -- What an officer types --------------------------------------------------------------------------------------


def test_everyone_may_have_the_same_and_blinds_may_be_named() -> None:
    lines = ["everyone has 100", "blinds 1 2", "Dee leaves", "deal by Cal", "Ann posts the small blind",
             "Ben posts the big blind", "Cal all in", "Ann is all in 99", "Ben all-in"]  # fmt: skip
    head = f"game: {HOLD_EM}\nseats: Ann, Ben, Cal, Dee\noptions: {BLINDS}\n\n"
    sheet = check(head + "\n".join(lines))
    assert {entry.ruling.says for entry in sheet.entries} == {"legal"}
    assert chips(sheet) == {"Ann": -100, "Ben": -100, "Cal": -100, "Dee": 0}
    assert verdict_and_clause(check(f"{head}Ann has 50\neveryone has 100\n")) == ("finding", "4.1")
    assert verdict_and_clause(check(f"{head}blinds 1 2\ndeal by Dee\nBen posts the small blind\n")) == (
        "illegal",
        "4.3",
    )
    assert verdict_and_clause(check(f"{head}deal by Dee\nAnn posts the small blind\n")) == ("open", "4.3")


def test_a_raise_without_to_is_asked_about() -> None:
    reading = read_facts(["Ann bets 4", "Dee raises 8"], rulebook(HOLD_EM), read_options(rulebook(HOLD_EM).options, []))
    (fault,) = reading.faults
    assert "to 8, or by 8?" in str(fault)


def test_everything_is_what_lies_in_the_middle() -> None:
    folded = ("deal by Cal", "everyone antes 1", "flop KH KS 7D", "Ann checks", "Ben folds", "Cal folds")
    assert verdict_and_clause(replay_with_stacks(SHORT, *folded, "Ann takes everything")) == ("holds", "6.5")
    other_report = replay_with_stacks(SHORT, *folded, "Ben takes the pot")
    assert (verdict_and_clause(other_report), offers(other_report)) == (("illegal", "4.12"), ["Ann takes 3"])
    most = replay_with_stacks(SHORT, *SIDE_POT, "Ann takes everything")
    assert (verdict_and_clause(most), offers(most)) == (("illegal", "6.4"), ["Ann takes 30"])
    claimed = replay_with_stacks(SHORT, *SIDE_POT[:-3], "Ann takes everything", *SIDE_POT[-3:])
    assert verdict_and_clause(claimed, "Ann takes everything") == ("illegal", "6.4")
    assert chips(claimed) == {"Ann": 20, "Ben": 30, "Cal": -50}


def test_facts_that_do_not_say_who_was_paid_do_not_say_what_is_left() -> None:
    """Ben was all-in with 2, and may have won: then there is more to post from."""
    blinds = ("Ben has 2", "blinds 2 4", "Ben posts 2", "Cal calls", "Ben mucks", "Ben takes everything")
    entry = last(HOLD_EM, *blinds, "deal", "Ben posts 4", options=BLINDS.split(", ")).ruling
    assert entry.says != "illegal"
    assert last(HOLD_EM, "Ben has 2", "blinds 2 4", "Ben posts 4", options=BLINDS.split(", ")).ruling.says == "illegal"


BET_ON = (
    HOLD_EM,
    "three-dog-night",
    "rudys-jewels",
    "united-states-stud",
    "five-card-21",
    "bookem-danno",
    "midnight-cobain-baseball",
    "courtney-love-baseball",
    "texas-toothpick-toast",
)


@pytest.mark.parametrize("act", ["bets 1", "calls 2", "raises to 4", "is all-in 3", "antes 1"])
@pytest.mark.parametrize("begins", ["", "hand: in progress\n"])
@pytest.mark.parametrize("game", BET_ON)
def test_what_is_put_in_after_a_hand_was_paid_is_not_lost_with_the_next_deal(game: str, begins: str, act: str) -> None:
    """Ben has folded, and Ann has won his ante: no hand is left to bet on, whatever is let stand."""
    lines = ("deal by Ann", "everyone antes 1", "Ben folds, stands", f"Ann {act}, stands", "deal by Ben, stands")
    sheet = check("\n".join([f"game: {game}\nseats: Ann, Ben\n{begins}", *lines]))
    assert sheet.entries[2].after.hand.is_settled
    before_the_deal = sheet.entries[3].after
    assert before_the_deal.hand.pot == 0
    assert total(before_the_deal.items, 0, Unit.CHIPS) == 1
    # An ante that was put in before the deal lies in the pot of the hand that is dealt then.
    early = 1 if act == "antes 1" and not begins else 0
    assert sheet.table.hand.pot == early
    assert chips(sheet) == {"Ann": 1 - early, "Ben": -1}
