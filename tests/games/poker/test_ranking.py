"""What cards make: each order against its source text, poker against the whole pack and against slow, plain code."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, cycle, pairwise
from math import comb, prod

import pytest

from referee.cards import FRENCH, UNSEEN, WILDCARD, Card, read_cards
from referee.games.five_card_21.points import count_points, rank_points
from referee.games.parts.hands.poker_hands import GUNN_CLASSES, rank_gunn, rank_munk
from referee.games.parts.hands.ranking import RANKS, RankedHand, compare_hands
from referee.games.parts.hands.single_cards import rank_jewels, rank_single_card
from tests.games.poker import naive_poker

THREES_AND_NINES = frozenset(card for card in FRENCH.cards if card.rank in "39")
FIVE_NEEDED: dict[str, object] = {"short_hands": "kickers_need_five_cards"}
NATURAL = {"natural_beats_wild": True}
KICKER = "a hand with a kicker ({}) is above one without"
JEWELS = frozenset(read_cards("JHJS"))
# How many of the 2,598,960 hands of five cards are of each class, as every book on poker has it.
FREQUENCIES = {
    "high card": 1_302_540,
    "a pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "a straight": 10_200,
    "a flush": 5_108,
    "a full house": 3_744,
    "four of a kind": 624,
    "a straight flush": 36,
    "a royal flush": 4,
}


def baseball(text: str, **options: object) -> RankedHand:
    return rank_munk(read_cards(text), THREES_AND_NINES, **options)  # type: ignore[arg-type]


def compare_both_ways(ours: RankedHand, theirs: RankedHand) -> tuple[int, str, str]:
    """Compare two hands, both ways round."""
    comparison, back = compare_hands(ours, theirs), compare_hands(theirs, ours)
    assert (back.result, back.decided_by) == (-comparison.result, comparison.decided_by)
    return comparison.result, comparison.decided_by.value, comparison.reason


def random_hands(size: int, hands: int, wilds: int | None = None, seed: int = 1) -> list[tuple[Card, ...]]:
    """Return hands of so many cards, with so many wild ones if that is said."""
    chance = random.Random(f"{size} {wilds} {seed}")
    if wilds is None:
        return [tuple(chance.sample(FRENCH.cards, size)) for _ in range(hands)]
    wild, natural = sorted(THREES_AND_NINES), sorted({*FRENCH.cards} - THREES_AND_NINES)
    return [(*chance.sample(natural, size - wilds), *chance.sample(wild, wilds)) for _ in range(hands)]


# -- Against the whole pack, and against plain code -----------------------------------------------------------


def naive_strength(hand: RankedHand) -> tuple[int, ...]:
    """Return a strength as its class, the ranks of its body and then its kickers one by one; nothing about suits."""
    hand_class, body, lower_hand, kickers = hand.strength[:4]
    if hand_class == 5:
        return (5, *[12] * (body >> 12), *(rank for rank in range(11, -1, -1) if body >> rank & 1))
    if hand_class == 9 and len(hand.strength) == 4:
        return (9,)
    return (
        hand_class,
        body,
        *([lower_hand] if hand_class in (2, 6) else []),
        *(r for r in range(12, -1, -1) if kickers >> r & 1),
    )


def test_five_cards_are_of_each_class_as_often_as_is_known() -> None:
    """Every pattern of ranks, each in as many ways as its cards can be chosen, and as many of them of one suit."""
    counts: Counter[str] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        many = Counter(ranks).values()
        if max(many) == 5:
            continue
        ways = prod(comb(4, each) for each in many)
        of_one_suit = 4 if len(many) == 5 else 0
        mixed = tuple(Card(rank, suit) for rank, suit in zip(ranks, cycle("SHDC"), strict=False))
        counts[GUNN_CLASSES[rank_gunn(mixed).strength[0]]] += ways - of_one_suit
        for suit in "SHDC"[:of_one_suit]:
            counts[GUNN_CLASSES[rank_gunn([Card(rank, suit) for rank in ranks]).strength[0]]] += 1
    assert counts == FREQUENCIES


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 9])
def test_the_best_five_are_those_of_all_that_can_be_chosen(size: int) -> None:
    for cards in random_hands(size, 10_000 if size == 5 else 200):
        assert naive_strength(rank_gunn(cards)) == naive_poker.best(cards, royal=True), cards
        ours = rank_munk(cards, no_pair="ranks_then_split")
        assert naive_strength(ours) == naive_poker.best(cards, royal=False), cards


@pytest.mark.parametrize(
    ("size", "wilds", "hands"),
    [(size, wilds, hands) for wilds, hands in [(1, 700), (2, 20), (3, 1)] for size in [1, 2, 3, 4, 5] if wilds <= size],
)
@pytest.mark.parametrize("double_ace", [False, True])
def test_wild_cards_make_what_trying_every_card_in_their_place_makes(
    size: int, wilds: int, hands: int, double_ace: bool
) -> None:
    for cards in random_hands(size, hands, wilds):
        ours = rank_munk(cards, THREES_AND_NINES, no_pair="ranks_then_split", double_ace_flush=double_ace)
        tried = naive_poker.best_with_wild(cards, THREES_AND_NINES, double_ace=double_ace)
        assert naive_strength(ours) == tried, cards


@pytest.mark.parametrize("double_ace", [False, True])
@pytest.mark.parametrize("size", [6, 7, 8, 10])
def test_seven_cards_with_wild_ones_are_as_good_as_the_best_five_of_them(size: int, double_ace: bool) -> None:
    """Down to five cards, where every card was tried in the place of a wild one."""

    def made(cards: tuple[Card, ...]) -> tuple[int, ...]:
        return rank_munk(cards, THREES_AND_NINES, no_pair="ranks_then_suit", double_ace_flush=double_ace).strength

    for cards in random_hands(size, 1_600 // size):
        assert made(cards) == max(made(five) for five in combinations(cards, 5)), cards


@pytest.mark.parametrize("size", [1, 3, 5, 7, 9])
def test_the_cards_that_make_a_hand_are_a_hand_as_good(size: int) -> None:
    """Five at most, each of those given, and no other than those are needed."""
    for cards in random_hands(size, 500):
        for rank in (rank_gunn, rank_munk, lambda some: rank_munk(some, THREES_AND_NINES)):
            hand = rank(cards)
            assert len(hand.cards) <= 5
            assert len({*hand.cards}) == len(hand.cards)
            assert {*hand.cards} <= {*cards}
            assert rank(hand.cards).strength == hand.strength, cards


def test_an_order_in_which_a_hand_beats_a_second_and_that_a_third_is_kept_by_the_words() -> None:
    hands = [
        rank_munk(cards, THREES_AND_NINES)
        for cards in random_hands(5, 300) + random_hands(2, 100) + random_hands(1, 50)
    ]
    for higher_hand, lower_hand in pairwise(hands):
        result, by, why = compare_both_ways(higher_hand, lower_hand)
        assert result == (higher_hand.strength > lower_hand.strength) - (higher_hand.strength < lower_hand.strength)
        assert (by == "nothing") is (result == 0)
        assert (" above " in why, " below " in why) == (result > 0, result < 0)


# -- After Munk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "cards"),
    [
        ("9S9H3CADAC", "five aces, the 9S, 9H and 3C wild", "AC AD 9S 9H 3C"),
        ("ASKSQSJSTS", "the royal flush", "AS KS QS JS TS"),
        ("AH2H9C4H5H", "the straight flush to five, the 9C wild as a three", "5H 4H 9C 2H AH"),
        ("7H9D", "the pair of sevens, the 9D wild", "7H 9D"),
        ("KD7H", "king of diamonds high", "KD 7H"),
        ("9C", "ace of spades high, the 9C wild", "9C"),
        ("KSKHQSQHJDJC3C", "kings full of queens, the 3C wild as a king", "KH KS 3C QH QS"),
        # Here the three is the three that it is printed as, and nothing is wild.
        ("2S4D5C6H3C", "the straight to six", "6H 5C 4D 3C 2S"),
        ("AS3S7D2C4C", "the pair of aces, the 3S wild", "AS 3S 7D 4C 2C"),
        ("ASKS7S2S9D", "the flush to ace, the 9D wild as a queen", "AS KS 9D 7S 2S"),
        ("9D9H", "the pair of aces, the 9D and 9H wild", "9D 9H"),
        ("KSKHQSQHJDJC", "two pair, kings and queens", "KH KS QH QS JC"),
        ("??KD", "king of diamonds high", "KD"),
    ],
)
def test_hands_are_named_as_a_player_would_with_the_cards_that_make_them(text: str, words: str, cards: str) -> None:
    hand = baseball(text)
    assert (hand.words, hand.cards) == (words, read_cards(cards.replace(" ", "")))


def test_one_wild_card_may_be_wild_among_others_of_its_rank() -> None:
    hand = rank_munk(read_cards("KSKH9S9C9H"), frozenset(read_cards("9H")))
    assert (hand.words, hand.cards) == ("kings full of nines, the 9H wild as a king", read_cards("KHKS9H9C9S"))


@pytest.mark.parametrize(
    ("ours", "theirs", "options", "expected"),
    [
        # Without a pair the one highest card decides, by rank and then by suit (PK-1).
        ("AS7D5C4H2D", "AHKDQCJS8D", {}, (1, "suit", "spades are above hearts")),
        ("KDAC", "KSQHJDTC8D", {}, (1, "rank", "ace is above king")),
        ("KD", "KC", {}, (-1, "suit", "diamonds are below clubs")),
        ("KD7H", "KC", {}, (-1, "suit", "diamonds are below clubs")),
        ("KD7H", "KC", {"no_pair": "ranks_then_suit"}, (1, "kicker", KICKER.format("seven"))),
        ("KD7H", "KC7S", {"no_pair": "ranks_then_suit"}, (-1, "suit", "diamonds are below clubs")),
        ("KD7H", "KC7S", {"no_pair": "ranks_then_split"}, (0, "nothing", "they are equal")),
        (
            "AS7D5C4H2D", "AHKDQCJS8D", {"no_pair": "ranks_then_suit"},
            (-1, "kicker", "both have an ace, and then seven is below king"),
        ),
        # From a pair on: kickers by rank, a card that is there beats one that is missing, no suits (PK-2, PK-3).
        ("7S7C", "7H9D", {}, (0, "nothing", "they are equal")),
        ("7S7C2D", "7H9D", {}, (1, "kicker", KICKER.format("two"))),
        ("7S7CKD", "7H7DAC", {}, (-1, "kicker", "the kicker king is below ace")),
        ("8S8C", "7H7DAC", {}, (1, "rank", "eights are above sevens")),
        # Where five cards are needed for them, the cards beside a pair count in a hand of five, and in no smaller one.
        ("7S7CKD", "7H7DACQD", FIVE_NEEDED, (0, "nothing", "they are equal")),
        ("7S7CKDQH", "7H9D", FIVE_NEEDED, (0, "nothing", "they are equal")),
        ("7S7C2D4D5D", "7H7DACKD", FIVE_NEEDED, (1, "kicker", KICKER.format("five"))),
        ("7S7C7DAD??", "7H9D9H2D", FIVE_NEEDED, (0, "nothing", "they are equal")),
        ("KD7H", "KC7S", {**FIVE_NEEDED, "no_pair": "ranks_then_split"}, (0, "nothing", "they are equal")),
        ("KD7H", "KC", {**FIVE_NEEDED, "no_pair": "ranks_then_split"}, (1, "kicker", KICKER.format("seven"))),
        ("2S2C", "AHKDQCJS8D", {}, (1, "class", "a pair is above no pair")),
        ("8S8C2D2H", "8H8DKCQS", {}, (1, "class", "two pair is above a pair")),
        ("ASKSQSJS", "2S2C", {}, (-1, "class", "no pair is below a pair")),
        # A third pair is ignored but for its card.
        ("KSKHQSQHJDJC2D", "KDKCQDQCTD", {}, (1, "kicker", "the kicker jack is above ten")),
        # A wild card alone is the ace of spades, and ties with another and with the ace itself (PK-4).
        ("9S", "AS", {}, (0, "nothing", "they are equal")),
        ("3D", "9H", {}, (0, "nothing", "they are equal")),
        ("3D", "AH", {}, (1, "suit", "spades are above hearts")),
        # Five of a kind by rank, above a royal flush (PK-7).
        ("9S9H3CADAC", "ASKSQSJSTS", {}, (1, "class", "five of a kind is above a straight flush")),
        ("9S9H3CKDKC", "9D9C3HADAC", {}, (-1, "rank", "kings are below aces")),
        ("AH2H9C4H5H", "7S7C7H7DKS", {}, (1, "class", "a straight flush is above four of a kind")),
        # A wild card in a flush is the highest that it lacks, or another ace where the house says so (PK-5).
        (
            "AS8S7S5S9D", "AHKH8H7H6H", {},
            (-1, "rank", "both have ace, king, eight and seven, and then five is below six"),
        ),
        (
            "AS8S7S5S9D", "AHKHQH7H6H", {"double_ace_flush": True},
            (1, "rank", "both have an ace, and then ace is above king"),
        ),
        # Natural cards and wild ones are as good, unless the house says otherwise (PK-6, PK-8).
        ("7S7C", "7H9D", NATURAL, (1, "wild", "a natural hand is above one with wild cards")),
        ("2S4D5C6H3C", "2H4C5D6S9C", NATURAL, (1, "wild", "a natural hand is above one with wild cards")),
        ("2S4D5C6H3C", "2H4C5D6S3D", NATURAL, (0, "nothing", "they are equal")),
        # Straights: the ace is high or low, and goes round nowhere.
        ("AS2D4C5H3D", "2C4D5D6H3S", {}, (-1, "rank", "five is below six")),
        ("ASKDQC2H4D", "2S2C", {}, (-1, "class", "no pair is below a pair")),
    ],
)  # fmt: skip
def test_hands_after_munk(ours: str, theirs: str, options: dict[str, object], expected: tuple[int, str, str]) -> None:
    assert compare_both_ways(baseball(ours, **options), baseball(theirs, **options)) == expected


def test_cards_not_seen_add_nothing() -> None:
    assert rank_munk([UNSEEN, *read_cards("KDKC"), UNSEEN]).strength == rank_munk(read_cards("KDKC")).strength
    assert rank_munk([UNSEEN]).strength < rank_munk(read_cards("2D")).strength
    assert rank_gunn([]).words == "nothing seen"


# -- After Gunn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("JSTS6S4S2S", "TS9S6S4S2S", (1, "rank", "jack is above ten")),
        ("AHKHQHJH2H", "ASKSQSJS3S", (-1, "rank", "both have ace, king, queen and jack, and then two is below three")),
        ("JSJHJDTSTH", "7S7H7DASAH", (1, "rank", "jacks are above sevens")),
        ("7S7H7DASAH", "7S7H7D5S5H", (1, "rank", "aces are above fives")),
        ("AS2H3D4C5S", "2S3H4D5C6S", (-1, "rank", "five is below six")),
        ("QSKHAD2C3S", "2S2H", (-1, "class", "high card is below a pair")),
        ("ASKSQSJSTS", "AHKHQHJHTH", (0, "nothing", "they are equal")),
        ("ASKSQSJSTS", "KHQHJHTH9H", (1, "class", "a royal flush is above a straight flush")),
        ("ASKDQC9H7D", "AHKCQS9D6D", (1, "kicker", "both have ace, king, queen and nine, and then seven is above six")),
        ("ASKDQC9H7D", "AHKCQS9D7C", (0, "nothing", "they are equal")),
        ("8S8H8D8CKS", "8S8H8D8CQS", (1, "kicker", "the kicker king is above queen")),
        # The sixth and the seventh card never count.
        ("ASAHKDKCQSJDJC", "ASAHKDKCQS9D8C", (0, "nothing", "they are equal")),
    ],
)
def test_hands_after_gunn(ours: str, theirs: str, expected: tuple[int, str, str]) -> None:
    assert compare_both_ways(rank_gunn(read_cards(ours)), rank_gunn(read_cards(theirs))) == expected


def test_out_of_chips_with_a_full_house_against_a_straight_and_two_pair() -> None:
    hands = [rank_gunn(read_cards(text)) for text in ("KSKHKD9S9H", "5S6H7D8C9D", "ASAHKCKD2D")]
    assert [hand.words for hand in hands] == ["kings full of nines", "the straight to nine", "two pair, aces and kings"]
    assert [hand.strength for hand in hands] == sorted((hand.strength for hand in hands), reverse=True)


# -- Single cards, jewels, and twenty-one -------------------------------------------------------------------


def test_single_cards_go_by_rank_and_then_by_suit_from_the_ace_of_spades_to_the_two_of_diamonds() -> None:
    order = [Card(rank, suit) for rank in "AKQJT98765432" for suit in "SHCD"]
    assert sorted(order, key=lambda card: rank_single_card([card]).strength, reverse=True) == order
    assert compare_both_ways(rank_single_card(read_cards("AD")), rank_single_card(read_cards("KS"))) == (
        1,
        "rank",
        "ace is above king",
    )
    assert compare_both_ways(rank_single_card(read_cards("TC")), rank_single_card(read_cards("TD"))) == (
        1,
        "suit",
        "clubs are above diamonds",
    )
    assert rank_single_card(read_cards("TC")).words == "the ten of clubs"
    assert rank_single_card([UNSEEN]).words == "nothing seen"


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("JH3D", "ASAH", (1, "class", "JH is above AS")),
        ("JSAS", "JHAH", (1, "suit", "spades are above hearts")),
        ("JH2D", "JS3C", (-1, "kicker", "the next card, two, is below three")),
        ("JH2D", "ASKS", (1, "class", "JH is above AS")),
        ("AD2C", "KSKH", (1, "rank", "ace is above king")),
        ("JSJH", "ASAH", (1, "class", "JS is above AS")),
        ("JS", "JH", (0, "nothing", "they are equal")),
        ("JSAD2C", "JHAD", (1, "kicker", "a card more is above none")),
    ],
)
def test_jewels_are_equal_and_above_everything(ours: str, theirs: str, expected: tuple[int, str, str]) -> None:
    assert compare_both_ways(rank_jewels(read_cards(ours), JEWELS), rank_jewels(read_cards(theirs), JEWELS)) == expected


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("W W W", "W AS AH", (1, "class", "W is above AS")),
        ("W W AH", "W W KS", (1, "kicker", "the next card, ace, is above king")),
        ("W KS 2D", "W KH QS", (1, "suit", "spades are above hearts")),
        ("W 2D 2C", "AS AH AC", (1, "class", "W is above AS")),
    ],
)
def test_wildcards_outrank_and_stand_for_nothing(ours: str, theirs: str, expected: tuple[int, str, str]) -> None:
    wildcards = frozenset([WILDCARD])
    hands = [
        tuple(WILDCARD if card == "W" else read_cards(card)[0] for card in text.split()) for text in (ours, theirs)
    ]
    assert compare_both_ways(*(rank_jewels(hand, wildcards) for hand in hands)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JH3D", "JH and the three of diamonds"),
        ("JSJH", "JS and JH"),
        ("JH", "JH"),
        ("KSKH", "the king of spades"),
    ],
)
def test_jewels_are_named_with_the_card_that_counts_next(text: str, words: str) -> None:
    assert rank_jewels(read_cards(text), JEWELS).words == words


@pytest.mark.parametrize(
    ("text", "points"),
    [("KH5S3D2CAH", 21), ("TH9CASAHAD", 22), ("9C9DASAHAD", 21), ("7C5D4H3S2C", 21), ("6C5D4H3S2C", 20), ("AS", 11)],
)
def test_points_count_one_ace_as_eleven_where_that_does_not_bust(text: str, points: int) -> None:
    assert count_points(read_cards(text)) == points


def test_closest_to_twenty_one_without_passing_it() -> None:
    best, less, bust, worse = (
        rank_points(read_cards(text)) for text in ("7C5D4H3S2C", "6C5D4H3S2C", "TH9CASAHAD", "KSKHKDKC2D")
    )
    assert compare_both_ways(best, less) == (1, "points", "21 is above 20")
    assert compare_both_ways(less, bust) == (1, "class", "20 is above a busted hand")
    assert compare_both_ways(bust, worse) == (0, "nothing", "they are equal")


def test_the_cards_of_a_trump_beat_twenty_one_whatever_else_is_held() -> None:
    book = frozenset(read_cards("ASJS"))
    booked, exact, half = (rank_points(read_cards(text), book) for text in ("ASJSKDQH9C", "7C5D4H3S2C", "AS5D2H2S2C"))
    assert compare_both_ways(booked, exact) == (1, "class", "AS and JS are above 21")
    assert half.words == "12"
