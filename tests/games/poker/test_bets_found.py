"""Rulings on bets and pots that were found wrong, each as the rule has it; the clauses are those of Texas Hold'em."""

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games import rulebook
from referee.rules import Sheet, Unit, read_facts, read_options, total
from tests.games.ruling import check, last

HOLD_EM = "texas-holdem"
BLINDS = "forced_bets=blinds, preflop_betting=true"


def played(stacks: str, *lines: str, options: str = "", game: str = HOLD_EM) -> Sheet:
    """The sheet of a record in which each has so many chips: ``Ann 2, Ben 342``."""
    has = [each.split() for each in stacks.split(", ")]
    head = [f"game: {game}", f"seats: {', '.join(name for name, _ in has)}", f"options: {options}"]
    return check("\n".join([*head[: 3 if options else 2], "", *(f"{name} has {many}" for name, many in has), *lines]))


def ruled(sheet: Sheet, text: str = "") -> tuple[str, str]:
    """How the last line is ruled on, or the last of this text."""
    (*_, entry) = (entry for entry in sheet.entries if text in ("", entry.line.text))
    return entry.ruling.says, entry.ruling.clause.id


def offered(sheet: Sheet) -> list[str]:
    ruling = sheet.entries[-1].ruling
    return [*(offer.text for offer in ruling.alternatives), *ruling.due]


def chips(sheet: Sheet) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


def told(*facts: str, options: Sequence[str] = ()) -> tuple[str, str]:
    ruling: Any = last(HOLD_EM, *facts, options=options).ruling
    return ruling.says, ruling.clause.id


# -- 4.18 -----------------------------------------------------------------------------------------------------


SHORT_ALL_IN = ("Ann bets 10", "Ben is all-in 14", "Cal calls", "Ann raises to 30")
RAISED_BY_ONESELF = ("Ann bets 10", "Ben raises to 20", "Ann calls", "Ben raises to 40")


def test_who_has_acted_raises_again_only_after_a_full_raise_whoever_tells_it() -> None:
    assert told(*SHORT_ALL_IN) == ("illegal", "4.18")
    assert told(*RAISED_BY_ONESELF, options=["preflop_betting=yes"]) == ("illegal", "4.18")
    start = ("deal by Cal", "everyone antes 1", "flop 2H 3D KC")
    assert ruled(played("Ann 90, Ben 15, Cal 90", *start, *SHORT_ALL_IN)) == ("illegal", "4.18")
    assert ruled(played("Ann 90, Ben 90", "deal by Ben", *start[1:], *RAISED_BY_ONESELF))[0] == "illegal"


@pytest.mark.parametrize(
    "facts",
    [
        ("Ann bets 10", "Ben is all-in 20", "Cal calls", "Ann raises to 40"),
        ("Ann bets 10", "Ben is all-in 14", "Cal is all-in 21", "Ann raises to 40"),
        ("Ann checks", "Ben bets 10", "Cal calls", "Ann raises to 20"),
        ("Ann bets 10", "Ben calls", "Ann bets 20", "Ben raises to 50", "Ann raises to 80"),
        ("Ann bets 10", "Ben calls", "turn 4D", "Ben bets 10", "Ann raises to 20"),
    ],
)
def test_a_full_raise_reopens_the_raising_in_a_record_that_begins_in_the_middle(facts: Sequence[str]) -> None:
    assert told(*facts)[0] == "legal"


def test_what_a_full_raise_is_stays_open_where_the_first_raise_is_not_told() -> None:
    assert told("Ann raises to 20", "Ben is all-in 25", "Cal calls", "Ann raises to 60") == ("open", "4.18")
    assert told("Ann raises to 20", "Ben calls", "Ann raises to 40") == ("illegal", "4.18")
    assert told("Ann calls 10", "Ben calls", "Ann raises to 30") == ("illegal", "4.18")


def test_the_house_may_let_a_short_all_in_reopen_the_raising() -> None:
    assert told(*SHORT_ALL_IN, options=["short_allin_reopens=yes"])[0] == "legal"


# -- 4.19 and 4.20, beside a big blind that is short ------------------------------------------------------------

HEADS_UP = ("blinds 5 10", "deal by Ben", "Ben posts 5", "Ann posts 2")
TWO = f"{BLINDS}, headsup_blinds=dealer_small"


def test_where_nobody_else_can_bet_nothing_is_owed_beyond_what_an_all_in_put_in() -> None:
    sheet = played("Ann 2, Ben 342", *HEADS_UP, "flop QH JD KS", options=TWO)
    assert ruled(sheet) == ("legal", "3.1")
    assert chips(sheet) == {"Ann": -2, "Ben": -2}
    assert ruled(played("Ann 2, Ben 342", *HEADS_UP, "Ben checks", "flop QH JD KS", options=TWO)) == ("legal", "3.1")
    assert ruled(played("Ann 2, Ben 342", *HEADS_UP, "flop QH JD KS", "Ben checks", options=TWO)) == ("legal", "4.8")


def test_what_a_short_big_blind_could_not_match_is_not_lost_by_folding() -> None:
    sheet = played("Ann 2, Ben 342", *HEADS_UP, "Ben folds", options=TWO)
    assert ruled(sheet) == ("legal", "4.12")
    assert chips(sheet) == {"Ann": 2, "Ben": -2}
    three = ("blinds 5 10", "deal by Cal", "Ann posts 5", "Ben posts 2", "Cal folds", "Ann folds")
    sheet = played("Ann 100, Ben 2, Cal 100", *three, options=BLINDS)
    assert (ruled(sheet), chips(sheet)) == (("legal", "4.12"), {"Ann": -2, "Ben": 2, "Cal": 0})


def test_while_two_can_bet_a_short_big_blind_is_no_smaller_to_them() -> None:
    three = ("blinds 5 10", "deal by Cal", "Ann posts 5", "Ben posts 2")
    sheet = played("Ann 100, Ben 2, Cal 100", *three, "Cal calls", "Ann calls", options=BLINDS)
    assert chips(sheet) == {"Ann": -10, "Ben": -2, "Cal": -10}


def test_a_call_of_the_whole_blind_where_less_can_be_matched_is_no_fault() -> None:
    three = ("blinds 5 10", "deal by Cal", "Ann posts 5", "Ben posts 2", "Cal is all-in", "Ann calls 5")
    sheet = played("Ann 100, Ben 2, Cal 7", *three, options=BLINDS)
    assert (ruled(sheet), chips(sheet)) == (("legal", "4.10"), {"Ann": -7, "Ben": -2, "Cal": -7})


@pytest.mark.parametrize("stack", [3, 4])
@pytest.mark.parametrize("says", [["Ben checks"], []])
def test_who_had_no_turn_may_check_though_nobody_waits_for_it(stack: int, says: Sequence[str]) -> None:
    start = ("blinds 2 4", "deal by Cal", "Ann posts 2", "Ben posts 4", "Cal folds", "Ann is all-in")
    sheet = played(f"Ann {stack}, Ben 50, Cal 50", *start, *says, "flop QH JD KS", options=BLINDS)
    assert {entry.ruling.says for entry in sheet.entries} == {"legal"}
    assert chips(sheet) == {"Ann": -stack, "Ben": -stack, "Cal": 0}


def test_who_had_no_turn_may_not_bet_and_who_had_one_may_not_check_again() -> None:
    start = ("blinds 2 4", "deal by Cal", "Ann posts 2", "Ben posts 4", "Cal folds", "Ann is all-in")
    assert ruled(played("Ann 3, Ben 50, Cal 50", *start, "Ben raises to 10", options=BLINDS)) == ("illegal", "4.19")
    twice = played("Ann 3, Ben 50, Cal 50", *start, "Ben checks", "Ben checks", options=BLINDS)
    assert ruled(twice) == ("illegal", "4.19")


# -- 6.5 and 6.7 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [HOLD_EM, "texas-toothpick-toast", "three-dog-night"])
def test_who_has_won_without_a_showdown_may_muck(game: str) -> None:
    start = ("deal by Cal", "everyone antes 1", *["flop 2H 3D KC"] * (game == HOLD_EM))
    order = ("Ben", "Ann", "Cal") if game == "texas-toothpick-toast" else ("Ann", "Ben", "Cal")
    lines = (*start, f"{order[0]} bets 5", f"{order[1]} folds", f"{order[2]} folds")
    sheet = played("Ann 50, Ben 50, Cal 50", *lines, f"{order[0]} mucks", game=game)
    assert ruled(sheet) == ("legal", "6.5")
    assert chips(sheet)[order[0]] == 2
    assert ruled(played("Ann 50, Ben 50, Cal 50", *lines, f"{order[1]} mucks", game=game)) == ("illegal", "6.7")


BOTH_ALL_IN = ("blinds 1 2", "deal by Cal", "Ann posts 1", "Ben posts 2", "Cal folds", "Ann is all-in", "Ben calls",
               "flop KS KH 2D")  # fmt: skip


def test_a_hand_may_be_given_up_before_the_last_card_when_there_is_no_more_to_bet() -> None:
    sheet = played("Ann 50, Ben 50, Cal 50", *BOTH_ALL_IN, "Ben mucks", options=BLINDS)
    assert ruled(sheet) == ("legal", "6.7")
    assert chips(sheet) == {"Ann": 50, "Ben": -50, "Cal": 0}


def test_who_is_all_in_and_would_fold_is_told_to_muck() -> None:
    sheet = played("Ann 50, Ben 50, Cal 50", *BOTH_ALL_IN, "Ben folds", options=BLINDS)
    assert (ruled(sheet), offered(sheet)) == (("illegal", "4.17"), ["Ben mucks", "turn, one card"])


@pytest.mark.parametrize("game", ["three-dog-night", "five-card-21"])
def test_while_there_is_more_to_bet_nobody_mucks(game: str) -> None:
    lines = ("deal by Ben", "everyone antes 1", "Ann checks", "Ben checks", "Ann mucks")
    assert ruled(played("Ann 50, Ben 50", *lines, game=game)) == ("illegal", "4.12")


def test_what_lies_in_the_middle_may_be_taken_with_the_bet_that_nobody_matched() -> None:
    start = ("blinds 1 2", "deal by Cal", "Ann posts 1", "Ben posts 2", "Cal folds", "Ann folds")
    won = played("Ann 50, Ben 50, Cal 50", *start, "Ben takes 3", options=BLINDS)
    assert (ruled(won), chips(won)) == (("holds", "6.5"), {"Ann": -1, "Ben": 1, "Cal": 0})
    assert ruled(played("Ann 50, Ben 50, Cal 50", *start, "Ben takes 2", options=BLINDS)) == ("holds", "6.5")
    more = played("Ann 50, Ben 50, Cal 50", *start, "Ben takes 4", options=BLINDS)
    assert (ruled(more), offered(more)) == (("illegal", "6.5"), ["Ben takes 2"])


# -- 4.3, 4.4, 4.5 and 4.13 -------------------------------------------------------------------------------------

STRADDLE = f"{BLINDS}, straddle=true"
STRADDLED = ("blinds 1 2", "deal by Dee", "Ann posts 1", "Ben posts 2", "Cal straddles 4")
FOUR = "Ann 100, Ben 100, Cal 100, Dee 100"


def test_a_blind_posted_late_does_not_change_the_least_raise() -> None:
    assert ruled(played(FOUR, *STRADDLED, "Dee raises to 6", options=STRADDLE)) == ("legal", "4.13")
    assert ruled(played(FOUR, *STRADDLED, "Dee posts 2", "Dee raises to 6", options=STRADDLE)) == ("legal", "4.13")
    assert ruled(played(FOUR, *STRADDLED, "Dee posts 2", "Dee raises to 5", options=STRADDLE)) == ("illegal", "4.13")


def test_only_the_player_after_the_big_blind_straddles() -> None:
    assert ruled(played(FOUR, *STRADDLED, "Dee straddles 8", options=STRADDLE)) == ("illegal", "4.5")
    late = played(FOUR, *STRADDLED[:-1], "Dee posts 2", "Cal straddles 4", options=STRADDLE)
    assert ruled(late) == ("legal", "4.5")


def test_under_a_fixed_limit_a_raise_after_a_straddle_is_of_one_bet() -> None:
    fixed = f"{STRADDLE}, limit=fixed"
    assert ruled(played(FOUR, *STRADDLED, "Dee raises to 6", options=fixed))[0] == "legal"
    again = played(FOUR, *STRADDLED, "Dee straddles 8", "Dee raises to 6", options=fixed)
    assert ruled(again)[0] == "legal"
    assert ruled(played(FOUR, *STRADDLED, "Dee raises to 8", options=fixed)) == ("illegal", "4.14")


def test_who_has_not_enough_for_a_straddle_or_a_late_blind_puts_in_all_of_it() -> None:
    short = FOUR.replace("Cal 100", "Cal 3")
    straddled = (*STRADDLED[:-1], "Cal straddles 3")
    assert ruled(played(short, *straddled, options=STRADDLE)) == ("legal", "4.17")
    assert ruled(played(FOUR, *straddled, options=STRADDLE)) == ("illegal", "4.5")
    sheet = played(short, *straddled, "Dee calls", "Ann folds", "Ben folds", options=STRADDLE)
    assert chips(sheet) == {"Ann": -1, "Ben": -2, "Cal": -3, "Dee": -3}
    late = ("blinds 2 4", "deal by Dee", "Ann posts 2", "Ben posts 4", "Dee posts 3")
    assert ruled(played(FOUR.replace("Dee 100", "Dee 3"), *late, options=BLINDS)) == ("legal", "4.17")
    assert ruled(played(FOUR, *late, options=BLINDS)) == ("illegal", "4.3")


# -- 6.1, 6.2, 6.4 and 7.1 ----------------------------------------------------------------------------------------

SIDE_POT = ("deal by Cal", "everyone antes 1", "flop KH KS 7D", "Ann is all-in", "Ben raises to 20", "Cal calls",
            "turn 8C", "Ben is all-in", "Cal calls", "river 9C", "Ann shows KD 7C", "Ben shows TH JS",
            "Cal shows 8H 9S")  # fmt: skip
SHORT = "Ann 10, Ben 50, Cal 50"


def test_a_claim_to_a_side_pot_is_held_against_the_hand_that_won_it() -> None:
    sheet = played(SHORT, *SIDE_POT, "Cal takes 80")
    assert ruled(sheet) == ("illegal", "7.1")
    with_two_pair = "With two pair, kings and nines, Cal loses to"
    assert sheet.entries[-1].ruling.reason == f"{with_two_pair} Ben's straight to jack."
    claim = played(SHORT, *SIDE_POT, "Cal takes 30").entries[-1].ruling
    assert claim.reason == f"{with_two_pair} Ann's kings full of sevens."


def test_who_has_won_nothing_is_told_who_takes_it() -> None:
    assert offered(played(SHORT, *SIDE_POT, "Cal takes 80")) == ["Ann takes 30", "Ben takes 80"]
    assert offered(played(SHORT, *SIDE_POT, "Ann takes 80")) == ["Ann takes 30"]
    dogs = ("deal by Ben", "everyone antes 1", *("Ann checks", "Ben checks", "Ann stands pat", "Ben stands pat") * 3,
            "Ann checks", "Ben checks", "Ann shows TC", "Ben shows TD", "Ben takes 2")  # fmt: skip
    assert offered(played("Ann 9, Ben 9", *dogs, game="three-dog-night")) == ["Ann takes 2"]


def test_a_claim_cites_by_what_the_pot_was_won() -> None:
    assert ruled(played(SHORT, *SIDE_POT, "Ann takes 30")) == ("holds", "6.2")
    assert ruled(played(SHORT, *SIDE_POT, "Ann takes 110")) == ("illegal", "6.4")
    folded = ("deal by Cal", "everyone antes 1", "flop KH KS 7D", "Ann checks", "Ben folds", "Cal folds")
    assert ruled(played(SHORT, *folded, "Ann takes 3")) == ("holds", "6.5")
    assert ruled(played(SHORT, *folded, "Ben takes 3")) == ("illegal", "6.5")


# -- What an officer types --------------------------------------------------------------------------------------


def test_everyone_may_have_the_same_and_blinds_may_be_named() -> None:
    lines = ["everyone has 100", "blinds 1 2", "Dee leaves", "deal by Cal", "Ann posts the small blind",
             "Ben posts the big blind", "Cal all in", "Ann is all in 99", "Ben all-in"]  # fmt: skip
    head = f"game: {HOLD_EM}\nseats: Ann, Ben, Cal, Dee\noptions: {BLINDS}\n\n"
    sheet = check(head + "\n".join(lines))
    assert {entry.ruling.says for entry in sheet.entries} == {"legal"}
    assert chips(sheet) == {"Ann": -100, "Ben": -100, "Cal": -100, "Dee": 0}
    assert ruled(check(f"{head}Ann has 50\neveryone has 100\n")) == ("finding", "4.1")
    assert ruled(check(f"{head}blinds 1 2\ndeal by Dee\nBen posts the small blind\n")) == ("illegal", "4.3")
    assert ruled(check(f"{head}deal by Dee\nAnn posts the small blind\n")) == ("open", "4.3")


def test_a_raise_without_to_is_asked_about() -> None:
    reading = read_facts(["Ann bets 4", "Dee raises 8"], rulebook(HOLD_EM), read_options(rulebook(HOLD_EM).options, []))
    (fault,) = reading.faults
    assert "to 8, or by 8?" in str(fault)


def test_the_card_that_came_with_a_four_may_be_told_later_in_the_turn() -> None:
    lines = ("deal by Ben", "everyone antes 1", "starter KD", "Ann turns 4H", "Ann turns 2C", "Ann gets")
    assert ruled(played("Ann 9, Ben 9", *lines, game="midnight-cobain-baseball")) == ("legal", "3.5")
    without = (*lines[:3], "Ann turns 3H", "Ann turns 2C", "Ann gets")
    assert ruled(played("Ann 9, Ben 9", *without, game="midnight-cobain-baseball")) == ("illegal", "3.5")


def test_everything_is_what_lies_in_the_middle() -> None:
    folded = ("deal by Cal", "everyone antes 1", "flop KH KS 7D", "Ann checks", "Ben folds", "Cal folds")
    assert ruled(played(SHORT, *folded, "Ann takes everything")) == ("holds", "6.5")
    other = played(SHORT, *folded, "Ben takes the pot")
    assert (ruled(other), offered(other)) == (("illegal", "6.5"), ["Ann takes 3"])
    most = played(SHORT, *SIDE_POT, "Ann takes everything")
    assert (ruled(most), offered(most)) == (("illegal", "6.4"), ["Ann takes 30"])
    claimed = played(SHORT, *SIDE_POT[:-3], "Ann takes everything", *SIDE_POT[-3:])
    assert ruled(claimed, "Ann takes everything") == ("illegal", "6.4")
    assert chips(claimed) == {"Ann": 20, "Ben": 30, "Cal": -50}


def test_facts_that_do_not_say_who_was_paid_do_not_say_what_is_left() -> None:
    """Ben was all-in with 2, and may have won: then there is more to post from."""
    blinds = ("Ben has 2", "blinds 2 4", "Ben posts 2", "Cal calls", "Ben mucks", "Ben takes everything")
    said = last(HOLD_EM, *blinds, "deal", "Ben posts 4", options=BLINDS.split(", ")).ruling
    assert said.says != "illegal"
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
    assert sheet.entries[2].after.hand.settled
    before_the_deal = sheet.entries[3].after
    assert before_the_deal.hand.pot == 0
    assert total(before_the_deal.items, 0, Unit.CHIPS) == 1
    # An ante that was put in before the deal lies in the pot of the hand that is dealt then.
    early = 1 if act == "antes 1" and not begins else 0
    assert sheet.state.hand.pot == early
    assert chips(sheet) == {"Ann": 1 - early, "Ben": -1}
