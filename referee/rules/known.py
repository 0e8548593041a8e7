"""What is known of where every card is, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from referee.cards import FRENCH, UNSEEN, Card, Pack


class Holding(Enum):
    """Whether a hand holds a card."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a card went that is in no hand: who put it there, how ("played", "shown out"), on which line."""

    seat: int
    how: str
    line: int


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards known to be in a hand, and how many more there are; `unknown` is None when that is not known."""

    cards: tuple[Card, ...] = ()
    unknown: int | None = None

    @property
    def size(self) -> int | None:
        """The number of cards in the hand, or None when it is not known."""
        return None if self.unknown is None else len(self.cards) + self.unknown

    @property
    def whole(self) -> bool:
        """Whether every card of the hand is known."""
        return self.unknown == 0


@dataclass(frozen=True, slots=True)
class Known:
    """Every place that a card can be: hands, the open table (`gone`), and the `stock` of unseen cards.

    `stock` is None when its size is not known, as in a record that begins in the middle. Copies are counted,
    so that packs with identical cards work alike.
    """

    hands: tuple[Hand, ...]
    gone: Mapping[Card, tuple[Sighting, ...]]
    stock: int | None
    pack: Pack = FRENCH

    def size(self, seat: int) -> int | None:
        """Return the number of cards in a hand, or None when it is not known."""
        return self.hands[seat].size

    def sightings(self, card: Card) -> tuple[Sighting, ...]:
        """Return where copies of a card went that are in no hand."""
        return self.gone.get(card, ())

    def holders(self, card: Card) -> tuple[int, ...]:
        """Return the seats known to hold a copy of a card."""
        return tuple(seat for seat, hand in enumerate(self.hands) if card in hand.cards)

    def unlocated(self, card: Card) -> int:
        """Return how many copies of a card are not accounted for."""
        held = sum(hand.cards.count(card) for hand in self.hands)
        return self.pack.copies.get(card, 0) - held - len(self.sightings(card))

    def can_hold(self, seat: int, card: Card) -> Holding:
        """Say whether a hand holds a card, deducing from every other place before leaving it unknown."""
        hand = self.hands[seat]
        if card in hand.cards:
            return Holding.YES
        if hand.whole or self.unlocated(card) <= 0:
            return Holding.NO
        elsewhere = (other.unknown for other_seat, other in enumerate(self.hands) if other_seat != seat)
        if hand.unknown is not None and self.stock == 0 and all(unknown == 0 for unknown in elsewhere):
            return Holding.YES
        return Holding.UNKNOWN

    def told(self, seat: int, cards: Iterable[Card]) -> Known:
        """Add the knowledge that a hand holds at least these cards, copies counted."""
        hand = self.hands[seat]
        fresh = tuple((Counter(card for card in cards if card is not UNSEEN) - Counter(hand.cards)).elements())
        if not fresh:
            return self
        unknown = None if hand.unknown is None else max(0, hand.unknown - len(fresh))
        return self.with_hand(seat, Hand(hand.cards + fresh, unknown))

    def told_whole(self, seat: int, cards: Sequence[Card]) -> Known:
        """Add the knowledge that a hand is exactly these cards; `??` stands for one not seen."""
        seen = tuple(card for card in cards if card is not UNSEEN)
        return self.with_hand(seat, Hand(seen, len(cards) - len(seen)))

    def leaves(self, seat: int, cards: Iterable[Card], how: str, line: int) -> Known:
        """Move cards from a hand to the open table."""
        held = list(self.hands[seat].cards)
        unknown = self.hands[seat].unknown
        gone = dict(self.gone)
        for card in cards:
            if card in held:
                held.remove(card)
            elif unknown:
                unknown -= 1
            if card is not UNSEEN:
                gone[card] = (*gone.get(card, ()), Sighting(seat, how, line))
        return replace(self.with_hand(seat, Hand(tuple(held), unknown)), gone=gone)

    def draws(self, seat: int, cards: Sequence[Card]) -> Known:
        """Move cards from the stock to a hand; `??` stands for one not seen."""
        hand = self.hands[seat]
        seen = tuple(card for card in cards if card is not UNSEEN)
        unknown = None if hand.unknown is None else hand.unknown + len(cards) - len(seen)
        stock = None if self.stock is None else max(0, self.stock - len(cards))
        return replace(self.with_hand(seat, Hand(hand.cards + seen, unknown)), stock=stock)

    def laid_out(self, cards: Iterable[Card], how: str, line: int) -> Known:
        """Turn cards of the stock up on the table, belonging to nobody."""
        gone = dict(self.gone)
        count = 0
        for card in cards:
            gone[card] = (*gone.get(card, ()), Sighting(-1, how, line))
            count += 1
        return replace(self, gone=gone, stock=None if self.stock is None else max(0, self.stock - count))

    def with_hand(self, seat: int, hand: Hand) -> Known:
        """Replace what is known of one hand."""
        return Known((*self.hands[:seat], hand, *self.hands[seat + 1 :]), self.gone, self.stock, self.pack)


def undealt(players: int, pack: Pack = FRENCH) -> Known:
    """Return what is known before a deal, or in a record that begins in the middle: nothing."""
    return Known((Hand(),) * players, {}, None, pack)


def dealt(sizes: Sequence[int], pack: Pack = FRENCH) -> Known:
    """Return what is known when a fresh pack has been dealt face down: how many cards each hand has."""
    hands = tuple(Hand((), size) for size in sizes)
    return Known(hands, {}, len(pack) - sum(sizes), pack)
