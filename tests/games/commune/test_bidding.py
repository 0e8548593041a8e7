"""Commune: who may bid, pass, show and deal, and what comes of it when they may not, against source text 000."""

import pytest

from referee.games import rulebook
from referee.games.commune.table import CommuneOptions
from referee.rules import read_options
from tests.games.commune.commune_table import match, partial_record, verdict_and_clause
from tests.games.ruling import rule

BOOK = rulebook("commune")

# -- bids against the rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("void", ["Ben bids two fives", "Ben bids twos over queens", "Ben bids six aces"])
def test_a_bid_against_the_rules_is_no_bid_also_when_nobody_takes_it_back(void: str) -> None:
    facts = f"deal by Cal; Ann bids two sixes; {void}"
    assert match(facts).settlement == ()
    sheet = match(f"{facts}; Ben bids two sevens")
    assert sheet.entries[-1].ruling.reason == "Two sevens is higher than two sixes: sevens are above sixes."
    assert sheet.entries[-1].ruling.because == (6,)
    sheet = match(f"{facts}; Ben calls; Ann shows 6H; Ben shows 6D")
    assert sheet.penalties == {0: 0, 1: 1, 2: 0}


def test_a_bid_that_is_too_low_stands_if_the_next_player_bids_more_than_that() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Ben bids two fives; Cal bids two sevens")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "legal", "illegal", "legal"]
    assert sheet.entries[2].shown_by == sheet.entries[3].line.number


def test_a_call_on_an_opening_out_of_turn_lets_the_opening_stand() -> None:
    assert verdict_and_clause(match("deal by Cal; Ben bids two sixes; Ben calls")) == ("illegal", "5.1")
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
    assert verdict_and_clause(sheet) == ("illegal", "2.4")


# -- calls and passes against the rules --------------------------------------------------------------------


@pytest.mark.parametrize("void", ["Cal calls", "Ann calls", "Ben passes"])
def test_a_call_or_a_pass_against_the_rules_leaves_the_bidding_as_it_was(void: str) -> None:
    sheet = match(f"deal by Cal; Ann bids two sixes; {void}; Ben calls; Ann shows 6H; Ben shows 6D")
    assert [entry.ruling.says for entry in sheet.entries[2:4]] == ["illegal", "holds"]
    assert sheet.penalties == {0: 0, 1: 1, 2: 0}


def test_a_bid_or_a_pass_counts_if_the_table_lets_it_stand() -> None:
    sheet = match("deal by Cal; Ann bids two sixes; Cal bids two sevens, stands; Ann bids two eights")
    assert verdict_and_clause(sheet) == ("legal", "3.9")
    assert sheet.entries[-1].ruling.because == (7,)
    assert verdict_and_clause(match("deal by Cal; Ann bids two sixes; Ben passes, stands; Cal calls"))[0] == "open"
    options = "illegal_bid_penalty=true"
    sheet = match("deal by Cal; Ann bids two sixes; Ben bids two fives, stands; Cal calls", options=options)
    assert verdict_and_clause(sheet)[0] == "open"
    assert sheet.settlement == ()


def test_nobody_else_is_to_blame_for_showing_on_a_call_that_was_none() -> None:
    body = "deal by Cal; Ann bids two sixes; Cal calls;"
    assert verdict_and_clause(match(f"{body} Ben shows 6D")) == ("legal", "5.4")
    assert verdict_and_clause(match(f"{body} Ben bids two sevens; Ann shows 6D")) == ("legal", "5.4")
    assert match(f"{body} Ben shows 6D").settlement == ()


def test_a_call_waits_for_the_hands_that_were_not_shown() -> None:
    body = "deal by Cal; Ann bids two sixes; Ben calls; Ann shows 6H"
    assert BOOK.due(match(body).table) == "Ben and Cal show"
    assert BOOK.due(match(f"{body}; Ben shows 6D").table) == "the deal"
    assert BOOK.due(match("deal by Cal; Ann bids two sixes").table) == 1


# -- in the middle of a hand --------------------------------------------------------------------------------


def test_in_the_middle_the_turn_is_known_where_the_seats_are() -> None:
    sheet = partial_record("Ann bids two sixes", "Cal bids two sevens", "Ben calls")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "illegal", "open"]
    assert sheet.entries[1].ruling.reason == "It is Ben's turn, not Cal's."
    assert verdict_and_clause(partial_record("Ann bids two sixes", "Ben bids two sevens", "Cal calls"))[0] == "open"
    assert verdict_and_clause(partial_record("Ann bids two sixes", "Cal calls")) == ("illegal", "5.1")


# -- passing, and the way round -----------------------------------------------------------------------------


def test_a_pass_that_nobody_noticed_stands_once_the_next_player_goes_on_from_it() -> None:
    facts = match("deal by Cal; Ann bids jack high; Ben passes; Cal calls")
    entries = facts.entries
    assert (entries[2].ruling.says, entries[2].shown_by) == ("illegal", entries[3].line.number)
    assert (entries[3].ruling.says, entries[3].ruling.clause.id) == ("open", "5.3")


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
    ("options", "clause", "printed"),
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
def test_a_clause_is_printed_as_it_is_in_force(options: list[str], clause: str, printed: str) -> None:
    assert printed in BOOK.clauses[clause].text(read_options(CommuneOptions, options))


def test_what_no_bid_may_be_is_not_printed_as_if_it_might() -> None:
    assert "flush" not in BOOK.clauses["4.7"].text(CommuneOptions())
    assert "flush" not in BOOK.clauses["4.14"].text(CommuneOptions())
    assert "six" not in BOOK.clauses["4.15"].text(CommuneOptions()).casefold()
