"""The hands that may be bid, from low to high, and what makes them: chapter 4, and the wild twos of chapter 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations, permutations
from typing import Final

from referee.cards import Card
from referee.games.commune.bids import COUNT, ORDER, Kind, PokerHand
from referee.games.commune.table import Options, book

# The ranks that a hand needs, each with how many cards of it, in the order in which it is said.
Needs = tuple[tuple[str, int], ...]

book.section("1", "The cards")


@book.clause(
    "1.2",
    reworded={"allow_flush=true": "Twos are wild: each two stands for one card of whatever rank and suit is missing."},
)
def is_wild(card: Card) -> bool:
    """Twos are wild: each two stands for one card of whatever rank is missing."""
    return card.rank == "2"


book.section("4", "The hands that may be bid, from low to high")


@book.clause("4.1")
def high_card(rank: str) -> Needs:
    """High card, such as "ten high", needs one card of the rank or more."""
    return ((rank, 1),)


@book.clause("4.2")
def pair(rank: str) -> Needs:
    """A pair, such as "two nines", needs two cards of the rank or more."""
    return ((rank, 2),)


@book.clause("4.3")
def two_pair(higher: str, lower: str) -> Needs:
    """Two pairs, such as "tens and sevens", need two cards or more of each of the two ranks."""
    return ((higher, 2), (lower, 2))


@book.clause("4.4")
def three_of_a_kind(rank: str) -> Needs:
    """Three of a kind, such as "three jacks", needs three cards of the rank or more."""
    return ((rank, 3),)


@book.clause("4.5")
def straight(top: str) -> Needs:
    """A straight, such as "straight to queen", needs a card of each of the five ranks in a row that end with the one
    named.
    """
    # Below a straight to six the row would pass through the ace: 4.13 and 3.6 rule that out.
    row = f"JQKA{ORDER}"
    end = ORDER.index(top)
    return tuple((rank, 1) for rank in row[end : end + 5])


@book.clause(
    "4.7",
    source="000",
    interpretation="COM-A8",
    reworded={
        "allow_flush=true": "A flush is above a straight and below a full house. It needs a card of each of its five "
        "ranks, all in one suit, whichever that is; twos may stand for any of them."
    },
)
def flush(*ranks: str) -> Needs:
    """Between a straight and a full house there is no other hand."""
    return tuple((rank, 1) for rank in ranks)


@book.clause("4.8")
def full_house(three: str, two: str) -> Needs:
    """A full house, such as "sevens over tens", needs three cards or more of the first rank and two or more of the
    second.
    """
    return ((three, 3), (two, 2))


@book.clause("4.9")
def four_of_a_kind(rank: str) -> Needs:
    """Four of a kind, such as "four kings", needs four cards of the rank or more."""
    return ((rank, 4),)


@book.clause(
    "4.10",
    reworded={
        "allow_flush=true": 'A straight flush, such as "straight flush to queen", needs the five cards of a straight '
        "in one suit, whichever that is; a flush bid on five ranks in a row is one too. It is above four of a kind and "
        "below five of a kind."
    },
)
def straight_flush(top: str) -> Needs:
    """Straight flushes may not be bid, since flushes may not."""
    return straight(top)


@book.clause("4.11")
def five_of_a_kind(rank: str) -> Needs:
    """Five of a kind, such as "five nines", needs five cards of the rank or more, so that at least one is a two."""
    return ((rank, 5),)


def needs(hand: PokerHand) -> Needs:
    """Return what a hand needs."""
    return _NEEDS[hand.kind](*hand.ranks)


@book.clause(
    "4.15",
    source="000",
    interpretation="COM-A9",
    reworded={
        "max_kind=6": "Six of a kind needs six cards of the rank or more, so that at least two are twos.",
        "max_kind=7": "Six of a kind needs six cards of the rank or more, and seven of a kind seven; all above four "
        "are twos.",
        "max_kind=8": "Six of a kind needs six cards of the rank or more, seven of a kind seven, and eight of a kind "
        "all four of the rank and all four twos.",
    },
)
def more_than_five_of_a_kind(count: int, rank: str) -> Needs:
    """No hand is above five of a kind."""
    return ((rank, count),)


_NEEDS: Final[Mapping[Kind, Callable[..., Needs]]] = {
    Kind.HIGH_CARD: high_card,
    Kind.PAIR: pair,
    Kind.TWO_PAIR: two_pair,
    Kind.THREE: three_of_a_kind,
    Kind.STRAIGHT: straight,
    Kind.FLUSH: flush,
    Kind.FULL_HOUSE: full_house,
    Kind.FOUR: four_of_a_kind,
    Kind.STRAIGHT_FLUSH: straight_flush,
    Kind.FIVE: five_of_a_kind,
    **{kind: partial(more_than_five_of_a_kind.test, count) for kind, count in COUNT.items() if count > 5},
}


@book.clause("4.13", source="000", interpretation="COM-A4")
def height(rank: str) -> int:
    """Bids name ranks from three, the lowest, to ace, the highest. The ace is never low, because a straight to five
    would take in a two: the straights go from "straight to seven" to "straight to ace".
    """
    return ORDER.index(rank)


@book.clause(
    "4.14",
    source="000",
    interpretation="house",
    reworded={
        "allow_flush=true": "A kind of hand that comes later in this chapter is higher. Between hands of one kind the "
        "ranks decide: of two pairs first the higher one, of a full house first the three, of a flush first the "
        "highest card."
    },
)
def strength(hand: PokerHand) -> tuple[int, tuple[int, ...]]:
    """A kind of hand that comes later in this chapter is higher. Between hands of one kind the ranks decide: of two
    pairs first the higher one, of a full house first the three.
    """
    if hand.kind is Kind.FLUSH and hand.ranks == tuple(rank for rank, _ in straight(hand.ranks[0]))[::-1]:
        return Kind.STRAIGHT_FLUSH, (height(hand.ranks[0]),)
    return hand.kind, tuple(map(height.test, hand.ranks))


def top_hand(options: Options) -> PokerHand:
    """Return the highest hand that may be bid."""
    return ladder(options.allow_flush, options.max_kind)[-1]


@cache
def ladder(allow_flush: bool, max_kind: int) -> tuple[PokerHand, ...]:
    """Return every hand that may be bid, the lowest first."""
    hands = (
        PokerHand(kind, ranks)
        for kind in Kind
        if COUNT.get(kind, 0) <= max_kind and (allow_flush or kind not in (Kind.FLUSH, Kind.STRAIGHT_FLUSH))
        for ranks in _ranks_of(kind)
    )
    named = (hand for hand in hands if all(rank != "2" for rank, _ in needs(hand)))
    return tuple(sorted(named, key=strength.test))


def _ranks_of(kind: Kind) -> Iterator[tuple[str, ...]]:
    downward = ORDER[::-1]
    if kind is Kind.TWO_PAIR:
        return combinations(downward, 2)
    if kind is Kind.FULL_HOUSE:
        return permutations(downward, 2)
    if kind is Kind.FLUSH:
        rows = {downward[start : start + 5] for start in range(len(downward))}
        return (ranks for ranks in combinations(downward, 5) if "".join(ranks) not in rows)
    return ((rank,) for rank in downward)
