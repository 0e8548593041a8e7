"""Ranked hands in any order: their strength, their name, and their comparison.

Each order is separate, as in its source text. All return a `RankedHand`, and `compare_hands` compares two of one order.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from referee.cards import Card
from referee.cards.words import number_word
from referee.rules import Cards, frozen

RANKS: Final = "23456789TJQKA"
SUITS: Final = "DCHS"
RANK_OF: Final = {rank: at for at, rank in enumerate(RANKS)}
SUIT_OF: Final = {suit: at for at, suit in enumerate(SUITS)}
ACE: Final = RANK_OF["A"]


class DecidingDifference(StrEnum):
    """The kind of difference that decides between two hands."""

    CLASS = "class"
    RANK = "rank"
    KICKER = "kicker"
    SUIT = "suit"
    WILD = "wild"
    POINTS = "points"
    STUD = "stud"
    NOTHING = "nothing"


@frozen
class HandOrder:
    """A way of ranking hands: its names for hands, and its explanations of differences.

    `explain_difference` takes two hands and the index of the first difference of their strengths. It returns the kind
    of difference, and the words for each hand: "kings are", "queens". `tie_reason` explains why hands with different
    names are equal; with `cards_explain_ties`, their cards explain it. `explain_sum` explains the points of a hand.
    """

    describe: Callable[[RankedHand], str]
    cards: Callable[[RankedHand], Cards]
    explain_difference: Callable[[RankedHand, RankedHand, int], tuple[DecidingDifference, str, str]]
    tie_reason: str = ""
    cards_explain_ties: bool = False
    explain_sum: Callable[[RankedHand], str] = lambda _: ""


@dataclass(slots=True)
class RankedHand:
    """The rank of a hand. Of two hands in one order, the one with the higher `strength` is higher; equal ones tie.

    `source_cards` are all of its cards, and `wild` the wild cards.
    """

    strength: tuple[int, ...]
    order: HandOrder
    source_cards: Cards
    wild: Set[Card] = frozenset()
    _words: str = field(default="", init=False, repr=False, compare=False)
    _cards: Cards = field(default=(), init=False, repr=False, compare=False)

    @property
    def words(self) -> str:
        """The hand in a player's words: ``kings full of nines, the 3H wild``."""
        if not self._words:
            self._words = self.order.describe(self)
        return self._words

    @property
    def cards(self) -> Cards:
        """The cards of the ranked hand, the most important first; at most five in poker."""
        if not self._cards:
            self._cards = self.order.cards(self)
        return self._cards


@frozen
class Comparison:
    """The result of comparing two hands: 1 higher, 0 equal, -1 lower; the deciding difference, and the reason in
    words.
    """

    result: int
    decided_by: DecidingDifference
    reason: str


def compare_hands(first: RankedHand, second: RankedHand) -> Comparison:
    """Return the comparison of two hands of one order."""
    if first.strength == second.strength:
        return Comparison(0, DecidingDifference.NOTHING, "they are equal")
    decided_by, our_part, their_part = first.order.explain_difference(first, second, first_difference(first, second))
    if first.strength > second.strength:
        return Comparison(1, decided_by, f"{our_part} above {their_part}")
    return Comparison(-1, decided_by, f"{our_part} below {their_part}")


def describe_beat(
    name: str, hand: RankedHand, verb: str, opponent_hand: RankedHand, owned_hand: str, cards: str = ""
) -> str:
    """Return a sentence that compares two hands: ``With three kings Ann beats Ben's pair of aces``.

    `owned_hand` names the other hand, and `cards` are those of the player's own hand. The deciding difference follows
    if the hands' names do not show it.
    """
    words, comparison = f"{hand.words}, {cards}" if cards else hand.words, compare_hands(hand, opponent_hand)
    reason = (
        ""
        if names_tell_apart(hand, opponent_hand, comparison)
        else comparison.reason
        if comparison.result
        else explain_tie(hand, opponent_hand)
    )
    return f"{with_phrase(words)} {name} {verb} {owned_hand}{f': {reason}' if reason else ''}"


def explain_tie(ours: RankedHand, *other_hands: RankedHand) -> str:
    """Return why hands of equal strength tie, by their cards; empty if the cards do not explain it."""
    if not ours.order.cards_explain_ties:
        return ""
    hands = [hand.cards for hand in (ours, *other_hands)]
    if len({frozenset(cards) for cards in hands}) == 1:
        return f"the same {number_word(len(hands[0]))} cards" if len(hands[0]) > 1 else ""
    ranks = {tuple([card.rank.replace("T", "10") for card in cards]) for cards in hands}
    return f"{'-'.join(*ranks)} each, and suits do not count" if len(ranks) == 1 else ""


def with_phrase(words: str) -> str:
    """Return the opening words "With" and a hand, with a comma after a hand that contains one."""
    return f"With {words}{',' * (',' in words)}"


def names_tell_apart(first: RankedHand, second: RankedHand, comparison: Comparison) -> bool:
    """Tell whether the names of two hands already show which is higher."""
    our_name, their_name = (hand.words.partition(", the ")[0] for hand in (first, second))  # without its wild cards
    return our_name != their_name and comparison.decided_by not in _NOT_IN_NAMES


_NOT_IN_NAMES: Final = (
    DecidingDifference.KICKER,
    DecidingDifference.SUIT,
    DecidingDifference.WILD,
    DecidingDifference.STUD,
)


def possessive_hand(name: str, hand: RankedHand) -> str:
    """Return a hand with its owner: ``Ann's pair of kings``."""
    return f"{name}'s {hand.words.removeprefix('the ')}"


def first_difference(first: RankedHand, second: RankedHand) -> int:
    """Return the index of the first difference between two strengths; -1 if one is a prefix of the other."""
    for index, strength in enumerate(first.strength[: len(second.strength)]):
        if strength != second.strength[index]:
            return index
    return -1


def card_height(card: Card) -> tuple[int, int]:
    """Return the rank and the suit of a card as numbers for comparing single cards."""
    return RANK_OF[card.rank], SUIT_OF[card.suit]
