"""The pack: a card is in one location, and a hand has no more cards than it was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, number_word, quantity
from referee.rules import (
    Act,
    Answer,
    Cards,
    Chapter,
    Holds,
    HoldsOnly,
    Location,
    Shows,
    Sighting,
    Statement,
    TableProtocol,
    finding,
    objection,
)
from referee.rules.book.knowledge import difference

one_pack = Chapter("The pack")


@one_pack.clause("1.1", Holds, HoldsOnly, Shows, scorer_only=True)
def one_place(table: TableProtocol, act: Statement) -> Answer | None:
    """There is one of each card, so no card is in two places. No hand has more cards than it was dealt."""
    return judge_declared_cards(table, act, act.seat)


def judge_declared_cards(table: TableProtocol, act: Statement, place: Location) -> Answer | None:
    """Return a finding if the hand at `place` cannot hold the cards that a statement names; else None."""
    answer = judge_cards_in_hand(table, act, act.cards, place)
    if answer is None and isinstance(act, HoldsOnly):
        answer = _judge_complete_hand(table, act, place)
    return misdeal_finding(table, act, answer.reason) if answer else None


def judge_cards_in_hand(
    table: TableProtocol, act: Act, cards: Iterable[Card], place: Location | None = None
) -> Answer | None:
    """Return an objection to cards known to be elsewhere, or too many for the hand; else None.

    The hand is the player's own unless its `place` is given.
    """
    knowledge, seat = table.knowledge, act.seat
    place = seat if place is None else place
    hand = knowledge.hand_at(place)
    held_cards, unknown_count = hand.cards, hand.unknown_count
    named_cards = [card for card in cards if card is not UNSEEN]
    copies = len(named_cards) > 1 and len({*named_cards}) < len(named_cards)
    if copies and (answer := _object_too_many_copies(table, act, Counter(named_cards), held_cards)):
        return answer
    new_cards = difference(held_cards, named_cards)
    for card in new_cards:
        if not knowledge.may_hold(place, card):
            return object_located_elsewhere(table, card) or objection(
                f"{table.name(seat)} holds {write_cards(held_cards) or 'no cards'}, and not {card}."
            )
    if unknown_count is None:
        return None
    size = len(held_cards) + unknown_count
    if len(named_cards) > size:
        size_text = f"{size} {'card' if size == 1 else 'cards'}"
        return objection(f"{len(named_cards)} cards are named, and {table.name(seat)} has only {size_text} left.")
    if len(new_cards) > unknown_count:
        room_text = f"leave room for {unknown_count} more, not for" if unknown_count else "leave no room for"
        return objection(
            f"{table.name(seat)} has {size} cards: {write_cards(held_cards)} {room_text} {write_cards(new_cards)}."
        )
    return None


def misdeal_finding(table: TableProtocol, act: Act, reason: str) -> Answer:
    """Return the finding that cards cannot be where the record has them, and the question to ask."""
    name = table.name(act.seat) if act.seat >= 0 else "the dealer"
    return finding(
        reason, ask=f"Ask {name} to show the cards, and correct the line that is wrong; if none is, the deal is void."
    )


def object_located_elsewhere(table: TableProtocol, card: Card) -> Answer | None:
    """Return an objection if a card is known to be on the table or in a hand; else None."""
    knowledge = table.knowledge
    if knowledge.pack.copies.get(card, 0) > 1:
        return _object_all_located(table, card)
    for sighting in knowledge.sightings(card):
        return objection(f"{card} was {_describe_sighting(table, sighting)}.", sighting)
    for place in knowledge.card_locations.get(card, ()):
        if not isinstance(place, Sighting) and (seat := knowledge.owner(place)) is not None:
            return objection(f"{card} is in {table.name(seat)}'s {describe_location(place)}.")
    return None


def describe_location(place: Location) -> str:
    """Return the name of a location without its owner: ``hand`` for a seat, and for ``hand of Ann, 2`` too."""
    return "hand" if isinstance(place, int) else place.partition(" of ")[0]


def _describe_sighting(table: TableProtocol, sighting: Sighting) -> str:
    player_text = f" by {table.name(sighting.seat)}" if sighting.seat >= 0 else ""
    line_text = f" (line {sighting.line})" if sighting.line else ""
    return f"{sighting.how}{player_text}{line_text}"


def _object_all_located(table: TableProtocol, card: Card) -> Answer | None:
    """Return an objection, with the locations, if all copies of a card have known locations; else None."""
    knowledge = table.knowledge
    if knowledge.unlocated(card):
        return None
    sightings = knowledge.sightings(card)
    places = [_describe_sighting(table, sighting) for sighting in sightings]
    for seat in knowledge.holders(card):
        places.append(f"{number_word(knowledge.hands[seat].cards.count(card))} in {table.name(seat)}'s hand")
    location_text = f": {join_words(places)}" if places else ""
    return objection(
        f"All {number_word(knowledge.pack.copies[card])} {card} are accounted for{location_text}.", *sightings
    )


def _object_too_many_copies(table: TableProtocol, act: Act, cards: Counter[Card], held_cards: Cards) -> Answer | None:
    """Return an objection if an act names more copies of a card than can be left; else None."""
    for card, count in cards.items():
        held_count = held_cards.count(card)
        if count - held_count > table.knowledge.unlocated(card):
            located_count = table.knowledge.pack.copies.get(card, 0) - table.knowledge.unlocated(card) - held_count
            are = "is" if located_count == 1 else "are"
            return objection(f"{table.name(act.seat)} cannot hold {count} {card}: {located_count} {are} elsewhere.")
    return None


def _judge_complete_hand(table: TableProtocol, act: Statement, place: Location) -> Answer | None:
    hand = table.knowledge.hand_at(place)
    if hand.size is not None and len(act.cards) != hand.size:
        return objection(f"{table.name(act.seat)} has {quantity(hand.size, 'card')}, not {len(act.cards)}.")
    missing_cards = (Counter(hand.cards) - Counter(act.cards)).elements()
    if missing_text := write_cards(missing_cards):
        return objection(f"{table.name(act.seat)} also holds {missing_text}.")
    return None
