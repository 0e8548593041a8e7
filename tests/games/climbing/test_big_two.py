"""Chor Dai Di, rule by rule, from source text 004."""

from itertools import combinations

import pytest

from referee.cards import FRENCH
from referee.games import rulebook
from referee.games.big_two.hands import BigTwoCombination, classify_cards
from referee.games.big_two.table import BigTwoOptions
from referee.rules import Unit, Verdict
from tests.games.ruling import check, last, rule

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN


def beats(cards: str, standing: str, *options: str) -> bool:
    entry = last("big-two", f"Ben plays {standing}", f"Ann plays {cards}", options=options)
    # What decides is the class (5.12), the rank or suit (1.1), or how hands of that class are compared.
    decides = entry.ruling.clause.id if entry.ruling.verdict is LEGAL else entry.ruling.reason.rpartition("(")[2]
    assert decides.startswith(("1.1", "5."))
    assert entry.ruling.verdict is LEGAL or entry.ruling.clause.id == "4.5"
    return entry.ruling.verdict is LEGAL


@pytest.mark.parametrize(
    ("cards", "standing"),
    [
        ("6D", "4S"),  # the source's own chain: D6 > S4 > H4 > C4 > D4
        ("4S", "4H"),
        ("4H", "4C"),
        ("4C", "4D"),
        ("2D", "AS"),
        ("AD", "KS"),
        ("3D 3S", "3H 3C"),  # the higher card of a pair decides
        ("4D 4C", "3H 3S"),
        ("2D 2C", "AH AS"),
        ("5D 5C 5H", "4D 4C 4S"),
        ("AH KH QH JH 9H", "AC KC QC JC 7C"),  # flushes by the highest card: its suit where ranks are equal
        ("KD QD JD TD 2D", "AS KS QS JS 9S"),  # two is the highest card of the first
        ("4S 4H 4D 4C 3D", "2S 2H 2D AS AH"),  # four of a kind over a full house
        ("3D 3C 3H 4D 4C", "2S QS 9S 7S 5S"),  # full house over a flush
        ("4D 4C 4H 5D 5C", "3S 3H 3D 2S 2H"),  # full houses by their three
        ("3D 5D 7D 9D JD", "JS QH KD AC 2S"),  # flush over a straight
        ("3D 4C 5H 6S 7D", "2S 2H AS AH KD"),  # straight over two pairs
        ("3S 4D 5D 6D 7S", "3D 4C 5H 6S 7D"),  # straights by the highest card
        ("JS QH KD AC 2D", "TS JH QD KC AS"),
        ("3D 4D 5D 6D 7D", "2S 2H 2D 2C AS"),  # straight flush over four of a kind
        ("5S 5H 4D 4C 3D", "5D 5C 4H 4S AS"),  # two pairs by the higher pair
        ("6S 6H 3D 3C 4D", "5D 5C 4H 4S 2S"),
        ("TD JD QD KD AD", "JS QS KS AS 2S"),  # a royal flush over any straight flush
        ("TS JS QS KS AS", "TH JH QH KH AH"),  # royals by their highest card
    ],
)
def test_a_play_is_higher_than_the_play_it_follows(cards: str, standing: str) -> None:
    assert beats(cards, standing)
    assert not beats(standing, cards)


@pytest.mark.parametrize(
    ("cards", "standing", "option"),
    [
        ("JS QS KS AS 2S", "TD JD QD KD AD", "royal=none"),
        ("3S 6S 7S 9S TS", "5H 6H 7H 9H 2H", "flush_compare=suit_first"),
        ("2D KD QD 4D 3D", "2S KS JS TS 9S", "flush_compare=all_cards"),
        ("2D 3C 4H 5S 6D", "AD 2C 3H 4S 5D", "straights=plus_low"),
        ("2D 3C 4H 5S 6D", "AD 2C 3H 4S 5D", "straights=poker"),
        ("2D 3C 4H 5S 6D", "TD JC QH KS AS", "straights=2_to_6_highest"),
        ("4D", "4C", "lowest_card=3C"),
        ("TD JD QD KD AD", "TC JC QC KC AC", "lowest_card=3C"),
        ("4D 8D 9D JD AD", "3C 6C 9C JC AC", "lowest_card=3C"),
    ],
)
def test_house_rules_change_what_is_higher(cards: str, standing: str, option: str) -> None:
    book_says = last("big-two", f"Ben plays {standing}", f"Ann plays {cards}", options=[option]).ruling.verdict
    without = last("big-two", f"Ben plays {standing}", f"Ann plays {cards}").ruling.verdict
    assert (book_says, without) == (LEGAL, ILLEGAL)


def test_the_highest_straight_ends_in_two_or_by_a_house_rule_in_ace() -> None:
    assert beats("JS QH KH AH 2D", "TS JC QC KD AD")
    ruling = last("big-two", "Ben plays JS QH KH AH 2D", options=["straights=poker"]).ruling
    assert (ruling.verdict, ruling.clause.id) == (ILLEGAL, "5.5")
    assert last("big-two", "Ben plays TS JS QC KH AD", options=["straights=poker"]).ruling.verdict is LEGAL


def test_the_lowest_straights_are_below_three_to_seven() -> None:
    assert beats("3D 4C 5H 6S 7D", "2D 3C 4H 5S 6C", "straights=plus_low")
    assert not beats("2D 3C 4H 5S 6C", "3D 4C 5H 6S 7D", "straights=plus_low")


@pytest.mark.parametrize(
    ("cards", "standing"),
    [("4S 4H 4D 4C 3D", "2S"), ("6D", "5D 5C"), ("6D 6C", "5D"), ("3D 4D 5D 6D 7D", "5S 5H 5C")],
)
def test_a_play_has_as_many_cards_as_the_play_it_follows(cards: str, standing: str) -> None:
    ruling = last("big-two", f"Ben plays {standing}", f"Ann plays {cards}").ruling
    assert (ruling.verdict, ruling.clause.id, ruling.because) == (ILLEGAL, "4.4", (1,))


def test_every_five_card_hand_of_seven_ranks_has_the_class_that_the_source_gives_it() -> None:
    """The number of hands of each class among nines to twos, counted by hand: three runs end in K, A and 2."""
    counts = dict.fromkeys(range(8), 0)
    pack = [card for card in FRENCH.cards if card.rank in "9TJQKA2"]
    for cards in combinations(pack, 5):
        hand = classify_cards(cards, BigTwoOptions())
        counts[hand.rank if isinstance(hand, BigTwoCombination) else 0] += 1
    assert counts[7] == 4  # a royal in each suit
    assert counts[6] == 2 * 4  # 9-K and J-2 in each suit
    assert counts[5] == 7 * 24  # four of a rank and any other card
    assert counts[4] == 7 * 4 * 6 * 6  # three of a rank's four, two of another's
    assert counts[3] == 4 * 21 - 3 * 4  # five of seven in a suit, less those in sequence
    assert counts[2] == 3 * (4**5 - 4)
    assert counts[1] == 21 * 36 * 20  # two ranks of seven, two suits of four each, any other card


HEAD = "game: big-two\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\n"


def hand(*lines: str, options: str = "", seats: str = "Ann, Ben, Cal, Dee") -> list[tuple[Verdict, str]]:
    head = f"game: big-two\nseats: {seats}\n" + (f"options: {options}\n" if options else "") + "\ndeal\n"
    return [(e.ruling.verdict, e.ruling.clause.id) for e in check(head + "\n".join(lines) + "\n").entries[1:]]


def test_the_card_left_over_goes_to_the_holder_of_the_three() -> None:
    three = "Ann, Ben, Cal"
    sizes = check(
        f"game: big-two\nseats: {three}\noptions: remainder_3p=to_3D_holder\n\ndeal\nAnn plays 3D\n"
    ).table.knowledge
    assert [sizes.size(seat) for seat in range(3)] == [17, 17, 17]  # eighteen, and one played
    assert check(f"game: big-two\nseats: {three}\n\ndeal\nAnn plays 3D\n").table.knowledge.size(0) == 16


def test_beside_the_table_stand_what_is_to_beat_who_has_passed_and_how_many_cards_each_has() -> None:
    def facts(*lines: str) -> dict[tuple[str, int], str]:
        state = check(HEAD + "\n".join(lines) + "\n").table
        return {(fact.label, fact.seat): fact.text for fact in rulebook("big-two").facts(state)}

    thirteen = {("Hand", seat): "13 cards" for seat in range(4)}
    assert facts() == thirteen
    led = facts("Ann plays 3D 3S", "Ben passes")
    passed = {("Hand", 0): "11 cards", ("Hand", 1): "passed, 13 cards"}
    assert led == thirteen | passed | {("To beat", -1): "3D 3S by Ann"}
    free = facts("Ann plays 3D 3S", "Ben passes", "Cal passes", "Dee passes")
    assert free["To beat", -1] == "nothing: a free lead"


def test_a_card_already_played_cannot_be_played_again() -> None:
    ruling = check(HEAD + "Ann plays 3D\nBen plays 4D\nCal plays 4D\n").entries[-1].ruling
    assert (ruling.verdict, ruling.clause.id) == (ILLEGAL, "1.3")
    assert "4D was played by Ben" in ruling.reason
    assert ruling.because == (6,)


def test_a_card_shown_by_two_players_is_a_finding() -> None:
    entries = check(HEAD + "Ann shows 4D\nBen shows 4D\n").entries
    assert entries[-1].ruling.word == "finding"


THREE_LEFT = [
    "Ann holds only 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
    "Ann plays 3D 4D 5D 6D 7D",
    "Ben passes",
    "Cal passes",
    "Dee passes",
    "Ann plays 8D 9D TD JD QD",
    "Ben passes",
    "Cal passes",
    "Dee passes",
    "Ann plays KD",
    "Ben passes",
    "Cal passes",
    "Dee passes",
    "Ann plays AD",
    "Ben passes",
    "Cal passes",
    "Dee passes",
    "Ann plays 2D",
]


def test_the_lead_rolls_over_when_a_player_is_out_and_nobody_beats_the_last_cards() -> None:
    rulings = hand(*THREE_LEFT, "Ben passes", "Cal passes", "Dee passes", "Ben plays 3C")
    assert {verdict for verdict, _ in rulings} == {LEGAL}
    assert rulings[-1] == (LEGAL, "4.7")
    assert hand(*THREE_LEFT, "Ben passes", "Cal passes", "Dee passes", "Cal plays 3C")[-1] == (ILLEGAL, "4.7")


def test_places_are_taken_in_the_order_of_going_out() -> None:
    still_playing = check(HEAD + "\n".join(THREE_LEFT) + "\n")
    assert [(item.seat, item.amount, item.unit) for item in still_playing.settlement] == [(0, 1, Unit.PLACE)]
    assert still_playing.places == ()
    # Each next player runs a suit as Ann did: two straight flushes, then three single cards.
    lines = list(THREE_LEFT)
    order = ["Ben", "Cal", "Dee"]
    for at, suit in enumerate("CH"):
        mover, passers = order[at], order[at + 1 :]
        lines += [f"{name} passes" for name in order[at:]]
        runs = ["34567", "89TJQ", "K", "A", "2"]
        for run in runs:
            lines.append(f"{mover} plays {' '.join(rank + suit for rank in run)}")
            lines += [f"{name} passes" for name in passers if run != "2"]
    sheet = check(HEAD + "\n".join(lines) + "\n")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    assert [(item.seat, item.amount) for item in sheet.settlement] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert sheet.places == ((0,), (1,), (2,), (3,))


def test_a_deal_in_the_middle_of_a_record_brings_the_opening_rules() -> None:
    assert last("big-two", "deal", "Ann plays 4D").ruling.clause.id == "3.2"
    assert last("big-two", "deal by Ann", "Ann holds 3D", "Ben plays 3C 3S").ruling.clause.id in ("3.1", "4.1")
    assert last("big-two", "deal by Ann", "Ann passes").ruling.clause.id == "4.2"
    assert last("big-two", "Ann plays 4D").ruling.verdict is LEGAL  # the beginning is not on record


def test_the_lead_is_the_last_players_in_a_record_that_begins_in_the_middle() -> None:
    passes = ["Ben passes", "Cal passes", "Dee passes"]
    ruling = last("big-two", "Ann holds only 2S 4D", "Ann plays 2S", *passes, "Ben plays 3C").ruling
    assert (ruling.verdict, ruling.clause.id) == (ILLEGAL, "4.6")
    sheet = rule("big-two", "Ann plays 2S", *passes, "Ben plays 3C", "Cal passes", "Dee passes", "Ann plays 5C")
    assert sheet.entries[4].at_first.verdict is OPEN  # Ann may have gone out
    assert sheet.entries[4].ruling.verdict is ILLEGAL  # and had not
    assert last("big-two", "Ann plays 2S", *passes, "Ann plays 3C").ruling.clause.id == "4.6"
    assert last("big-two", "Ann plays 4D", "Ann passes").ruling.clause.id == "4.2"


def test_seats_in_the_header_tell_the_turn_in_the_middle_of_a_hand() -> None:
    head = "game: big-two\nseats: Ann, Ben, Cal\nhand: in progress\n\n"
    lines = "Ann holds only 5D\nAnn plays 5D\nBen passes\nCal passes\n"
    assert check(head + lines + "Cal plays 3C\n").entries[-1].ruling.clause.id == "4.7"
    assert check(head + lines + "Ben plays 3C\n").entries[-1].ruling.verdict is LEGAL
    assert check(head + lines).places == ()  # who went out before is not on record
    option = "game: big-two\nseats: Ann, Ben, Cal, Dee\noptions: last_card_rule=highest_single\nhand: in progress\n\n"
    ruling = check(option + "Cal holds only 7S\nBen holds only 5H KD\nBen plays 5H\n").entries[-1].ruling
    assert (ruling.verdict, ruling.clause.id) == (ILLEGAL, "4.8")


@pytest.mark.parametrize("cards", ["??", "?? ??", "4D 4C ?? 5D 5C"])
def test_a_play_that_nobody_saw_is_a_finding(cards: str) -> None:
    ruling = last("big-two", "Ann plays 4S", f"Ben plays {cards}").ruling
    assert (ruling.word, ruling.clause.id) == ("finding", "5.11")
    assert last("big-two", f"Ann plays {cards}", "Ben plays 4D").ruling.reason


def test_a_hand_barred_by_a_house_rule_is_told_which() -> None:
    barred = last("big-two", "Ann plays KS KH 5D 5C 9D", options=["two_pair_play=false"]).ruling
    assert (barred.clause.id, barred.rule) == ("5.4", "Two pairs and a fifth card may not be played.")
    assert last("big-two", "Ann plays AD 2C 3H 4S 5D").ruling.clause.id == "5.5"


def test_a_hand_not_played_out_counts_for_nothing() -> None:
    sheet = check(HEAD + "\n".join(THREE_LEFT) + "\ndeal by Ann\nAnn plays 3D\n")
    assert sheet.places == ()


def test_the_highest_card_is_offered_before_a_last_card() -> None:
    record = "game: big-two\nseats: Ann, Ben, Cal\noptions: last_card_rule=highest_single\nhand: in progress\n\n"
    ruling = check(record + "Ben holds only 7S\nAnn holds 2C\nCal plays 3D\nAnn plays 5D\n").entries[-1].ruling
    assert [offer.text for offer in ruling.alternatives] == ["Ann plays the highest card of the hand", "Ann passes"]
    ruling = check(record + "Ben holds only 7S\nAnn holds 2C\nAnn plays 5D\n").entries[-1].ruling
    assert ruling.alternatives[0].text == "Ann plays any combination, but of single cards only the highest"


def test_a_card_turned_up_is_nobodys_act() -> None:
    # Dee's play is illegal, and stood, as Ann's pass shows; what is said of the card left over between them is no act.
    three = "Ann, Ben, Cal"
    lines = ["out 8S", "Ann plays 3D", "Cal plays 5D", "out 8S", "Ann passes"]
    sheet = check(f"game: big-two\nseats: {three}\n\ndeal\n" + "\n".join(lines) + "\n")
    assert [entry.ruling.verdict for entry in sheet.entries[1:]] == [LEGAL, LEGAL, ILLEGAL, LEGAL, LEGAL]
    assert sheet.entries[3].shown_by == 9
    # A mistaken one leaves the turn where it was.
    assert hand("Ann plays 3D", "out 8S", "Cal passes")[-1] == (ILLEGAL, "4.1")
