"""The hands of three cards and their order: chapter 3."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from referee.cards import Card, Pack
from referee.cards.words import join_words, plural, singular, with_article
from referee.games.commerce.table import PACKS, CommerceOptions, CommerceTable, book
from referee.rules import Cards

RANKS: Final = "23456789TJQKA"
HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS, 2)}
Strength = tuple[int, ...]
# The lowest and the highest strength that a hand may have.
Span = tuple[Strength, Strength]


class CommerceKind(IntEnum):
    """The kinds of hand, from low to high."""

    POINT = 1
    PAIR = 2
    FLUSH = 3
    SEQUENCE = 4
    TRICON = 5


class CommerceHand(NamedTuple):
    """A hand of three cards: its strength for comparisons, and its name."""

    strength: Strength
    words: str

    @property
    def kind(self) -> CommerceKind:
        """The kind of the hand."""
        return CommerceKind(self.strength[0])


book.section("3", "The hands")


@book.clause("3.1")
def kind(cards: Cards, below_ace: str) -> CommerceKind:
    """There are five kinds of hand, from the highest: tricon, sequence, flush, pair and point. A higher kind beats
    every lower one. Suits are equal.
    """
    if tricon(cards):
        return CommerceKind.TRICON
    if flush(cards):
        return CommerceKind.SEQUENCE if sequence(cards, below_ace) else CommerceKind.FLUSH
    return CommerceKind.PAIR if pair(cards) else CommerceKind.POINT


@book.clause("3.2")
def tricon(cards: Cards) -> bool:
    """A tricon is three cards of one rank."""
    return cards[0].rank == cards[1].rank == cards[2].rank


@book.clause("3.3", source="001", interpretation="CMC-A11")
def sequence(cards: Cards, below_ace: str) -> bool:
    """A sequence is three cards of one suit in sequence. The ace is high or low, but never in the middle: king, ace,
    two is no sequence.
    pack=32 short_pack_ace_low=true: A sequence is three cards of one suit in sequence. The ace is high or low, next to
        the seven, but never in the middle: king, ace, seven is no sequence.
    pack=32: A sequence is three cards of one suit in sequence. The ace is high: ace, seven, eight is no sequence.
    short_pack_ace_low=true: A sequence is three cards of one suit in sequence. The ace is high or low, but never in the
        middle: king, ace, two is no sequence. In a pack of 32 the low ace is next to the seven.
    """
    return flush(cards) and frozenset(card.rank for card in cards) in sequence_heights(below_ace)


@book.clause("3.4")
def flush(cards: Cards) -> bool:
    """A flush is three cards of one suit."""
    return cards[0].suit == cards[1].suit == cards[2].suit


@book.clause("3.5")
def pair(cards: Cards) -> bool:
    """A pair is two cards of one rank and a third of another."""
    return len({card.rank for card in cards}) == 2


@book.clause("3.6")
def points(cards: Cards) -> int:
    """A point is any other hand. It is worth the sum of its cards: ace eleven, king, queen and jack ten, every other
    card its number.
    """
    return sum(11 if card.rank == "A" else min(HEIGHT[card.rank], 10) for card in cards)


@book.clause("3.7")
def order_of_tricons(cards: Cards, _below_ace: str) -> Strength:
    """Between two tricons the higher rank wins. Aces are highest, twos lowest.
    pack=32: Between two tricons the higher rank wins. Aces are highest, sevens lowest.
    """
    return (HEIGHT[cards[0].rank],)


@book.clause("3.8")
def order_of_sequences(cards: Cards, below_ace: str) -> Strength:
    """Between two sequences the higher one wins. A-K-Q is highest, 3-2-A lowest.
    pack=32 short_pack_ace_low=true: Between two sequences the higher one wins. A-K-Q is highest, 8-7-A lowest.
    pack=32: Between two sequences the higher one wins. A-K-Q is highest, 9-8-7 lowest.
    short_pack_ace_low=true: Between two sequences the higher one wins. A-K-Q is highest, 3-2-A lowest, or 8-7-A in a
        pack of 32.
    """
    return (sequence_heights(below_ace)[frozenset(card.rank for card in cards)],)


@book.clause("3.9", source="001", interpretation="CMC-A5")
def order_of_flushes(cards: Cards, _below_ace: str) -> Strength:
    """Between two flushes the higher point wins. If the points are equal, they are compared as points are (3.11)."""
    return (points(cards), *heights(cards))


@book.clause("3.10")
def order_of_pairs(cards: Cards, _below_ace: str) -> Strength:
    """Between two pairs the higher rank wins, and then the higher third card."""
    low, middle_height, high = sorted(HEIGHT[card.rank] for card in cards)
    return (middle_height, low if middle_height == high else high)


@book.clause("3.11")
def order_of_points(cards: Cards, _below_ace: str) -> Strength:
    """Between two points the higher sum wins. If the sums are equal, the highest card wins, then the second, then the
    third: ace, king, queen and so on down to two.
    """
    return (points(cards), *heights(cards))


@book.clause("3.12", source="001", interpretation="CMC-A13")
def is_higher(hand: CommerceHand, other: CommerceHand) -> bool:
    """Hands that are alike in all of this are equal. Neither beats the other."""
    return hand.strength > other.strength


# The clause that orders two hands of one kind.
ORDER_CLAUSES: Final = {
    CommerceKind.TRICON: order_of_tricons,
    CommerceKind.SEQUENCE: order_of_sequences,
    CommerceKind.FLUSH: order_of_flushes,
    CommerceKind.PAIR: order_of_pairs,
    CommerceKind.POINT: order_of_points,
}
KIND_CLAUSES: Final = {
    CommerceKind.TRICON: "3.2",
    CommerceKind.SEQUENCE: "3.3",
    CommerceKind.FLUSH: "3.4",
    CommerceKind.PAIR: "3.5",
    CommerceKind.POINT: "3.6",
}


def heights(cards: Cards) -> Strength:
    """Return the heights of `cards`, the highest first."""
    return tuple(sorted((HEIGHT[card.rank] for card in cards), reverse=True))


def rank_above_low_ace(options: CommerceOptions) -> str:
    """Return the rank next to a low ace in a sequence; empty if the ace is only high."""
    if options.pack == 52:
        return "2"
    return "7" if options.short_pack_ace_low else ""


@lru_cache(maxsize=4)
def sequence_heights(below_ace: str) -> dict[frozenset[str], int]:
    """Return the height of the highest card of each sequence, by its set of ranks."""
    ranks_in_order = f"A{RANKS[RANKS.index(below_ace) :]}" if below_ace else RANKS
    return {
        frozenset(ranks_in_order[index - 2 : index + 1]): HEIGHT[ranks_in_order[index]]
        for index in range(2, len(ranks_in_order))
    }


@lru_cache(maxsize=32768)
def strength(cards: Cards, below_ace: str) -> Strength:
    """Return the strength of a hand: its kind, then its order within the kind."""
    hand_kind = kind(cards, below_ace)
    return (hand_kind, *ORDER_CLAUSES[hand_kind](cards, below_ace))


@lru_cache(maxsize=4096)
def evaluate_hand(cards: Cards, below_ace: str) -> CommerceHand:
    """Return the hand of three cards."""
    hand_strength = strength(cards, below_ace)
    match CommerceKind(hand_strength[0]):
        case CommerceKind.TRICON:
            words = f"a tricon of {plural(RANKS[hand_strength[1] - 2])}"
        case CommerceKind.SEQUENCE:
            words = f"a sequence up to the {singular(RANKS[hand_strength[1] - 2])}"
        case CommerceKind.FLUSH:
            words = f"a flush of {hand_strength[1]}"
        case CommerceKind.PAIR:
            words = f"a pair of {plural(RANKS[hand_strength[1] - 2])} with {with_article(RANKS[hand_strength[2] - 2])}"
        case CommerceKind.POINT:
            words = f"a point of {hand_strength[1]}"
    return CommerceHand(hand_strength, words)


def explain_order(higher: CommerceHand, lower: CommerceHand) -> tuple[str, str]:
    """Return the reason why one hand is higher than another, and the deciding clause."""
    if higher.kind != lower.kind:
        names = [hand.kind.name.lower() for hand in (higher, lower)]
        return f"a {names[0]} is above a {names[1]}", kind.id
    clause = ORDER_CLAUSES[higher.kind].id
    if higher.kind in (CommerceKind.FLUSH, CommerceKind.POINT) and higher.strength[1] == lower.strength[1]:
        pairs = zip(higher.strength[2:], lower.strength[2:], strict=True)
        high, low = next((first, second) for first, second in pairs if first != second)
        higher_card, lower_card = (with_article(RANKS[height - 2]) for height in (high, low))
        return f"both count {higher.strength[1]}, and {higher_card} is above {lower_card}", clause
    return f"{higher.words} is above {lower.words}", clause


def known_hand(table: CommerceTable, seat: int) -> CommerceHand | None:
    """Return a player's hand; None unless all three cards are known."""
    holding = table.knowledge.hands[seat]
    return evaluate_hand(holding.cards, rank_above_low_ace(table.options)) if len(holding.cards) == 3 else None


def strength_spans(table: CommerceTable) -> list[Span]:
    """Return the lowest and the highest possible strength of each player's hand."""
    known_cards = frozenset([card for card, locations in table.knowledge.card_locations.items() if locations])
    below_ace = rank_above_low_ace(table.options)
    return [
        _strength_span(hand.cards[:3], known_cards, table.knowledge.pack, below_ace) for hand in table.knowledge.hands
    ]


def _strength_span(cards: Cards, known_cards: frozenset[Card], pack: Pack, below_ace: str) -> Span:
    if len(cards) == 3:
        hand_strength = strength(cards, below_ace)
        return hand_strength, hand_strength
    if not cards:
        ranks = [card.rank for card in known_cards]
        best = next((rank for rank in reversed(RANKS) if ranks.count(rank) < 2), "")
        return (0,), (CommerceKind.TRICON, HEIGHT[best or "A"])
    return _possible_span(cards, known_cards, pack, below_ace)


@lru_cache(maxsize=256)
def _possible_span(cards: Cards, known_cards: frozenset[Card], pack: Pack, below_ace: str) -> Span:
    unseen_cards = [card for card in pack.cards if card not in known_cards]
    strengths = [
        strength((*cards, *added_cards), below_ace) for added_cards in combinations(unseen_cards, 3 - len(cards))
    ]
    return (min(strengths), max(strengths)) if strengths else ((0,), (CommerceKind.TRICON, HEIGHT["A"]))


def describe_hand(cards: Cards, options: CommerceOptions) -> str:
    """Return the name of a hand. If it looks like a sequence but is none, the reason is added."""
    below_ace = rank_above_low_ace(options)
    hand, ranks = evaluate_hand(cards, below_ace), frozenset(card.rank for card in cards)
    text = hand.words
    if hand.kind in (CommerceKind.FLUSH, CommerceKind.POINT):
        text += f" ({'+'.join(str(points.test((card,))) for card in cards)})"
    if hand.kind < CommerceKind.FLUSH and ranks in sequence_heights(below_ace):
        return f"{text}, and no sequence: {join_words(cards)} are not of one suit"
    # The ace may seem to join the ends of the pack, or to be low where it is only high.
    lowest_index = RANKS.index(PACKS[options.pack].cards[0].rank)
    if (
        hand.kind is CommerceKind.FLUSH
        and "A" in ranks
        and ranks <= {"A", "K", *RANKS[lowest_index : lowest_index + 2]}
    ):
        return f"{text}, and no sequence: the ace does not join the others"
    return text
