"""The bids of Commune, what makes them and how they go up, against source text 000."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from random import Random

import pytest

from referee.cards import FRENCH, read_cards
from referee.games import rulebook
from referee.games.commune.bids import BidKind, PokerHand
from referee.games.commune.hands import biddable_hands, check_bid
from referee.games.commune.table import Bid, CommuneOptions
from referee.rules import KnownHand, Seats, Verdict
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from tests.games.ruling import last

BOOK = rulebook("commune")
WIDEST = CommuneOptions(allow_flush=True, max_kind=8)


def bid(text: str) -> PokerHand:
    act = BOOK.grammar.read(f"Ann bids {text}", PlayerNames(["Ann"]), FRENCH, 1, "Commune")
    assert isinstance(act, Bid)
    return act.hand


def commune(text: str) -> tuple[KnownHand, ...]:
    return (KnownHand(read_cards(text.replace(" ", "")), 0),)


def holds(text: str, cards: str) -> bool:
    outcome = check_bid(commune(cards), bid(text))
    assert outcome is not None
    return outcome.holds


@pytest.mark.parametrize(
    ("text", "cards", "expected"),
    [
        ("eights and fours", "8H 2C 4D", False),  # two missing, one two
        ("eights and fours", "8H 2C 4D 2D", True),
        ("fives over kings", "5H 5C 2D KS 2H", True),
        ("fives over kings", "5H 5C 2D KS 9H", False),
        ("jack high", "2C 9D", True),
        ("jack high", "QC 9D", False),
        ("two sixes", "6H 2S KD", True),
        ("two sixes", "6H 6D 6C 6S", True),  # two or more
        ("three queens", "QH 2S 2D", True),
        ("three queens", "QH QS 9D", False),
        ("straight to nine", "5H 6D 7S 8C 9H", True),
        ("straight to nine", "5H 6D 2S 8C 2H", True),
        ("straight to nine", "5H 6D 7S 8C TH", False),  # up to the rank named
        ("straight to nine", "6H 7D 8S 9C TH", False),
        ("straight to seven", "3H 4D 5S 6C 7H", True),
        ("straight to ace", "TH JD QS KC AH", True),
        ("four aces", "AH AD AC 2S", True),
        ("five sevens", "7H 7D 7C 7S", False),
        ("five sevens", "7H 7D 7C 7S 2D", True),
        ("five sevens", "7H 2S 2H 2C 2D", True),
        ("eight aces", "AH AD AC AS 2S 2H 2C 2D", True),
        ("eight aces", "AH AD AC AS 2S 2H 2C 3D", False),
        ("flush K J 9 7 4", "KH JH 9H 7H 4H", True),
        ("flush K J 9 7 4", "KH JH 9H 7H 4D", False),
        ("flush K J 9 7 4", "KH JH 9H 7H 2D", True),
        ("flush K J 9 7 4", "KH JH KS 9S 7D 2D 2C", False),
        ("flush K J 9 7 4", "KH JH KS JS 9S 2D 2C", True),
        ("straight flush to nine", "5H 6H 7H 8H 9D", False),
        ("straight flush to nine", "5C 6C 2H 8C 9C", True),
        ("straight flush to nine", "5C 6C 2C 8C 9C", True),
    ],
)
def test_a_bid_holds_if_all_cards_together_make_it_each_two_used_once(text: str, cards: str, expected: bool) -> None:
    assert holds(text, cards) is expected


def oracle(hand: PokerHand, counts: Counter[str]) -> bool:
    """The seed's conditions on the counts of ranks, with every two already given a rank."""
    first, last_named = hand.ranks[0], hand.ranks[-1]
    order = "3456789TJQKA"
    return {
        BidKind.HIGH_CARD: lambda: counts[first] >= 1,
        BidKind.PAIR: lambda: counts[first] >= 2,
        BidKind.TWO_PAIR: lambda: counts[first] >= 2 and counts[last_named] >= 2,
        BidKind.THREE: lambda: counts[first] >= 3,
        BidKind.STRAIGHT: lambda: all(counts[order[order.index(first) - step]] for step in range(5)),
        BidKind.FULL_HOUSE: lambda: counts[first] >= 3 and counts[last_named] >= 2,
        BidKind.FOUR: lambda: counts[first] >= 4,
        BidKind.FIVE: lambda: counts[first] >= 5,
    }[hand.kind]()


@pytest.mark.parametrize("seed", range(30))
def test_every_bid_agrees_with_giving_each_two_every_rank(seed: int) -> None:
    draw = Random(seed)
    twos = [card for card in FRENCH.cards if card.rank == "2"][: seed % 4]
    # Few ranks, so that high bids hold now and then.
    ranks = draw.sample("3456789TJQKA", 5)
    other_cards = draw.sample([card for card in FRENCH.cards if card.rank in ranks], draw.randint(1, 12))
    natural = Counter(card.rank for card in other_cards)
    filled = [natural + Counter(ranks) for ranks in combinations_with_replacement("3456789TJQKA", len(twos))]
    for hand in biddable_hands(CommuneOptions()):
        outcome = check_bid([KnownHand((*twos, *other_cards), 0)], hand)
        assert outcome is not None
        assert outcome.holds == any(oracle(hand, counts) for counts in filled), (str(hand), twos, other_cards)


def test_there_are_266_bids() -> None:
    kinds = Counter(hand.kind for hand in biddable_hands(CommuneOptions()))
    assert kinds == {
        BidKind.HIGH_CARD: 12,
        BidKind.PAIR: 12,
        BidKind.TWO_PAIR: 66,
        BidKind.THREE: 12,
        BidKind.STRAIGHT: 8,
        BidKind.FULL_HOUSE: 132,
        BidKind.FOUR: 12,
        BidKind.FIVE: 12,
    }


def test_with_flushes_there_is_a_bid_for_each_five_ranks() -> None:
    kinds = Counter(hand.kind for hand in biddable_hands(WIDEST))
    assert kinds[BidKind.FLUSH] == 792 - 8
    assert kinds[BidKind.STRAIGHT_FLUSH] == 8
    assert kinds[BidKind.EIGHT] == 12


@pytest.mark.parametrize("options", [CommuneOptions(), WIDEST])
def test_each_bid_is_legal_on_the_one_below_and_not_the_other_way(options: CommuneOptions) -> None:
    opened = BOOK.begin(Seats(("Ann", "Ben"), ordered=False), options, complete=False)
    for lower, upper in pairwise(biddable_hands(options)):
        after_lower = BOOK.apply(opened, Bid(0, lower))
        after_upper = BOOK.apply(opened, Bid(0, upper))
        assert BOOK.judge(after_lower, Bid(1, upper)).verdict is Verdict.LEGAL
        assert BOOK.judge(after_upper, Bid(1, lower)).verdict is Verdict.ILLEGAL
        assert BOOK.judge(after_upper, Bid(1, upper)).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("hand", biddable_hands(WIDEST)[::7], ids=str)
def test_a_printed_bid_reads_as_the_same_bid(hand: PokerHand) -> None:
    assert bid(str(hand)) == hand


@pytest.mark.parametrize(
    ("text", "bid_text"),
    [
        ("pair of sixes", "two sixes"),
        ("2 6s", "two sixes"),
        ("TWO Sixes", "two sixes"),
        ("three Qs", "three queens"),
        ("J high", "jack high"),
        ("fours and eights", "eights and fours"),
        ("8s and 4s", "eights and fours"),
        ("10s over As", "tens over aces"),
        ("straight to 10", "straight to ten"),
        ("flush 4 7 9 J K", "flush K J 9 7 4"),
        ("three threes", "3 3s"),
        ("eight high", "8 high"),
        ("eight eights", "8 8s"),
        ("threes over fours", "three over four"),
        ("a pair of sixes", "two sixes"),
        ("two of a kind sixes", "two sixes"),
        ("a straight to nine", "straight to nine"),
        ("two pair eights and fours", "eights and fours"),
        ("2 pairs fours and eights", "eights and fours"),
        ("four of a kind aces", "four aces"),
        ("three of a kind queens", "three queens"),
        ("8 of a kind of aces", "eight aces"),
        ("high card jack", "jack high"),
        ("a high card jack", "jack high"),
        ("an ace high", "ace high"),
        ("A high", "ace high"),
        ("jacks full of tens", "jacks over tens"),
        ("A full of Ks", "aces over kings"),
        ("full house jacks over tens", "jacks over tens"),
        ("a full house jacks full of tens", "jacks over tens"),
        ("a flush K J 9 7 4", "flush K J 9 7 4"),
        ("a straight flush to nine", "straight flush to nine"),
        ("ace-high", "ace high"),
        ("A-high", "ace high"),
        ("Three-of-a-kind queens", "three queens"),
        ("full-house jacks over tens", "jacks over tens"),
        ("trip queens", "three queens"),
        ("trips Qs", "three queens"),
        ("quad aces", "four aces"),
        ("pair of sixes and pair of fours", "sixes and fours"),
        ("a pair of fours and a pair of sixes", "sixes and fours"),
        ("two sixes and two fours", "sixes and fours"),
    ],
)
def test_a_bid_may_be_spelled_in_several_ways(text: str, bid_text: str) -> None:
    assert bid(text) == bid(bid_text)


def test_kings_over_fives_is_not_fives_over_kings() -> None:
    assert bid("kings over fives") != bid("fives over kings")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 9, "Add a bid"),
        ("nonsense", 10, "'nonsense' does not begin a bid"),
        ("two", 13, "Add a rank"),
        ("two elevens", 14, "'elevens' is not a rank"),
        ("sixes", 15, "Add 'high', 'and' or 'over' after 'sixes'"),
        ("nine sixes", 15, "'sixes' does not fit"),
        ("straight nine", 23, "Add 'high' or 'to' after 'nine'"),
        ("straight to", 21, "Add a rank"),
        ("flush", 15, "Add a rank"),
        ("flush K 1", 18, "'1' is not a rank"),
        ("two sixes tonight", 20, "'tonight' is left over"),
        ("full boat", 15, "'boat' does not fit here. Use 'house'"),
        ("full house jacks and tens", 27, "'and' does not fit here. Use 'over'"),
        ("jacks full tens", 21, "'tens' does not fit here. Use 'of'"),
        ("two pair eights", 25, "Add 'and'"),
        ("four of kind aces", 18, "'kind' is not a rank"),
        ("high jack", 15, "'jack' does not fit here. Use 'card'"),
        ("a nonsense", 12, "'nonsense' does not begin a bid"),
        ("ace-low", 14, "'low' does not fit here. Use 'high', 'and' or 'over' after 'ace'"),
        ("pair of sixes and three fours", 28, "'three' does not fit here. Use 'pair'"),
        ("trip elevens", 15, "'elevens' is not a rank"),
    ],
)
def test_what_is_no_bid_is_refused_with_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(UnreadableLine, match=message) as fault:
        bid(text)
    assert fault.value.column == column


def test_what_is_legal_instead_is_every_higher_bid_and_the_call() -> None:
    ruling = last("commune", "Ann bids two sixes", "Ben bids jack high").ruling
    assert [offer.text for offer in ruling.alternatives] == [
        "Ben bids anything from two sevens to five aces",
        "Ben calls",
    ]
    assert [str(act.hand) for act in ruling.alternatives[0].acts] == ["two sevens", "five aces"]
