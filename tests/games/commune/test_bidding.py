"""Commune: who may bid, pass, show and deal, and what comes of it when they may not, against source text 000."""

import pytest

from referee.games import rulebook
from referee.games.commune.table import CommuneOptions
from referee.rules import read_options
from tests.games.commune.commune_table import ANN_LOSES, match, out_by_calling, part, ruled
from tests.games.ruling import last, rule

BOOK = rulebook("commune")

# -- bids against the rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("void", ["Ben bids two fives", "Ben bids twos over queens", "Ben bids six aces"])
def test_a_bid_against_the_rules_is_no_bid_also_when_nobody_takes_it_back(void: str) -> None:
    facts = f"deal by Cal; Ann bids two sixes; {void}"
    assert match(facts).settlement == ()
    sheet = match(f"{facts}; Ben bids two sevens")
    assert sheet.entries[-1].ruling.reason == "Two sevens is higher than two sixes."
    assert sheet.entries[-1].ruling.because == (6,)
    sheet = match(f"{facts}; Ben calls; Ann shows 6H; Ben shows 6D")
    assert sheet.penalties == {0: 0, 1: 1, 2: 0}


@pytest.mark.parametrize("void", ["Ben bids twos over queens", "Ben bids six aces"])
def test_nobody_can_have_bid_less_on_a_bid_against_the_rules(void: str) -> None:
    sheet = match(f"deal by Cal; Ann bids two sixes; {void}; Cal bids two sevens")
    assert ruled(sheet) == ("illegal", "3.1")  # it is Ben's turn as before


def test_a_bid_that_is_too_low_stands_if_the_next_player_bids_more_than_that() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Ben bids two fives; Cal bids two sevens")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "legal", "illegal", "legal"]
    assert sheet.entries[2].shown_by == sheet.entries[3].line.number


@pytest.mark.parametrize("opening", ["Ben bids two sixes", "Ann bids two twos"])
def test_an_opening_against_the_rules_leaves_the_bidding_to_be_opened(opening: str) -> None:
    sheet = match(f"deal by Cal; {opening}; Ann bids ten high")
    assert ruled(sheet) == ("legal", "3.3")


def test_a_call_on_an_opening_out_of_turn_lets_the_opening_stand() -> None:
    assert ruled(match("deal by Cal; Ben bids two sixes; Ben calls")) == ("illegal", "5.1")
    sheet = match("deal by Cal; Ben bids two sixes; Cal calls; Ben shows 6D; Cal shows 6S")
    assert [entry.ruling.says for entry in sheet.entries[1:3]] == ["illegal", "holds"]
    assert sheet.penalties == {0: 0, 1: 0, 2: 1}


def test_a_bid_out_of_turn_is_no_bid() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Cal bids two sevens; Ben calls; Ann shows 9H; Ben shows 9D")
    assert "fails" in [entry.ruling.says for entry in sheet.entries]
    assert sheet.penalties == {0: 1, 1: 0, 2: 0}  # the call was on Ann's bid


def test_a_call_on_a_void_repetition_of_the_top_bid_is_on_the_bid_before() -> None:
    options = ["max_kind=8", "penalty_limit=5"]
    facts = ["Ben bids eight aces", "Cal bids eight aces", "Cal calls", "Ben shows AH", "Cal shows AD"]
    sheet = rule("commune", *facts, options=options)
    assert [entry.ruling.clause.id for entry in sheet.entries[1:3]] == ["3.8", "5.3"]
    assert [(sheet.record.seats.name(i.seat), i.clause) for i in sheet.settlement] == [("Ben", "6.1")]


def test_nobody_is_penalised_for_calling_an_own_bid() -> None:
    sheet = rule("commune", "Ann bids two sixes", "Ann calls", "Ann shows 6H")
    assert sheet.entries[1].ruling.clause.id == "5.1"
    assert sheet.settlement == ()
    assert ruled(sheet) == ("illegal", "2.4")


def test_in_the_middle_a_void_bid_is_no_bid_either() -> None:
    entry = last("commune", "Ann bids two sixes", "Ben bids two fives", "Cal bids two sevens")
    assert entry.ruling.reason == "Two sevens is higher than two sixes."


# -- calls and passes against the rules --------------------------------------------------------------------


@pytest.mark.parametrize("void", ["Cal calls", "Ann calls", "Ben passes"])
def test_a_call_or_a_pass_against_the_rules_leaves_the_bidding_as_it_was(void: str) -> None:
    sheet = match(f"deal by Cal; Ann bids two sixes; {void}; Ben calls; Ann shows 6H; Ben shows 6D")
    assert [entry.ruling.says for entry in sheet.entries[2:4]] == ["illegal", "holds"]
    assert sheet.penalties == {0: 0, 1: 1, 2: 0}


def test_a_call_counts_if_the_table_lets_it_stand() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Cal calls, stands; Ann shows 6H; Ben shows 6D")
    assert [entry.ruling.says for entry in sheet.entries[2:]] == ["illegal", "legal", "holds"]
    assert sheet.penalties == {0: 0, 1: 0, 2: 1}
    sheet = match("deal by Cal; Ann bids two sixes; Cal calls, stands; Ben bids two sevens")
    assert ruled(sheet) == ("illegal", "3.5")


def test_a_bid_or_a_pass_counts_if_the_table_lets_it_stand() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Cal bids two sevens, stands; Ann bids two eights")
    assert ruled(sheet) == ("legal", "3.9")
    assert sheet.entries[-1].ruling.because == (7,)
    assert ruled(match("deal by Cal; Ann bids two sixes; Ben passes, stands; Cal calls"))[0] == "open"
    options = "illegal_bid_penalty=true"
    sheet = match("deal by Cal; Ann bids two sixes; Ben bids two fives, stands; Cal calls", options=options)
    assert ruled(sheet)[0] == "open"
    assert sheet.settlement == ()


def test_nobody_else_is_to_blame_for_showing_on_a_call_that_was_none() -> None:
    body = "deal by Cal; Ann bids two sixes; Cal calls;"
    assert ruled(match(f"{body} Ben shows 6D")) == ("legal", "5.4")
    assert ruled(match(f"{body} Ben bids two sevens; Ann shows 6D")) == ("legal", "5.4")
    assert match(f"{body} Ben shows 6D").settlement == ()


def test_a_call_out_of_turn_stands_once_its_player_shows_on_it_too() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Cal calls; Ann shows 6H; Ben shows 6D; Cal shows 9S")
    assert [entry.ruling.verdict.value for entry in sheet.entries[2:]] == ["illegal", "legal", "legal", "legal"]
    assert sheet.penalties == {0: 0, 1: 0, 2: 1}


def test_a_call_waits_for_the_hands_that_were_not_shown() -> None:
    body = "deal by Cal; Ann bids two sixes; Ben calls; Ann shows 6H"
    assert BOOK.due(match(body).state) == "Ben and Cal show"
    assert BOOK.due(match(f"{body}; Ben shows 6D").state) == "the deal"
    assert BOOK.due(match("deal by Cal; Ann bids two sixes").state) == 1


def test_the_bidding_cites_what_ended_it() -> None:
    assert ruled(match("Ann bids two sixes")) == ("illegal", "2.1")
    assert ruled(match(f"deal by Cal; {ANN_LOSES} Ben bids two sixes")) == ("illegal", "2.1")
    assert ruled(match(f"deal by Cal; {ANN_LOSES} Ben calls")) == ("illegal", "2.1")
    assert ruled(match("deal by Cal; Ann bids two sixes; Ben calls; Ann bids two sevens")) == ("illegal", "3.5")
    for out_of_the_match in ("bids two sixes", "calls", "passes"):
        assert ruled(match(f"{out_by_calling()} Cal {out_of_the_match}")) == ("illegal", "6.2")


# -- in the middle of a hand --------------------------------------------------------------------------------


def test_after_a_deal_there_is_nothing_to_call_before_a_bid() -> None:
    assert ruled(rule("commune", "deal by Ann", "Ann calls")) == ("illegal", "5.1")
    assert ruled(rule("commune", "deal", "Ann calls")) == ("illegal", "5.1")
    entry = last("commune", "Ann calls")
    assert (entry.ruling.says, entry.ruling.clause.id) == ("open", "5.1")
    assert entry.ruling.reason == "The record does not show which bid Ann calls."


def test_in_the_middle_a_deal_waits_for_the_end_of_the_hand_before() -> None:
    assert ruled(rule("commune", "deal by Ann", "Ann bids two sixes", "deal by Ben")) == ("finding", "2.1")
    assert ruled(rule("commune", "Ann bids two sixes", "deal by Ben")) == ("legal", "2.1")


def test_nobody_bids_twice_running() -> None:
    entry = last("commune", "Ann bids two sixes", "Ann bids three sixes")
    assert (entry.ruling.says, entry.ruling.clause.id) == ("illegal", "3.1")
    assert ruled(rule("commune", "Ann bids two sixes", "Ben bids three sixes", "Ann bids four sixes"))[0] == "legal"


def test_in_the_middle_nobody_shows_between_a_bid_and_its_call() -> None:
    assert ruled(rule("commune", "Ann bids two sixes", "Ann shows 6H")) == ("illegal", "2.4")
    assert ruled(rule("commune", "deal by Ann", "Ann shows 6H")) == ("illegal", "2.4")
    assert ruled(rule("commune", "Ann shows 6H"))[0] == "legal"  # what was called may not be in the record


def test_in_the_middle_the_turn_is_known_where_the_seats_are() -> None:
    sheet = part("Ann bids two sixes", "Cal bids two sevens", "Ben calls")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "illegal", "open"]
    assert sheet.entries[1].ruling.reason == "It is Ben's turn, not Cal's."
    assert ruled(part("Ann bids two sixes", "Ben bids two sevens", "Cal calls"))[0] == "open"
    assert ruled(part("Ann bids two sixes", "Cal calls")) == ("illegal", "5.1")


# Ann has one card at the call, so it is her first penalty.
ANN_LOSES_HER_FIRST = "Ann bids two sixes", "Ben calls", "Ann shows 6H", "Ben shows 9D", "Cal shows 9H"


def test_in_the_middle_the_last_penalised_opens_if_the_cards_show_that_she_is_still_in() -> None:
    assert ruled(part(*ANN_LOSES_HER_FIRST, "deal by Ann", "Ann bids ten high")) == ("legal", "3.2")
    assert ruled(part(*ANN_LOSES_HER_FIRST, "deal by Ann", "Ben bids ten high")) == ("illegal", "3.2")


def test_in_the_middle_anybody_opens_for_a_player_who_may_be_out() -> None:
    lost = "Ann bids two sixes", "Ben calls", "Ann shows 6H 7H 8H", "Ben shows 9D", "Cal shows 9H", "deal by Ben"
    assert ruled(part(*lost, "Ben bids ten high"))[0] == "legal"
    assert ruled(part(*lost, "Cal bids ten high", "Ben bids two tens"))[0] == "legal"  # Ann, between them, may be out
    assert ruled(part(*lost, "Ben bids ten high", options="penalty_limit=5")) == ("illegal", "3.2")


# -- passing, and the way round -----------------------------------------------------------------------------


def test_nobody_may_pass() -> None:
    entry = last("commune", "Ann bids jack high", "Ben passes")
    assert (entry.ruling.says, entry.ruling.clause.id) == ("illegal", "3.12")
    assert entry.ruling.reason == "Ben must bid above jack high, or call it."
    offers = [offer.text for offer in entry.ruling.alternatives]
    assert offers == ["Ben bids anything from queen high to five aces", "Ben calls"]


def test_a_pass_that_nobody_noticed_stands_once_the_next_player_goes_on_from_it() -> None:
    facts = match("deal by Cal; Ann bids jack high; Ben passes; Cal calls")
    entries = facts.entries
    assert (entries[2].ruling.says, entries[2].shown_by) == ("illegal", entries[3].line.number)
    assert (entries[3].ruling.says, entries[3].ruling.clause.id) == ("open", "5.3")


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ("deal by Cal; Ann passes", "Ann must bid."),
        ("deal by Cal; Ann bids jack high; Cal passes", "It is Ben's turn, not Cal's."),
        ("deal by Cal; Ann bids jack high; Ben calls; Cal passes", "Ben has called, and the bidding is over."),
        ("deal by Cal; Ann bids four aces; Ben calls; Cal passes", "The hand is over; the next thing is the deal."),
    ],
)
def test_a_pass_is_answered_with_what_is_due(facts: str, reason: str) -> None:
    assert match(facts).entries[-1].ruling.reason == reason


def test_counter_clockwise_where_the_club_plays_so() -> None:
    options = "direction=counter-clockwise"
    assert ruled(match("deal by Cal; Ben bids two sixes", options=options)) == ("legal", "3.3")
    assert ruled(match("deal by Cal; Ann bids two sixes", options=options)) == ("illegal", "3.3")
    assert ruled(match("deal by Cal; Ben bids two sixes; Ann bids two sevens", options=options)) == ("legal", "3.9")
    assert ruled(match("deal by Cal; Ben bids two sixes; Cal bids two sevens", options=options)) == ("illegal", "3.1")
    lost = "deal by Cal; Ben bids four aces; Ann calls; deal by"
    assert ruled(match(f"{lost} Ben", options=options)) == ("legal", "2.1")
    assert ruled(match(f"{lost} Ann", options=options)) == ("illegal", "2.5")


def test_the_deal_passes_to_the_left() -> None:
    assert ruled(match(f"deal by Cal; {ANN_LOSES} deal by Ann")) == ("legal", "2.1")
    assert ruled(match(f"deal by Cal; {ANN_LOSES} deal by Ben")) == ("illegal", "2.5")
    assert ruled(match(f"deal by Cal; {ANN_LOSES} deal by Cal")) == ("illegal", "2.5")
    assert ruled(match(f"deal by Cal; {ANN_LOSES} deal"))[0] == "legal"
    unnoted = f"deal by Cal; {ANN_LOSES} deal; Ann bids five aces; Ben calls;"
    assert ruled(match(f"{unnoted} deal by Cal")) == ("legal", "2.1")


def test_nobody_deals_who_is_out() -> None:
    # Cal took the third penalty of a hand that Ben dealt; after Ben comes Cal, and then Ann.
    before = out_by_calling().rpartition("deal by Ann")[0]
    assert ruled(match(f"{before} deal by Ann")) == ("legal", "2.1")
    assert match(f"{before} deal by Cal").entries[-1].ruling.reason == "Cal is out of the match."
    assert ruled(match(f"{before} deal by Cal")) == ("illegal", "2.5")
    assert ruled(match(f"{before} deal by Ben")) == ("illegal", "2.5")


def test_in_the_middle_nobody_deals_twice_running() -> None:
    facts = ["deal by Ann", "Ann bids ten high", "Ben calls", "Ann shows TH", "Ben shows 9H"]
    assert ruled(rule("commune", *facts, "deal by Ann")) == ("illegal", "2.5")
    assert ruled(rule("commune", *facts, "deal by Ben"))[0] == "legal"


# -- where the clauses come from ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "origin"),
    [
        ("3.9", "source text 000"),
        ("4.14", "source text 000, interpretation house"),
        ("5.1", "source text 000, interpretation COM-A1"),
        ("2.5", "interpretation COM-A11"),
        ("6.4", "interpretation house"),
    ],
)
def test_a_clause_says_what_of_it_the_source_says(clause: str, origin: str) -> None:
    assert BOOK.clauses[clause].origin == origin


@pytest.mark.parametrize(
    ("typed", "clause", "printed"),
    [
        ([], "1.3", "the commune"),
        ([], "3.1", "or calls the bid before"),
        (["call_by=any_active"], "3.1", "until the last bid is called"),
        (["max_kind=6"], "4.15", "needs at least six cards"),
        (["max_kind=8"], "4.15", "all four twos"),
        (["allow_flush=true"], "4.7", "above a straight"),
        (["penalty_limit=5"], "6.2", "two to four players"),
        (["direction=counter-clockwise"], "3.4", "to the right"),
        (["illegal_bid_penalty=true"], "3.10", "costs its bidder a penalty"),
    ],
)
def test_a_clause_is_printed_as_it_is_in_force(typed: list[str], clause: str, printed: str) -> None:
    assert printed in BOOK.clauses[clause].text(read_options(CommuneOptions, typed))


def test_what_no_bid_may_be_is_not_printed_as_if_it_might() -> None:
    assert "flush" not in BOOK.clauses["4.7"].text(CommuneOptions())
    assert "flush" not in BOOK.clauses["4.14"].text(CommuneOptions())
    assert "six" not in BOOK.clauses["4.15"].text(CommuneOptions()).casefold()
