"""Rulings of the poker rooms that were found wrong, or no help to an officer, each as the source text has it."""

import pytest

from referee.rules import Judged, Sheet, Unit, Verdict, total
from tests.games.ruling import check
from tests.transcript import RECORDS, sheet_of

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
ANN, BEN, CAL = range(3)


def kept(record: str) -> Sheet:
    """The sheet of a record in ``tests/records``."""
    return sheet_of(RECORDS / f"{record}.txt")


def entries(sheet: Sheet, text: str) -> list[Judged]:
    """The entries of all lines of this text, in order."""
    found = [entry for entry in sheet.entries if entry.line.text == text]
    assert found, [entry.line.text for entry in sheet.entries]
    return found


def verdicts(sheet: Sheet, text: str) -> list[Verdict]:
    return [entry.ruling.verdict for entry in entries(sheet, text)]


def chips(sheet: Sheet, seat: int) -> int:
    return total(sheet.settlement, seat, Unit.CHIPS)


# -- Who takes the chips -------------------------------------------------------------------------------------


def test_nobody_takes_the_pot_from_the_card_that_cannot_be_beaten() -> None:
    sheet = kept("three-dog-night/unbeatable")
    assert verdicts(sheet, "Ann takes the pot") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes the pot") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-1, 1)


def test_a_claim_that_was_right_holds_when_the_one_before_it_turns_out_wrong() -> None:
    sheet = kept("three-dog-night/rightful_claim")
    assert verdicts(sheet, "Ann takes the pot") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes the pot") == [LEGAL]
    assert entries(sheet, "Ben takes the pot")[0].at_first.verdict is OPEN


def test_nobody_takes_the_same_chips_twice() -> None:
    sheet = kept("texas-holdem/taken_twice")
    assert verdicts(sheet, "Ann takes 3") == [LEGAL, ILLEGAL]
    assert verdicts(sheet, "Ben takes 3") == [ILLEGAL]
    assert entries(sheet, "Ann takes 3")[1].ruling.alternatives == ()


def test_a_claim_to_one_of_several_pots_is_held_against_who_won_that_pot() -> None:
    claim = entries(kept("five-card-21/side_pot_claimed"), "Ben takes 10")[0].ruling
    assert (claim.verdict, claim.clause.id) == (ILLEGAL, "8.4")
    assert "Cal has a higher hand" in claim.reason


def test_of_two_sums_claimed_of_one_pot_the_one_by_the_record_holds() -> None:
    sheet = kept("texas-holdem/in_the_middle")
    assert verdicts(sheet, "Ben takes 120") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes 110") == [LEGAL]


# -- All-in ------------------------------------------------------------------------------------------------------


def test_an_all_in_of_which_nobody_says_how_much_it_is_can_be_called() -> None:
    sheet = kept("texas-holdem/unknown_all_in")
    assert verdicts(sheet, "Ben calls") == [OPEN]
    assert verdicts(sheet, "turn 2C") == verdicts(sheet, "river 3C") == [LEGAL]
    assert not [item for item in sheet.settlement if item.clause == "4.20"]  # nobody takes anything back


@pytest.mark.parametrize("said", ["Ann is all-in 20", "Ann has 20"])
def test_how_much_an_all_in_is_may_be_said_after_it(said: str) -> None:
    lines = ["deal by Ben", "everyone antes 1", "flop KS JD 9H", "Ann is all-in", said, "Ben calls"]
    sheet = check("\n".join(["game: texas-holdem", "seats: Ann, Ben", "", *lines]))
    assert verdicts(sheet, said) == verdicts(sheet, "Ben calls") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-21, -21)


def test_to_raise_where_nobody_has_bet_opens_the_betting() -> None:
    """The text has check or raise, and no other word."""
    sheet = kept("texas-holdem/opening_raise")
    assert verdicts(sheet, "Ann raises to 5") == verdicts(sheet, "Ben calls") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-6, -6)


# -- The showdown ------------------------------------------------------------------------------------------------


def test_a_stud_hand_that_is_dealt_breaks_a_tie_in_a_record_that_begins_in_the_middle() -> None:
    sheet = kept("five-card-21/stud_hand_in_the_middle")
    claim = entries(sheet, "Ann takes the pot")[0].ruling
    assert (claim.verdict, claim.clause.id) == (ILLEGAL, "8.4")
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-5, 5)


def test_ace_and_jack_of_spades_win_whatever_the_other_cards_are() -> None:
    sheet = kept("bookem-danno/two_cards_win")
    assert verdicts(sheet, "Ann shows AS JS ?? ?? ??") == verdicts(sheet, "Ann takes 12") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (6, -6)


def test_who_is_called_at_twenty_one_must_show() -> None:
    """If all have busted a stud hand is dealt, and so nobody can muck."""
    sheet = kept("five-card-21/must_show")
    muck = entries(sheet, "Ben mucks")[0].ruling
    assert (muck.verdict, muck.clause.id) == (ILLEGAL, "7.4")
    assert verdicts(sheet, "Ann takes the pot") == [OPEN]


# -- Baseball ------------------------------------------------------------------------------------------------


def test_a_hand_that_is_killed_sets_no_mark() -> None:
    sheet = kept("midnight-cobain-baseball/killed_hand")
    killed = entries(sheet, "Ann turns KH")[0].ruling
    assert killed.verdict is ILLEGAL
    assert "Ann is out" in killed.reason
    assert verdicts(sheet, "Ben turns KD") == verdicts(sheet, "Ben bets 5") == [LEGAL]
    assert "beats Ann's queen of spades" in entries(sheet, "Ben turns KD")[0].ruling.reason


# -- Blinds --------------------------------------------------------------------------------------------------


def test_where_no_blinds_are_posted_none_can_be_set() -> None:
    sheet = kept("texas-toothpick-toast/no_blinds")
    assert verdicts(sheet, "blinds 1 2") == verdicts(sheet, "Cal posts 1") == [ILLEGAL]
