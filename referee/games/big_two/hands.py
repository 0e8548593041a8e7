"""The cards and the hands of Big Two, from low to high: chapters 1 and 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import plural
from referee.games.big_two.table import Options, book

RANKS = "3456789TJQKA2"
SUITS = "DCHS"
LINEAR = tuple(RANKS[low : low + 5] for low in range(len(RANKS) - 4))
RUNS = {
    "linear": LINEAR,
    "plus_low": ("A2345", "23456", *LINEAR),
    "poker": ("A2345", "23456", *LINEAR[:-1]),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards that may be played: its class and what decides within the class, both the higher the better."""

    rank: int
    value: tuple[int, ...]
    cards: tuple[Card, ...]
    words: str

    @property
    def strength(self) -> tuple[int, tuple[int, ...]]:
        """What is compared between plays of as many cards."""
        return self.rank, self.value


book.section("1", "The cards")


@book.clause("1.1")
def height(card: Card) -> tuple[int, int]:
    """The two is the highest card, then ace, king, and so down to the three; a card's rank counts first, and
    between equal ranks the suit decides: diamonds lowest, then clubs, hearts, and spades highest.
    """
    return RANKS.index(card.rank), SUITS.index(card.suit)


book.section("5", "The hands, from low to high")


def top_height(cards: Iterable[Card]) -> tuple[int, int]:
    """Return the height of the highest of some cards."""
    return max(height(card) for card in cards)


@book.clause("5.1")
def single(cards: tuple[Card, ...]) -> Hand | None:
    """One card may be played alone."""
    if len(cards) != 1:
        return None
    return Hand(0, top_height(cards), cards, str(cards[0]))


@book.clause("5.2")
def pair(cards: tuple[Card, ...]) -> Hand | None:
    """Two cards of one rank are a pair; its higher card decides between pairs."""
    if len(cards) != 2 or cards[0].rank != cards[1].rank:
        return None
    return Hand(0, top_height(cards), cards, f"the pair of {plural(cards[0].rank)}")


@book.clause("5.3")
def triple(cards: tuple[Card, ...]) -> Hand | None:
    """Three cards of one rank may be played; the highest card decides between them."""
    if len(cards) != 3 or len({card.rank for card in cards}) != 1:
        return None
    return Hand(0, top_height(cards), cards, f"the triple of {plural(cards[0].rank)}")


@book.clause(
    "5.4",
    source="004",
    interpretation="CDD-A5",
    reworded={"two_pair_play=false": "Two pairs and a fifth card may not be played."},
)
def two_pair(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Two pairs and any fifth card are the lowest five-card hand; the higher pair decides, by its rank and then by
    its higher suit.
    """
    pairs = ranks_of(cards, 2)
    if not options.two_pair_play or len(pairs) != 2:
        return None
    higher_pair = max(pairs, key=RANKS.index)
    value = top_height(card for card in cards if card.rank == higher_pair)
    return Hand(1, value, cards, f"the two-pair hand {write_cards(cards)}")


@book.clause(
    "5.5",
    source="004",
    interpretation="CDD-A1",
    reworded={
        "straights=plus_low": "Five cards of consecutive rank are a straight, decided by the highest card: from "
        "A-2-3-4-5 (lowest, by its five) and 2-3-4-5-6 (by its six) to J-Q-K-A-2.",
        "straights=poker": "Five cards of consecutive rank are a straight, decided by the highest card: from A-2-3-4-5 "
        "(lowest, by its five) to 10-J-Q-K-A; the two is high nowhere in a straight.",
    },
)
def straight(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Five cards of consecutive rank are a straight, decided by the highest card: from 3-4-5-6-7 to J-Q-K-A-2, with the
    two only on top.
    """
    place = places_of_straights(options.straights).get(frozenset(card.rank for card in cards))
    if place is None:
        return None
    top = next(card for card in cards if card.rank == straight_runs(options)[place][-1])
    return Hand(2, (place, SUITS.index(top.suit)), cards, f"the straight {write_cards(cards)}")


@book.clause(
    "5.6",
    source="004",
    interpretation="CDD-A6",
    reworded={
        "flush_compare=suit_first": "Five cards of one suit are a flush; the higher suit decides, then the top card.",
        "flush_compare=all_cards": "Five cards of one suit are a flush; the ranks decide from the highest down, then "
        "the suit.",
    },
)
def flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Five cards of one suit are a flush, decided by the highest card: by its rank, then by its suit."""
    if len({card.suit for card in cards}) != 1:
        return None
    ranks = sorted((RANKS.index(card.rank) for card in cards), reverse=True)
    suit = SUITS.index(cards[0].suit)
    value = {
        "top_card": (ranks[0], suit),
        "suit_first": (suit, *ranks),
        "all_cards": (*ranks, suit),
    }[options.flush_compare]
    return Hand(3, value, cards, f"the flush {write_cards(cards)}")


@book.clause("5.7")
def full_house(cards: tuple[Card, ...]) -> Hand | None:
    """Three of one rank and two of another are a full house, decided by the rank of the three."""
    threes, pairs = ranks_of(cards, 3), ranks_of(cards, 2)
    if not threes or not pairs:
        return None
    return Hand(4, (RANKS.index(threes[0]),), cards, f"the full house {write_cards(cards)}")


@book.clause("5.8")
def four_of_a_kind(cards: tuple[Card, ...]) -> Hand | None:
    """Four of one rank and any fifth card are decided by the rank of the four."""
    fours = ranks_of(cards, 4)
    if not fours:
        return None
    return Hand(5, (RANKS.index(fours[0]),), cards, f"the four of a kind {write_cards(cards)}")


@book.clause("5.9")
def straight_flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """A straight all of one suit is a straight flush, decided by the highest card."""
    run = straight(cards, options)
    if not run or not flush(cards, options):
        return None
    return Hand(6, run.value, cards, f"the straight flush {write_cards(cards)}")


@book.clause(
    "5.10",
    source="004",
    interpretation="CDD-A2",
    reworded={"royal=none": "10-J-Q-K-A of one suit is a straight flush like any other."},
)
def royal_flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """10-J-Q-K-A of one suit is a royal flush, above every straight flush; between two of them the suit decides."""
    if options.royal == "none" or {card.rank for card in cards} != set("TJQKA") or not flush(cards, options):
        return None
    return Hand(7, (SUITS.index(cards[0].suit),), cards, f"the royal flush {write_cards(cards)}")


@book.clause("5.12", source="004", interpretation="CDD-A10")
def hand_of(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """A higher class of five-card hand beats every hand of a lower class, and five cards count as the highest class
    that they make.
    """
    if UNSEEN in cards:
        return None
    if len(cards) < 5:
        return single(cards) or pair(cards) or triple(cards)
    if len(cards) > 5:
        return None
    return (
        royal_flush(cards, options)
        or straight_flush(cards, options)
        or four_of_a_kind(cards)
        or full_house(cards)
        or flush(cards, options)
        or straight(cards, options)
        or two_pair(cards, options)
    )


def straight_runs(options: Options) -> tuple[str, ...]:
    """Return the ranks of every straight, the lowest straight first and its highest card last."""
    return RUNS[options.straights]


@cache
def places_of_straights(straights: str) -> dict[frozenset[str], int]:
    """Return the place of every straight among its like, by its ranks."""
    return {frozenset(run): place for place, run in enumerate(RUNS[straights])}


def ranks_of(cards: tuple[Card, ...], count: int) -> tuple[str, ...]:
    """Return the ranks that appear exactly so many times."""
    return tuple(rank for rank, many in Counter(card.rank for card in cards).items() if many == count)


def told_apart(one: Hand, other: Hand) -> tuple[str, str]:
    """Return the names of two hands; where those are the same, with their cards."""
    if one.words != other.words:
        return one.words, other.words
    return f"{one.words} {write_cards(one.cards)}", f"{other.words} {write_cards(other.cards)}"
