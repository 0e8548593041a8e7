"""Single cards, from the ace of spades to the two of diamonds, and hands in which some are above all others."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from referee.cards import UNSEEN, Card
from referee.cards.words import SUIT_NAMES, join_words, number_word, singular
from referee.games.parts.hands.ranking import RANKS, SUITS, DecidingDifference, HandOrder, RankedHand, card_height
from referee.rules import Cards


def rank_single_card(cards: Iterable[Card]) -> RankedHand:
    """Return the rank of some cards by the highest of them: ace to two, then spades, hearts, clubs, diamonds."""
    source_cards = tuple(cards)
    return RankedHand(
        max((card_height(card) for card in source_cards if card is not UNSEEN), default=()),
        SINGLE_CARD_ORDER,
        source_cards,
    )


def rank_jewels(cards: Iterable[Card], special: Set[Card]) -> RankedHand:
    """Return the rank of some cards by the highest, then the next, and so on.

    `special` cards are equal and above all others. Without special cards the highest card decides, because no two hands
    have the same one.
    """
    source_cards = tuple(cards)
    heights = sorted([(13, 0) if card in special else card_height(card) for card in source_cards if card is not UNSEEN])
    return RankedHand(
        tuple([part for height in reversed(heights) for part in height]), JEWEL_ORDER, source_cards, special
    )


def _highest_first(hand: RankedHand) -> Cards:
    """Return the cards of a hand, the highest first."""
    seen_cards = [card for card in hand.source_cards if card is not UNSEEN]
    return tuple(sorted(seen_cards, key=lambda card: (13, 0) if card in hand.wild else card_height(card), reverse=True))


def _card_name(card: Card) -> str:
    return f"the {singular(card.rank)} of {SUIT_NAMES[card.suit]}"


def _single_words(hand: RankedHand) -> str:
    return _card_name(_highest_first(hand)[0]) if hand.strength else "nothing seen"


def _jewel_words(hand: RankedHand) -> str:
    """Return the names of a hand's special cards, and of the highest other card, which counts next."""
    special = hand.strength[::2].count(13)
    other_cards = _highest_first(hand)[special:]
    if not special:
        return _single_words(hand)
    special_cards = _highest_first(hand)[:special]
    words = (
        [f"{number_word(special)} {special_cards[0]}"]
        if len({*special_cards}) < special
        else [*map(str, special_cards)]
    )
    return join_words([*words, *map(_card_name, other_cards[:1])])


def _heights_differ(first: RankedHand, second: RankedHand, place: int) -> tuple[DecidingDifference, str, str]:
    """Return the rank or suit that decides, from the highest card or a later one."""
    if place < 0:
        has_more_cards = len(first.strength) > len(second.strength)
        return (
            DecidingDifference.KICKER,
            "a card more is" if has_more_cards else "no card is",
            "none" if has_more_cards else "a card more",
        )
    our_part, their_part = first.strength[place], second.strength[place]
    if place % 2:
        return DecidingDifference.SUIT, f"{SUIT_NAMES[SUITS[our_part]]} are", SUIT_NAMES[SUITS[their_part]]
    if 13 in (our_part, their_part):
        first_words, second_words = (str(_highest_first(hand)[place // 2]) for hand in (first, second))
        return DecidingDifference.CLASS, f"{first_words} is", second_words
    first_words, second_words = singular(RANKS[our_part]), singular(RANKS[their_part])
    return (
        (DecidingDifference.KICKER, f"the next card, {first_words}, is", second_words)
        if place
        else (DecidingDifference.RANK, f"{first_words} is", second_words)
    )


SINGLE_CARD_ORDER: Final = HandOrder(_single_words, lambda hand: _highest_first(hand)[:1], _heights_differ)
JEWEL_ORDER: Final = HandOrder(_jewel_words, _highest_first, _heights_differ)
