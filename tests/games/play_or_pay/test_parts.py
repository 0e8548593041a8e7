"""Parts of a Play or Pay record: what may be said when the beginning, or the seating, is not known."""

import pytest

from tests.games.play_or_pay.table import BOOK, GAME, chips, match, offer_texts, partial_record, verdict_and_clause
from tests.games.ruling import last, rule

# -- a hand recorded from its deal --------------------------------------------------------------------------


def test_player_next_to_the_dealer_leads_where_the_seats_are_known() -> None:
    entry = partial_record("deal by Ann", "Cal plays 4D").entries[-1]
    assert verdict_and_clause(entry) == ("illegal", "3.1")
    assert entry.ruling.reason == "Nobody has led yet, and the lead is Ben's."
    assert offer_texts(entry) == ["Ben plays any card"]
    assert verdict_and_clause(partial_record("deal by Ann", "Ben plays 4D").entries[-1]) == ("legal", "3.2")


def test_hand_dealt_in_a_part_has_as_many_cards_as_any() -> None:
    knowledge = partial_record("deal by Ben").table.knowledge
    assert [knowledge.size(seat) for seat in range(3)] == [17, 17, 18]
    assert rule(GAME, "deal by Ben").table.knowledge.size(0) is None


def test_deal_and_antes_go_on_from_a_hand_that_was_seen_to_end() -> None:
    winning_lines = ("Cal plays 5H", "Ann holds only 6H, stands", "Ann plays 6H")
    assert verdict_and_clause(partial_record("deal by Ben", *winning_lines, "deal by Ben").entries[-1]) == (
        "illegal",
        "2.2",
    )
    sheet = partial_record("deal by Ben", *winning_lines, "deal by Cal", options="ante=1")
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "2.1")
    assert [item.clause for item in sheet.entries[-1].items] == ["2.4"] * 3


# -- the turn -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "offers"),
    [
        (["Ann plays 6D", "Cal plays 7D"], ["Ben plays 7D, or pays if it is not in Ben's hand"]),
        (["Ann plays 6D", "Ben pays", "Ann plays 7D"], ["Cal plays 7D, or pays if it is not in Cal's hand"]),
        (["Cal pays", "Ben plays 7D"], ["Ann's turn"]),  # for 6D or 7D, whichever was wanted
    ],
)
def test_turn_order_is_known_where_the_seats_are(lines: list[str], offers: list[str]) -> None:
    entry = partial_record(*lines).entries[-1]
    assert verdict_and_clause(entry) == ("illegal", "3.1")
    assert offer_texts(entry) == offers


# -- the reason for what is in order ------------------------------------------------------------------------


def test_ordinary_plays_of_a_part_name_their_cards() -> None:
    sheet = rule(GAME, "Ann plays 6D", "Ben plays 7D")
    assert [verdict_and_clause(entry) for entry in sheet.entries] == [("legal", "3.2"), ("legal", "4.2")]
    assert [entry.ruling.reason for entry in sheet.entries] == [
        "6D is the first card on record, and any card may be led.",
        "7D follows 6D.",
    ]


# -- what a card taken back has shown -----------------------------------------------------------------------


def test_card_taken_back_clears_the_others() -> None:
    lines_before = ("Ann plays 6D", "Ben plays 8D, taken back")
    sheet = rule(GAME, *lines_before, "Ben pays", "Cal plays 7D", "Ann pays", "Ben pays")
    assert [verdict_and_clause(entry) for entry in sheet.entries] == [
        ("legal", "3.2"),
        ("illegal", "4.2"),
        ("legal", "4.5"),
        ("legal", "4.2"),
        ("legal", "4.5"),
        ("illegal", "4.5"),
    ]
    assert sheet.entries[4].ruling.reason == "Ann did not hold 8D: it was in Ben's hand."
    entry = last(GAME, *lines_before, "Cal plays 7D", "Ann plays 8D")
    assert verdict_and_clause(entry) == ("illegal", "3.4")
    assert entry.ruling.reason == "8D is in Ben's hand."


# -- the other way round ------------------------------------------------------------------------------------

BACKWARDS = "direction=counter-clockwise"


def test_turn_deal_and_odd_cards_may_go_the_other_way() -> None:
    sheet = match("deal by Ann", "Dee plays 4C", "Cal plays 5C", "Ben pays", players=4, options=BACKWARDS)
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries] == ["legal", "legal", "legal", "open"]
    assert sheet.table.turn == 0
    assert verdict_and_clause(match("deal by Ann", "Ben plays 4C", players=4, options=BACKWARDS).entries[-1]) == (
        "illegal",
        "3.1",
    )
    knowledge = match("deal by Ann", options=BACKWARDS).table.knowledge
    assert [knowledge.size(seat) for seat in range(3)] == [17, 17, 18]
    winning_lines = ("deal by Ann", "Cal holds only 5H, stands", "Cal plays 5H")
    assert verdict_and_clause(match(*winning_lines, "deal by Cal", options=BACKWARDS).entries[-1]) == ("legal", "2.1")
    assert verdict_and_clause(match(*winning_lines, "deal by Ben", options=BACKWARDS).entries[-1]) == ("illegal", "2.2")


def test_first_lead_shows_who_dealt_the_other_way_too() -> None:
    sheet = match("deal", "Ben plays 4C", options=f"{BACKWARDS}, short_hand_extra_ante=true")
    assert sheet.table.dealer == 2
    assert sheet.table.turn == 0
    assert chips(sheet) == [-1, 0, -1]


def test_printed_turn_says_which_way_it_goes() -> None:
    clause = BOOK.clauses["3.1"]
    assert " clockwise" in clause.text(BOOK.options())
    assert "counter-clockwise" in clause.text(BOOK.options(direction="counter-clockwise"))


# -- where the clauses come from ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "origin"),
    [
        ("1.1", "source text 003, interpretation house"),
        ("2.2", "source text 003, interpretation house"),
        ("4.2", "source text 003, interpretation POP-A6"),
        ("4.5", "source text 003"),
        ("4.6", "interpretation house"),
        ("4.8", "source text 003, interpretation POP-A7"),
        ("4.9", "interpretation house"),
        ("5.1", "source text 003, interpretation POP-A4"),
        ("5.4", "interpretation house"),
        ("5.5", "interpretation house"),
    ],
)
def test_clause_says_what_of_it_is_ours(clause: str, origin: str) -> None:
    assert BOOK.clauses[clause].origin == origin


# -- what is void, and what stands --------------------------------------------------------------------------


def test_illegal_card_goes_back_and_is_remembered() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben plays 8H", "Ben pays", "Cal plays 6H", "Ann plays 7H", "Ben pays")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries[2:]] == [
        "illegal",
        "legal",
        "legal",
        "legal",
        "illegal",
    ]
    assert sheet.entries[-1].ruling.reason == "Ben held 8H and had to play it."
    assert sheet.table.knowledge.size(1) == 17


def test_wrong_payment_costs_nothing_unless_it_stands() -> None:
    seen = ("deal by Cal", "Ann plays 5H", "Ben holds 6H")
    assert chips(match(*seen, "Ben pays")) == [0, 0, 0]
    assert chips(match(*seen, "Ben pays, stands")) == [0, -1, 0]
    # Cal has the turn only if the payment stood.
    lines_before = match(*seen, "Ben pays", "Cal pays")
    assert chips(lines_before) == [0, -1, -1]
    assert lines_before.entries[3].shown_by == lines_before.entries[4].line.number


def test_next_card_shows_that_a_wrong_one_stood() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben plays 7H", "Cal plays 8H")
    assert [verdict_and_clause(entry)[0] for entry in sheet.entries] == ["legal", "legal", "illegal", "legal"]
    assert sheet.entries[2].counts
    assert match("deal by Cal", "Ann plays 5H", "Ben plays 7H", "Ben plays 6H").table.knowledge.size(1) == 16


# -- what is missing to settle ------------------------------------------------------------------------------


def test_hand_that_ends_in_a_part_says_what_is_missing_to_settle_it() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben holds only 2C", "Cal holds only 6H", "Cal plays 6H")
    assert sheet.settled.missing == (
        "What lay in the pot before the first line, which the winner takes too.",
        "How many cards Ann still held: each costs a chip.",
    )
    assert (
        len(rule(GAME, "Cal holds only 6H", "Ann plays 5H", "Cal plays 6H", options=["end_payment=0"]).settled.missing)
        == 1
    )
    assert rule(GAME, "Ann plays 5H").settled.missing == ()
    assert match("deal by Cal", "Ann holds only 5H, stands", "Ann plays 5H").settled.missing == ()


# -- who has had no turn ------------------------------------------------------------------------------------


def test_who_comes_again_before_another_has_had_a_turn_is_asked_about() -> None:
    entry = last(GAME, "Ann plays 5H", "Ben plays 6H", "Cal plays 7H", "Ann plays 8H", "Cal plays 9H")
    assert verdict_and_clause(entry) == ("open", "3.1")
    assert entry.ruling.reason == "Ben has had no turn since Cal played 7H. A payment may be missing from the record."
    assert entry.ruling.because == (3,)
    # Who is named at all sits at the table.
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Ann plays 6H", "Cal pays")
    assert verdict_and_clause(sheet.entries[2]) == ("open", "3.1")
    assert sheet.entries[2].ruling.reason.startswith("Cal has had no turn since Ann played 5H")


def test_payment_out_of_order_of_a_player_who_held_the_card_is_illegal_all_the_same() -> None:
    facts = ("Ann plays 5H", "Ben pays", "Cal pays", "Ben pays")
    assert verdict_and_clause(last(GAME, *facts)) == ("open", "3.1")
    assert verdict_and_clause(rule(GAME, *facts, "Ben shows 6H").entries[3]) == ("illegal", "4.5")
