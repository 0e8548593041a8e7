"""Rulings of the poker rooms that were found wrong, or no help to an officer, each as the source text has it."""

from collections.abc import Sequence
from typing import Final

import pytest

from referee.rules import JudgedLine, Report, Unit, Verdict, total
from tests.games.ruling import check, told
from tests.transcript import RECORDS, sheet_of

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
ANN, BEN, CAL = range(3)


def report_of_record(record: str) -> Report:
    """The sheet of a record in ``tests/records``."""
    return told(sheet_of(RECORDS / f"{record}.txt"))


def entries(sheet: Report, text: str) -> list[JudgedLine]:
    """The entries of all lines of this text, in order."""
    entries_found = [entry for entry in sheet.entries if entry.line.text == text]
    assert entries_found, [entry.line.text for entry in sheet.entries]
    return entries_found


def verdicts(sheet: Report, text: str) -> list[Verdict]:
    return [entry.ruling.verdict for entry in entries(sheet, text)]


def chips(sheet: Report, seat: int) -> int:
    return total(sheet.settlement, seat, Unit.CHIPS)


# -- Who takes the chips -------------------------------------------------------------------------------------


def test_nobody_takes_the_pot_from_the_card_that_cannot_be_beaten() -> None:
    sheet = report_of_record("three-dog-night/unbeatable")
    assert verdicts(sheet, "Ann takes the pot") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes the pot") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-1, 1)


def test_a_claim_that_was_right_holds_when_the_one_before_it_turns_out_wrong() -> None:
    sheet = report_of_record("three-dog-night/rightful_claim")
    assert verdicts(sheet, "Ann takes the pot") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes the pot") == [LEGAL]
    assert entries(sheet, "Ben takes the pot")[0].at_first.verdict is OPEN


def test_nobody_takes_the_same_chips_twice() -> None:
    sheet = report_of_record("texas-holdem/taken_twice")
    assert verdicts(sheet, "Ann takes 3") == [LEGAL, ILLEGAL]
    assert verdicts(sheet, "Ben takes 3") == [ILLEGAL]
    assert entries(sheet, "Ann takes 3")[1].ruling.alternatives == ()


def test_a_claim_to_one_of_several_pots_is_held_against_who_won_that_pot() -> None:
    claim = entries(report_of_record("five-card-21/side_pot_claimed"), "Ben takes 10")[0].ruling
    assert (claim.verdict, claim.clause.id) == (ILLEGAL, "8.4")
    assert claim.reason == "With 20, and then the pair of eights, Ben loses to Cal: a pair is below a straight."


def test_of_two_sums_claimed_of_one_pot_the_one_by_the_record_holds() -> None:
    sheet = report_of_record("texas-holdem/in_the_middle")
    assert verdicts(sheet, "Ben takes 120") == [ILLEGAL]
    assert verdicts(sheet, "Ben takes 110") == [LEGAL]


# -- All-in ------------------------------------------------------------------------------------------------------


def test_an_all_in_of_which_nobody_says_how_much_it_is_can_be_called() -> None:
    sheet = report_of_record("texas-holdem/unknown_all_in")
    assert verdicts(sheet, "Ben calls") == [OPEN]
    assert verdicts(sheet, "turn 2C") == verdicts(sheet, "river 3C") == [LEGAL]
    assert not [item for item in sheet.settlement if item.clause == "4.20"]  # nobody takes anything back


@pytest.mark.parametrize("said", ["Ann is all-in 20", "Ann has 20"])
def test_how_much_an_all_in_is_may_be_said_after_it(said: str) -> None:
    lines = ["deal by Ben", "everyone antes 1", "flop KS JD 9H", "Ann is all-in", said, "Ben calls"]
    sheet = check("\n".join(["game: texas-holdem", "seats: Ann, Ben", "", *lines]))
    assert verdicts(sheet, said) == verdicts(sheet, "Ben calls") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-21, -21)


CALLED: Final = ("Ann is all-in", "Ben calls")


def hand_of_three(*lines: str, has: str = "", game: str = "texas-holdem", before: str = "flop KS JD 9H") -> Report:
    """A hand of Ann, Ben and Cal in which everybody has put in one."""
    head = [f"game: {game}", "seats: Ann, Ben, Cal", "", *([has] if has else []), "deal by Cal", "everyone antes 1"]
    return check("\n".join([*head, before, *lines]))


@pytest.mark.parametrize(
    "lines",
    [
        (*CALLED, "Ann is all-in 20", "Cal folds"),
        (*CALLED, "Ann has 20", "Cal folds"),
        (*CALLED, "Cal folds", "Ann has 20"),
        (*CALLED, "Cal folds", "turn 2C", "Ann is all-in 20"),
        (*CALLED, "Cal folds", "turn 2C", "river 3C", "Ann has 20"),
        (*CALLED, "Ben calls 20", "Cal folds"),
        ("Ann is all-in", "Ben calls 20", "Cal folds"),
    ],
)
def test_how_much_an_all_in_is_may_be_said_after_it_was_called(lines: Sequence[str]) -> None:
    sheet = hand_of_three(*lines)
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    assert [chips(sheet, seat) for seat in (ANN, BEN, CAL)] == [-21, -21, -1]
    show_lines = ("turn 2C", "river 3C", "Ann shows KD KC", "Ben shows 2D 2H", "Ann takes 43")
    complete = hand_of_three(*lines, *(each for each in show_lines if each not in lines))
    assert verdicts(complete, "Ann takes 43") == [LEGAL]
    assert [chips(complete, seat) for seat in (ANN, BEN, CAL)] == [22, -21, -1]


def test_nobody_is_accused_where_the_record_no_longer_tells_who_called_which_all_in() -> None:
    sheet = hand_of_three("Ann is all-in", "Ben is all-in", "Cal calls", "Ann has 20", "Ben is all-in 30")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL, OPEN}
    assert verdicts(sheet, "Ann has 20") == verdicts(sheet, "Ben is all-in 30") == [OPEN]


@pytest.mark.parametrize(
    ("game", "before"),
    [
        ("three-dog-night", ""),
        ("five-card-21", ""),
        ("texas-toothpick-toast", ""),
        ("midnight-cobain-baseball", "starter 2D\nAnn turns 5D"),
    ],
)
def test_an_all_in_is_said_late_in_every_poker_room(game: str, before: str) -> None:
    direction = "direction=counter-clockwise" if game == "texas-toothpick-toast" else ""
    who = ("Cal", "Ben", "Ann") if direction else ("Ann", "Ben", "Cal")
    lines = (f"{who[0]} is all-in", f"{who[1]} calls", f"{who[0]} has 20", f"{who[2]} folds")
    head = [f"game: {game}", "seats: Ann, Ben, Cal", "", f"deal by {who[2]}", "everyone antes 1"]
    sheet = check("\n".join([*head, *before.splitlines(), *lines]))
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    assert [total(sheet.settlement, sheet.record.seats.names.index(name), Unit.CHIPS) for name in who] == [-21, -21, -1]


def test_to_raise_where_nobody_has_bet_opens_the_betting() -> None:
    """The text has check or raise, and no other word."""
    sheet = report_of_record("texas-holdem/opening_raise")
    assert verdicts(sheet, "Ann raises to 5") == verdicts(sheet, "Ben calls") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-6, -6)


# -- Blinds before the deal ------------------------------------------------------------------------------------


def with_blinds(*lines: str, options: str = "forced_bets=blinds", game: str = "texas-holdem") -> Report:
    head = [f"game: {game}", "seats: Ann, Ben, Cal", f"options: {options}", "", "everyone has 60", "blinds 1 2"]
    return check("\n".join([*head, *lines]))


@pytest.mark.parametrize(
    "posts", [("Ann posts 1", "Ben posts 2"), ("Ann posts the small blind", "Ben posts the big blind")]
)
def test_blinds_may_be_posted_before_the_deal_as_the_text_has_them_first(posts: Sequence[str]) -> None:
    """The text's first step is that the minimum bet, or the blinds, are put in the middle; then cards are dealt."""
    sheet = with_blinds(*posts, "deal by Cal", "flop KS JD 9H", "Ann calls")
    assert {
        verdict for line in (*posts, "deal by Cal", "flop KS JD 9H", "Ann calls") for verdict in verdicts(sheet, line)
    } == {LEGAL}
    assert [chips(sheet, seat) for seat in (ANN, BEN, CAL)] == [-2, -2, 0]


# -- The showdown ------------------------------------------------------------------------------------------------


def test_a_stud_hand_that_is_dealt_breaks_a_tie_in_a_record_that_begins_in_the_middle() -> None:
    sheet = report_of_record("five-card-21/stud_hand_in_the_middle")
    claim = entries(sheet, "Ann takes the pot")[0].ruling
    assert (claim.verdict, claim.clause.id) == (ILLEGAL, "8.4")
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-5, 5)


def test_ace_and_jack_of_spades_win_whatever_the_other_cards_are() -> None:
    sheet = report_of_record("bookem-danno/two_cards_win")
    assert verdicts(sheet, "Ann shows AS JS ?? ?? ??") == verdicts(sheet, "Ann takes 12") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (6, -6)


def test_who_is_called_at_twenty_one_must_show() -> None:
    """If all have busted a stud hand is dealt, and so nobody can muck."""
    sheet = report_of_record("five-card-21/must_show")
    muck = entries(sheet, "Ben mucks")[0].ruling
    assert (muck.verdict, muck.clause.id) == (ILLEGAL, "7.4")
    assert verdicts(sheet, "Ann takes the pot") == [OPEN]


# -- Baseball ------------------------------------------------------------------------------------------------


def test_a_hand_that_is_killed_sets_no_mark() -> None:
    sheet = report_of_record("midnight-cobain-baseball/killed_hand")
    killed = entries(sheet, "Ann turns KH")[0].ruling
    assert killed.verdict is ILLEGAL
    assert "Ann is out" in killed.reason
    assert verdicts(sheet, "Ben turns KD") == verdicts(sheet, "Ben bets 5") == [LEGAL]
    assert "beats Ann's queen of spades" in entries(sheet, "Ben turns KD")[0].ruling.reason


# -- Blinds --------------------------------------------------------------------------------------------------


def test_where_no_blinds_are_posted_none_can_be_set() -> None:
    sheet = report_of_record("texas-toothpick-toast/no_blinds")
    assert verdicts(sheet, "blinds 1 2") == verdicts(sheet, "Cal posts 1") == [ILLEGAL]


# -- What comes late, or is put right --------------------------------------------------------------------------


def test_an_ante_that_was_forgotten_is_put_in_late() -> None:
    sheet = report_of_record("three-dog-night/late_ante")
    assert verdicts(sheet, "Ben antes 1") == verdicts(sheet, "Ben checks") == [LEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-1, -1)


def test_an_ante_stays_in_the_pot_though_another_was_forgotten() -> None:
    lines = ["deal by Ben", "Ann antes 1", "Ann checks", "Ben checks", "Ann stands pat"]
    sheet = check("\n".join(["game: three-dog-night", "seats: Ann, Ben", "", *lines]))
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-1, 0)


def test_antes_are_put_in_before_the_deal() -> None:
    """Everyone puts the minimum bet in the middle; then the dealer deals."""
    sheet = report_of_record("texas-holdem/ante_before_the_deal")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    assert [chips(sheet, seat) for seat in (ANN, BEN, CAL)] == [-6, -1, -1]


def test_an_ante_before_the_deal_is_put_in_once() -> None:
    assert verdicts(report_of_record("texas-holdem/not_burned"), "Ann antes 1") == [LEGAL, ILLEGAL]
    sheet = report_of_record("texas-holdem/burned")
    assert verdicts(sheet, "everyone antes 2") == [ILLEGAL]
    assert verdicts(sheet, "everyone antes 1") == [LEGAL, ILLEGAL]
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (-1, -1)


def test_a_player_may_fold_when_it_is_their_turn_to_draw() -> None:
    sheet = report_of_record("three-dog-night/folded_at_the_draw")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}


def test_a_draw_that_cannot_be_is_corrected_by_the_next_line() -> None:
    sheet = report_of_record("five-card-21/corrected_draw")
    assert entries(sheet, "Ann draws KS 3H")[0].ruling.says == "finding"
    assert verdicts(sheet, "Ann draws KC 3H") == verdicts(sheet, "Ben stands pat") == [LEGAL]


# -- Burns -----------------------------------------------------------------------------------------------------


def test_a_burn_is_recorded_where_cards_are_burned() -> None:
    sheet = report_of_record("texas-toothpick-toast/burns")
    assert verdicts(sheet, "no burn") == [LEGAL, LEGAL]
    assert verdicts(sheet, "burn") == [ILLEGAL, ILLEGAL, ILLEGAL]  # bets are to be made; then Dee has burned
    assert verdicts(sheet, "Cal burns") == [ILLEGAL, ILLEGAL]  # Dee deals
    assert verdicts(sheet, "Dee burns") == verdicts(sheet, "river 6D") == [LEGAL]


def test_a_burn_is_one_card_whether_it_is_written_down_or_not() -> None:
    table = report_of_record("texas-holdem/burned").table
    assert table.knowledge.size("buried") == 2
    assert verdicts(report_of_record("texas-holdem/not_burned"), "burn") == [ILLEGAL]


# -- Facts without a whole record --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "record", ["texas-holdem/claims", "three-dog-night/bets_and_side_pots", "texas-toothpick-toast/illegal_acts"]
)
def test_who_has_given_up_may_show_to_no_effect(record: str) -> None:
    gave_up: set[str] = set()
    show_lines = 0
    for entry in report_of_record(record).entries:
        who, _, statement = entry.line.text.partition(" ")
        if statement in ("mucks", "folds") and entry.ruling.verdict is LEGAL:
            gave_up.add(who)
        elif statement.startswith("shows") and who in gave_up:
            show_lines += 1
            assert (entry.ruling.verdict, entry.ruling.word) == (LEGAL, "")
    assert show_lines


def test_nobody_takes_back_an_ante_that_was_never_put_in() -> None:
    lines = ["Ann has 60", "Ben has 1", "deal by Ben", "Ben antes 1", "Ann checks", "Ann stands pat", "Ben stands pat"]
    sheet = check("\n".join(["game: three-dog-night", "seats: Ann, Ben", "", *lines]))
    assert (chips(sheet, ANN), chips(sheet, BEN)) == (0, -1)
    assert sheet.table.hand.pot == 1


def test_a_hand_that_is_not_finished_gives_no_places() -> None:
    assert report_of_record("texas-holdem/in_the_middle").places == ()
    assert report_of_record("texas-holdem/opening_raise").places == ((ANN, BEN, CAL),)


def test_both_jewels_win_before_the_third_card_is_shown() -> None:
    sheet = report_of_record("rudys-jewels/three_cards")
    assert {entry.ruling.verdict for entry in sheet.entries if entry.line.text.startswith("Ann shows J")} == {LEGAL}


def test_in_any_order_anybody_who_has_still_to_draw_may_fold() -> None:
    lines = ["deal by Cal", "everyone antes 1", "Ann checks", "Ben checks", "Cal checks", "Cal folds", "Ann stands pat"]
    header = ["game: three-dog-night", "seats: Ann, Ben, Cal", "options: draw_order=any", ""]
    assert {entry.ruling.verdict for entry in check("\n".join([*header, *lines])).entries} == {LEGAL}
