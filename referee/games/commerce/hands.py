"""What three cards make, and which of two hands is higher: chapter 3."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from referee.cards import Card, Pack
from referee.cards.words import listed, plural, singular
from referee.games.commerce.table import PACKS, CommerceOptions, CommerceTable, book
from referee.rules import Cards

RANKS: Final = "23456789TJQKA"
HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS, 2)}
Strength = tuple[int, ...]
# How strong a hand is at the least, and at the most.
Span = tuple[Strength, Strength]


class Kind(IntEnum):
    """What three cards may be, the lowest first."""

    POINT = 1
    PAIR = 2
    FLUSH = 3
    SEQUENCE = 4
    TRICON = 5


class Made(NamedTuple):
    """What three cards make: the strength that it is compared by, and that in words."""

    strength: Strength
    words: str

    @property
    def kind(self) -> Kind:
        """Which of the five kinds it is."""
        return Kind(self.strength[0])


book.section("3", "The hands")


@book.clause("3.1")
def kind(cards: Cards, below_ace: str) -> Kind:
    """There are five kinds of hand, from the highest: tricon, sequence, flush, pair and point. A hand of a higher kind
    beats every hand of a lower one; no suit is trumps or above another.
    """
    if tricon(cards):
        return Kind.TRICON
    if flush(cards):
        return Kind.SEQUENCE if sequence(cards, below_ace) else Kind.FLUSH
    return Kind.PAIR if pair(cards) else Kind.POINT


@book.clause("3.2")
def tricon(cards: Cards) -> bool:
    """A tricon is three cards of one rank."""
    return cards[0].rank == cards[1].rank == cards[2].rank


@book.clause(
    "3.3",
    source="001",
    interpretation="CMC-A11",
    reworded={
        "pack=32 short_pack_ace_low=true": "A sequence is three cards of one suit that follow one another. The ace "
        "stands above the king or below the seven, but not between the two: king, ace, seven is no sequence.",
        "pack=32": "A sequence is three cards of one suit that follow one another. The ace stands above the king, and "
        "not below the seven: ace, seven, eight is no sequence.",
        "short_pack_ace_low=true": "A sequence is three cards of one suit that follow one another. The ace stands "
        "above the king or below the lowest card of the pack, the two or in a pack of 32 the seven, but not between "
        "the two: king, ace, two is no sequence.",
    },
)
def sequence(cards: Cards, below_ace: str) -> bool:
    """A sequence is three cards of one suit that follow one another. The ace stands above the king or below the two,
    but not between them: king, ace, two is no sequence.
    """
    return flush(cards) and frozenset(card.rank for card in cards) in runs(below_ace)


@book.clause("3.4")
def flush(cards: Cards) -> bool:
    """A flush is three cards of one suit, of whatever ranks."""
    return cards[0].suit == cards[1].suit == cards[2].suit


@book.clause("3.5")
def pair(cards: Cards) -> bool:
    """A pair is two cards of one rank, with a third of another."""
    return len({card.rank for card in cards}) == 2


@book.clause("3.6")
def points(cards: Cards) -> int:
    """Any other hand is worth its point, the sum of the pips on its cards: an ace counts eleven, a king, queen or jack
    ten, and every other card the number on it.
    """
    return sum(11 if card.rank == "A" else min(HEIGHT[card.rank], 10) for card in cards)


@book.clause(
    "3.7",
    reworded={
        "pack=32": "Of two tricons the one of the higher rank wins: aces are the best, then kings, and so on "
        "down to sevens."
    },
)
def order_of_tricons(cards: Cards, _below_ace: str) -> Strength:
    """Of two tricons the one of the higher rank wins: aces are the best, then kings, and so on down to twos."""
    return (HEIGHT[cards[0].rank],)


@book.clause(
    "3.8",
    reworded={
        "pack=32 short_pack_ace_low=true": "Of two sequences the one that goes higher wins: ace, king, queen is the "
        "best, and eight, seven, ace the lowest.",
        "pack=32": "Of two sequences the one that goes higher wins: ace, king, queen is the best, and nine, eight, "
        "seven the lowest.",
        "short_pack_ace_low=true": "Of two sequences the one that goes higher wins: ace, king, queen is the best, and "
        "the lowest is the one in which the ace stands lowest, three, two, ace or in a pack of 32 eight, seven, ace.",
    },
)
def order_of_sequences(cards: Cards, below_ace: str) -> Strength:
    """Of two sequences the one that goes higher wins: ace, king, queen is the best, and three, two, ace the lowest."""
    return (runs(below_ace)[frozenset(card.rank for card in cards)],)


@book.clause("3.9", source="001", interpretation="CMC-A5")
def order_of_flushes(cards: Cards, _below_ace: str) -> Strength:
    """Of two flushes the one with the higher point wins; if they are equal, it goes on as with two points (3.11)."""
    return (points(cards), *heights(cards))


@book.clause("3.10")
def order_of_pairs(cards: Cards, _below_ace: str) -> Strength:
    """Of two pairs the one of the higher rank wins; if they are alike, the one with the higher third card."""
    low, middle, high = sorted(HEIGHT[card.rank] for card in cards)
    return (middle, low if middle == high else high)


@book.clause("3.11", source="001", interpretation="CMC-A14")
def order_of_points(cards: Cards, _below_ace: str) -> Strength:
    """Of two points the higher number wins; if they are equal, the hand whose highest card is the higher, then the
    second and the third. Here an ace is above a king, a king above a queen, and so on down to the twos.
    """
    return (points(cards), *heights(cards))


@book.clause("3.12", source="001", interpretation="CMC-A13")
def is_higher(one: Made, other: Made) -> bool:
    """Hands that are alike in all of this are equal, and neither beats the other."""
    return one.strength > other.strength


# The order of two hands of one kind, each a clause of its own.
ORDERS: Final = {
    Kind.TRICON: order_of_tricons,
    Kind.SEQUENCE: order_of_sequences,
    Kind.FLUSH: order_of_flushes,
    Kind.PAIR: order_of_pairs,
    Kind.POINT: order_of_points,
}
KINDS: Final = {Kind.TRICON: "3.2", Kind.SEQUENCE: "3.3", Kind.FLUSH: "3.4", Kind.PAIR: "3.5", Kind.POINT: "3.6"}


def heights(cards: Cards) -> Strength:
    """Return how high the cards are, the highest first."""
    return tuple(sorted((HEIGHT[card.rank] for card in cards), reverse=True))


def lowest(options: CommerceOptions) -> str:
    """Return the rank below which the ace may stand in a sequence, if there is one."""
    if options.pack == 52:
        return "2"
    return "7" if options.short_pack_ace_low else ""


@lru_cache(maxsize=4)
def runs(below_ace: str) -> dict[frozenset[str], int]:
    """Return the ranks of every sequence, with the height of the highest in it."""
    ladder = f"A{RANKS[RANKS.index(below_ace) :]}" if below_ace else RANKS
    return {frozenset(ladder[at - 2 : at + 1]): HEIGHT[ladder[at]] for at in range(2, len(ladder))}


@lru_cache(maxsize=32768)
def strength(cards: Cards, below_ace: str) -> Strength:
    """Return which of two hands is higher: first the kind, then the order within it."""
    of = kind(cards, below_ace)
    return (of, *ORDERS[of](cards, below_ace))


@lru_cache(maxsize=4096)
def made(cards: Cards, below_ace: str) -> Made:
    """Return what three cards make."""
    own = strength(cards, below_ace)
    match Kind(own[0]):
        case Kind.TRICON:
            words = f"a tricon of {plural(RANKS[own[1] - 2])}"
        case Kind.SEQUENCE:
            words = f"a sequence up to the {singular(RANKS[own[1] - 2])}"
        case Kind.FLUSH:
            words = f"a flush of {own[1]}"
        case Kind.PAIR:
            words = f"a pair of {plural(RANKS[own[1] - 2])} with {a(RANKS[own[2] - 2])}"
        case Kind.POINT:
            words = f"a point of {own[1]}"
    return Made(own, words)


def a(rank: str) -> str:
    """Return ``an ace`` or ``a king``."""
    return f"{'an' if rank in '8A' else 'a'} {singular(rank)}"


def compared(higher: Made, lower: Made) -> tuple[str, str]:
    """Return why one hand is higher than another, and the clause that decides."""
    if higher.kind != lower.kind:
        names = [each.kind.name.lower() for each in (higher, lower)]
        return f"a {names[0]} is above a {names[1]}", kind.id
    clause = ORDERS[higher.kind].id
    if higher.kind in (Kind.FLUSH, Kind.POINT) and higher.strength[1] == lower.strength[1]:
        pairs = zip(higher.strength[2:], lower.strength[2:], strict=True)
        over, under = next((one, other) for one, other in pairs if one != other)
        return f"both count {higher.strength[1]}, and {a(RANKS[over - 2])} is above {a(RANKS[under - 2])}", clause
    return f"{higher.words} is above {lower.words}", clause


# -- Hands that are not wholly seen -------------------------------------------------------------------------


def hand_of(table: CommerceTable, seat: int) -> Made | None:
    """Return what a player has, if all three cards are known."""
    held = table.known.hands[seat]
    return made(held.cards, lowest(table.options)) if len(held.cards) == 3 else None


def spans(table: CommerceTable) -> list[Span]:
    """Return how strong each player's hand is at the least, and at the most."""
    seen = frozenset([card for card, where in table.known.located.items() if where])
    below_ace = lowest(table.options)
    return [_span(hand.cards[:3], seen, table.known.pack, below_ace) for hand in table.known.hands]


def _span(cards: Cards, seen: frozenset[Card], pack: Pack, below_ace: str) -> Span:
    if len(cards) == 3:
        own = strength(cards, below_ace)
        return own, own
    if not cards:
        ranks = [card.rank for card in seen]
        best = next((rank for rank in reversed(RANKS) if ranks.count(rank) < 2), "")
        return (0,), (Kind.TRICON, HEIGHT[best or "A"])
    return _completed(cards, seen, pack, below_ace)


@lru_cache(maxsize=256)
def _completed(cards: Cards, seen: frozenset[Card], pack: Pack, below_ace: str) -> Span:
    free = [card for card in pack.cards if card not in seen]
    found = [strength((*cards, *more), below_ace) for more in combinations(free, 3 - len(cards))]
    return (min(found), max(found)) if found else ((0,), (Kind.TRICON, HEIGHT["A"]))


def described(cards: Cards, options: CommerceOptions) -> str:
    """Say what three cards make, and why it is no sequence where it looks like one."""
    below_ace = lowest(options)
    own, ranks = made(cards, below_ace), frozenset(card.rank for card in cards)
    if own.kind < Kind.FLUSH and ranks in runs(below_ace):
        return f"{own.words}, and no sequence: {listed(cards)} are not of one suit"
    # The ace may seem to join the ends of the pack, or its lower end where it stands only above the king.
    low = RANKS.index(PACKS[options.pack].cards[0].rank)
    if own.kind is Kind.FLUSH and "A" in ranks and ranks <= {"A", "K", *RANKS[low : low + 2]}:
        return f"{own.words}, and no sequence: the ace does not join the others"
    return own.words
