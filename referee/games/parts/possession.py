"""A card is in one place, and a hand has no more cards than it was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from referee.cards import UNSEEN, Card, write_cards
from referee.rules import Answer, Holding, HoldsOnly, Known, Statement, finding, objection
from referee.rules.rulebook import State


def in_hand(table: State, act: Any, cards: Iterable[Card]) -> Answer | None:
    """Object when a card that an act takes from a hand is known to be elsewhere, or the hand is too small."""
    known, seat = table.known, act.seat
    cards = tuple(card for card in cards if card is not UNSEEN)
    for card in cards:
        if known.can_hold(seat, card) is Holding.NO:
            return _elsewhere(table, act, card)
    size = known.size(seat)
    if size is not None and len(cards) > size:
        return objection(f"{table.seats.name(seat)} has only {size} left of the {len(cards)} cards named.")
    fresh = [card for card in cards if card not in known.hands[seat].cards]
    unknown = known.hands[seat].unknown
    if unknown is not None and len(fresh) > unknown:
        names = write_cards(known.hands[seat].cards)
        return objection(f"{table.seats.name(seat)} cannot hold {write_cards(fresh)} besides {names}.")
    return None


def misdealt(table: State, act: Statement) -> Answer | None:
    """Find that what a player holds or shows cannot be, as when a card is on the table twice."""
    answer = in_hand(table, act, act.cards) or (_not_all(table, act) if isinstance(act, HoldsOnly) else None)
    return misdeal_or_mistake(answer.reason) if answer else None


def misdeal_or_mistake(reason: str) -> Answer:
    """Find that the cards cannot be where the record has them."""
    return finding(f"{reason} A misdeal, or a mistake in the record?")


def told(known: Known, act: Statement) -> Known:
    """Return what is known after a player's cards were stated or shown."""
    if isinstance(act, HoldsOnly):
        return known.told_whole(act.seat, act.cards)
    return known.told(act.seat, act.cards)


def _not_all(table: State, act: HoldsOnly) -> Answer | None:
    hand = table.known.hands[act.seat]
    if hand.size is not None and len(act.cards) != hand.size:
        return objection(f"{table.seats.name(act.seat)} has {hand.size} cards, not {len(act.cards)}.")
    missing = (Counter(hand.cards) - Counter(act.cards)).elements()
    if named := write_cards(missing):
        return objection(f"{table.seats.name(act.seat)} also holds {named}.")
    return None


def located(table: State, card: Card) -> Answer | None:
    """Object that a card is known to be somewhere: on the table or in a hand."""
    known, name = table.known, table.seats.name
    for sighting in known.sightings(card):
        by = f" by {name(sighting.seat)}" if sighting.seat >= 0 else ""
        where = f" (line {sighting.line})" if sighting.line else ""
        return objection(f"{card} was {sighting.how}{by}{where}.", sighting)
    for seat in known.holders(card):
        return objection(f"{card} is in {name(seat)}'s hand.")
    return None


def _elsewhere(table: State, act: Any, card: Card) -> Answer:
    held = write_cards(table.known.hands[act.seat].cards) or "no cards"
    return located(table, card) or objection(f"{table.seats.name(act.seat)} holds {held}, and not {card}.")
