"""Play or Pay from the deal to the payments, against its source text."""

from itertools import islice

import pytest

from referee.games import rulebook
from referee.rules import Verdict, read_record
from tests.games.play_or_pay.table import (
    BOOK,
    GAME,
    HEARTS,
    NAMES,
    PACK,
    UP,
    chips,
    in_rotation,
    match,
    offer_texts,
    suit_in_order,
    verdict_and_clause,
)
from tests.games.ruling import check, last, rule

# -- the deal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_whole_pack_is_dealt_from_the_dealers_left(players: int, sizes: list[int]) -> None:
    knowledge = match(f"deal by {NAMES[players - 1]}", players=players).table.knowledge
    assert [knowledge.size(seat) for seat in range(players)] == sizes
    assert knowledge.stock == 0


def test_odd_cards_follow_the_dealer() -> None:
    knowledge = match("deal by Ben").table.knowledge
    assert [knowledge.size(seat) for seat in range(3)] == [17, 17, 18]


def test_first_leader_shows_who_dealt_where_the_record_does_not_say() -> None:
    sheet = match("deal", "Ben plays 4C")
    assert [sheet.entries[0].after.knowledge.size(seat) for seat in range(3)] == [None] * 3
    assert [sheet.table.knowledge.size(seat) for seat in range(3)] == [17, 17, 17]
    assert verdict_and_clause(sheet.entries[1]) == ("legal", "3.2")
    assert sheet.table.turn == 2


def test_hands_are_even_whoever_dealt() -> None:
    sheet = match("deal", players=4)
    assert [sheet.table.knowledge.size(seat) for seat in range(4)] == [13] * 4


@pytest.mark.parametrize("players", [1, 2, 9])
def test_two_or_nine_players_are_refused(players: int) -> None:
    seats = [*NAMES, "Ida"][:players]
    reading = read_record(f"game: {GAME}\nseats: {', '.join(seats)}\n\ndeal\n", rulebook)
    assert reading.record is None
    assert "3 to 8 players" in reading.faults[0].message


def test_deal_passes_to_the_left() -> None:
    winning_lines = ("deal by Cal", "Ann holds only 5H, stands", "Ann plays 5H")
    assert verdict_and_clause(match(*winning_lines, "deal by Ann").entries[-1]) == ("legal", "2.1")
    assert verdict_and_clause(match(*winning_lines, "deal by Ben").entries[-1]) == ("illegal", "2.2")
    assert match(*winning_lines, "deal").table.dealer == 0


def test_unfinished_hand_is_dealt_again_by_the_same_dealer() -> None:
    sheet = match("deal by Cal", "Ann plays 5H", "Ben pays", "deal")
    assert verdict_and_clause(sheet.entries[-1]) == ("finding", "2.1")
    assert sheet.table.dealer == 2
    assert sheet.table.turn == 0
    assert sheet.table.pot == 1


# -- the turn and the lead ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "offers"),
    [
        (["Ben plays 5H"], "Ann plays any card"),
        (["Ben pays"], "Ann plays any card"),
        (["Ann plays 5H", "Cal plays 6H"], "Ben plays 6H, or pays if it is not in Ben's hand"),
        (["Ann plays 5H", "Ann plays 6H"], "Ben plays 6H, or pays if it is not in Ben's hand"),
        (["Ann plays 5H", "Ben pays", "Ben plays 7H"], "Cal plays 6H, or pays if it is not in Cal's hand"),
        (["Ann plays 5H", "Ben holds 9S", "Cal holds 6H", "Cal plays 6H"], "Ben pays"),
    ],
)
def test_out_of_turn(lines: list[str], offers: str) -> None:
    entry = match("deal by Cal", *lines).entries[-1]
    assert verdict_and_clause(entry) == ("illegal", "3.1")
    assert offer_texts(entry) == [offers]


# -- the sequence -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("start", UP)
def test_sequence_goes_up_round_the_corner_for_thirteen_cards(start: str, suit: str) -> None:
    sheet = match("deal by Cal", *in_rotation(suit_in_order(start, suit), 3))
    assert {entry.ruling.verdict for entry in sheet.entries} == {Verdict.LEGAL}
    # Thirteen cards among three: the first player plays the last of them too, and leads.
    assert sheet.table.turn == 0


@pytest.mark.parametrize("card", ["8D", "5D", "7C", "7H", "AD"])
def test_only_the_card_wanted_may_be_played(card: str) -> None:
    entry = last(GAME, "Ann plays 6D", f"Ben plays {card}")
    assert verdict_and_clause(entry) == ("illegal", "4.2")
    assert entry.ruling.reason == f"7D is wanted after 6D, not {card}."
    assert entry.ruling.because == (1,)
    assert offer_texts(entry) == ["Ben plays 7D, or pays if it is not in Ben's hand"]


def test_thirteenth_card_leads_at_once_and_then_the_left() -> None:
    sheet = match("deal by Dee", *HEARTS, "Ann plays 3S", "Ben plays 4S", players=4)
    assert [verdict_and_clause(entry) for entry in sheet.entries[-2:]] == [("legal", "3.3"), ("legal", "4.2")]
    turned = match("deal by Dee", *HEARTS, "Ben plays 3S", players=4).entries[-1]
    assert verdict_and_clause(turned) == ("illegal", "3.1")
    assert turned.ruling.reason == "Ann played the last of the hearts and leads."
    assert offer_texts(turned) == ["Ann plays any card of another suit"]


def test_wrong_card_that_stands_is_followed_and_passed_over_later() -> None:
    wrong = in_rotation(["5H", "7H", "8H"], 3)
    sheet = match("deal by Cal", *wrong, "Ann plays 9H")
    assert [entry.ruling.verdict.value for entry in sheet.entries[1:]] == ["legal", "illegal", "legal", "legal"]
    remaining = in_rotation([*suit_in_order("5", "H")[4:], "6H"], 3, first=3)
    sheet = match("deal by Cal", *wrong, *remaining)
    assert verdict_and_clause(sheet.entries[-1]) == ("legal", "4.2")  # 6H after 4H: 5H lies on the table
    assert sheet.table.turn == sheet.entries[-1].line.act.seat


# -- paying -------------------------------------------------------------------------------------------------


def test_hindsight_finds_who_paid_for_a_card_and_played_it() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H")
    assert [entry.at_first.says for entry in sheet.entries] == ["legal", "open", "open", "finding", "legal"]
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "illegal", "legal", "legal", "legal"]
    assert {1, 5} <= set(sheet.entries[1].ruling.because)
    assert offer_texts(sheet.entries[1]) == ["Ben plays 6H"]


@pytest.mark.parametrize("between", [[], ["Cal pays, taken back"]])
def test_who_pays_and_then_finds_the_card_puts_the_payment_right(between: list[str]) -> None:
    sheet = match("deal by Cal", "Ann plays 4C", "Ben pays", *between, "Ben plays 5C", "Cal plays 6C")
    blamed = [entry.line.text for entry in sheet.entries if entry.ruling.says == "illegal"]
    assert blamed[:1] == ["Ben pays"]
    assert "Ben plays 5C" not in blamed
    assert sheet.table.pot == 0  # the chip goes back


def test_who_pays_and_plays_another_card_is_out_of_turn() -> None:
    sheet = match("deal by Cal", "Ann plays 4C", "Ben pays", "Ben plays 5D", "Cal plays 5C")
    assert [entry.ruling.verdict.value for entry in sheet.entries[2:]] == ["legal", "illegal", "legal"]
    assert sheet.table.pot == 1


def test_hindsight_clears_who_paid_for_a_card_that_another_played() -> None:
    sheet = rule(GAME, "Ann plays 5H", "Ben pays", "Cal plays 6H")
    assert sheet.entries[1].at_first.says == "open"
    assert verdict_and_clause(sheet.entries[1]) == ("legal", "4.5")
    assert {1, 3} <= set(sheet.entries[1].ruling.because)
    assert sheet.open == ()


def hands(sizes: list[int], first: str) -> list[list[str]]:
    """The pack dealt in order, but for one card that the first hand begins with."""
    remaining = iter(card for card in PACK if card != first)
    dealt = [list(islice(remaining, size - (not seat))) for seat, size in enumerate(sizes)]
    return [[first, *dealt[0]], *dealt[1:]]


def test_last_place_that_the_card_can_be_is_deduced() -> None:
    ann, ben, cal = hands([18, 17, 17], "4C")
    assert "5C" in ben + cal
    holder, other_hand = ("Ben", cal) if "5C" in ben else ("Cal", ben)
    whose = "Cal" if holder == "Ben" else "Ben"
    facts = [
        "deal by Cal",
        f"Ann holds only {' '.join(ann)}",
        f"{whose} holds only {' '.join(other_hand)}",
        "Ann plays 4C",
    ]
    passes = [] if holder == "Ben" else ["Ben pays"]
    entry = match(*facts, *passes, f"{holder} pays").entries[-1]
    assert verdict_and_clause(entry) == ("illegal", "4.5")
    assert entry.ruling.reason == f"{holder} held 5C, which is in no other hand, and had to play it."
    assert offer_texts(entry) == [f"{holder} plays 5C"]


def test_lap_of_payments_is_a_finding_until_the_card_is_seen() -> None:
    lap = ["deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays"]
    sheet = match(*lap)
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "legal", "open", "open", "finding"]
    assert verdict_and_clause(sheet.entries[-1]) == ("finding", "4.4")
    assert sheet.entries[-1].ruling.because == (6, 7)
    report = match(*lap, "Ben pays", "Cal plays 6H")
    assert [entry.ruling.says for entry in report.entries[2:]] == ["legal", "illegal", "legal", "legal", "legal"]


# -- the table ----------------------------------------------------------------------------------------------


def test_what_is_seen_at_the_table() -> None:
    sheet = match("deal by Cal", "Ann plays KS", "Ben pays", options="starting_chips=9")
    facts = {(fact.label, fact.seat): fact.text for fact in BOOK.facts(sheet.table)}
    assert facts["Wanted", -1] == "AS"
    assert facts["Pot", -1] == "1 chip"
    assert facts["Hand", 0] == "17 cards"
    assert facts["Chips", 1] == "8"


def test_unseen_card_is_asked_for() -> None:
    assert verdict_and_clause(match("deal by Cal", "Ann plays ??").entries[-1]) == ("finding", "3.2")
    entry = last(GAME, "Ann plays 6D", "Ben plays ??")
    assert verdict_and_clause(entry) == ("finding", "3.5")
    assert entry.ruling.rule == "Every card is played face up."
    assert entry.ruling.reason == "Ben plays face up. Which card was it?"


def test_a_hand_just_dealt_has_all_its_cards_whoever_dealt() -> None:
    entries = check("game: play-or-pay\nseats: Ann, Ben, Cal\n\ndeal\nAnn holds only 9H\nAnn plays 9H\n").entries
    assert [entry.ruling.says for entry in entries] == ["legal", "finding", "legal"]
    assert entries[1].ruling.clause.id == "1.2"
    assert entries[2].after.knowledge.size(0) == 17


# -- the card that is paid for ------------------------------------------------------------------------------


def test_a_payment_may_name_the_card_that_is_wanted_and_no_other() -> None:
    """Who does not hold the next-highest card of the suit pays one chip: it is that card that is paid for."""
    sheet = match(
        "deal by Cal", "Ann plays QH", "Ben pays for KH", "Cal plays KH", "Ann pays for 2H", "Ann pays for AH"
    )
    _, _, paid, _, wrong, right = sheet.entries
    assert verdict_and_clause(paid) == ("legal", "4.5")  # line 4 of the hand shows KH with Cal
    assert verdict_and_clause(wrong) == ("illegal", "4.5")
    assert wrong.ruling.reason == "AH is wanted, and not 2H, which nobody pays for now."
    assert verdict_and_clause(right) == ("open", "4.5")
    assert [line.text for line in sheet.record.lines][2] == "Ben pays for KH"
    assert chips(sheet) == [-1, -1, 0]
