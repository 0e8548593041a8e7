"""The points and the ranking of the hands: chapter 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from referee.cards import FRENCH, Card
from referee.games.pontoon.table import Box, End, PontoonTable, book
from referee.rules import Hand, Known

LOW: Final = {rank: min(pips, 10) for pips, rank in enumerate("A23456789TJQK", 1)}
WORTH: Final = {low: frozenset(card for card in FRENCH.cards if LOW[card.rank] == low) for low in set(LOW.values())}
EVERY_WORTH: Final = frozenset(WORTH)
TENS_AND_ACES: Final = WORTH[10] | WORTH[1]

# What a hand is worth; the points from 2 to 21 stand for themselves.
BUST, TRICK, PONTOON = 0, 22, 23
Grades = tuple[int, ...]
ANY_GRADE: Final = (BUST, *range(2, TRICK), TRICK, PONTOON)
_WORDS: Final = {BUST: "bust hand", TRICK: "five-card trick", PONTOON: "pontoon"}


class Count(NamedTuple):
    """What decides a hand: its number of cards, its points with aces as one, and whether it has an ace."""

    size: int
    low: int
    ace: bool


book.section("3", "The hands")


@book.clause("3.1")
def points(count: Count) -> int:
    """Face cards count ten, other cards their pips. An ace counts one or eleven, as its holder chooses."""
    return count.low + 10 if count.ace and count.low <= 11 else count.low


@book.clause("3.2")
def bust(count: Count) -> bool:
    """A hand over 21, with its aces counted as one, is bust and cannot win."""
    return count.low > 21


@book.clause("3.3")
def pontoon(count: Count, counts: bool) -> bool:
    """A pontoon is the highest hand: an ace and a ten-point card, and no third card. A pontoon made by splitting counts
    too.
    split_pontoon_counts=false: A pontoon is the highest hand: an ace and a ten-point card as dealt, and no third card.
        Made by splitting, they count as any other 21.
    """
    return counts and count == (2, 11, True)


@book.clause("3.4")
def five_card_trick(count: Count) -> bool:
    """A five-card trick is next: five or more cards of 21 points at most. All five-card tricks are equal.
    max_cards=5: A five-card trick is next: five cards of 21 points at most. All five-card tricks are equal.
    """
    return count.size >= 5 and count.low <= 21


@book.clause("3.5")
def grade(count: Count, pontoons: bool) -> int:
    """All other hands rank by their points, from 21 down."""
    if bust(count):
        return BUST
    if pontoon(count, pontoons):
        return PONTOON
    return TRICK if five_card_trick(count) else points(count)


def low(card: Card) -> int:
    """Return the points of a card, an ace counted as one."""
    return LOW[card.rank]


def counts(known: Known, held: Hand) -> tuple[Count, ...]:
    """Return every count that a hand may have, the lowest first; none when nobody knows how many cards it has."""
    result = _counts(held.cards, held.unknown or 0, unseen(known) if held.unknown else EVERY_WORTH)
    return () if held.unknown is None and result[0].low <= 21 else result


@lru_cache(maxsize=4096)
def _counts(cards: tuple[Card, ...], unknown: int, worths: frozenset[int]) -> tuple[Count, ...]:
    size, low = len(cards) + unknown, sum([LOW[card.rank] for card in cards])
    reached = {Count(size, low, any(card.rank == "A" for card in cards))}
    # Every bust is alike, so that points beyond 22 are not told apart.
    for _ in range(unknown if low <= 21 else 0):
        reached = {Count(size, min(22, low + more), ace or more == 1) for _, low, ace in reached for more in worths}
    return tuple(sorted(reached))


def unseen(known: Known) -> frozenset[int]:
    """Return what the cards that nobody has seen are worth."""
    if len(known.located) < 4:
        return EVERY_WORTH
    return frozenset([low for low, cards in WORTH.items() if not cards <= known.located.keys()]) or EVERY_WORTH


def certainly(says: Callable[[Count], bool], of: Iterable[Count]) -> bool | None:
    """Say whether something is true of every count, or of none; None when it is of some, or none is possible."""
    answers = {says(count) for count in of}
    return answers.pop() if len(answers) == 1 else None


def is_bust(known: Known, held: Hand) -> bool | None:
    """Tell whether a hand is certainly bust, or certainly not."""
    if held.unknown is not None and len(held.cards) + held.unknown == 2:
        return False
    possible = counts(known, held)
    return None if not possible or possible[0].low <= 21 < possible[-1].low else possible[0].low > 21


def grades(table: PontoonTable, seat: int, box: Box) -> Grades:
    """Return every grade that a hand may have, the lowest first."""
    if box.ended is End.BUST and not table.is_presumed(seat, box):
        return (BUST,)
    if counted := counts(table.known, table.held(seat, box)):
        return _graded(counted, table.options.split_pontoon_counts or not box.from_split)
    return ANY_GRADE[:-1] if box.taken else ANY_GRADE


@lru_cache(maxsize=4096)
def _graded(counted: tuple[Count, ...], pontoons: bool) -> Grades:
    return tuple(sorted({grade(count, pontoons) for count in counted}))


def has_pontoon(table: PontoonTable, seat: int, box: Box) -> bool | None:
    """Tell whether a hand is certainly a pontoon, or certainly none."""
    if box.taken or not TENS_AND_ACES.issuperset(table.held(seat, box).cards):
        return False
    possible = grades(table, seat, box)
    return None if possible[0] != possible[-1] == PONTOON else possible[-1] == PONTOON


def in_words(of: Grades) -> str:
    """Return what a hand is, as far as it is known."""
    return _WORDS.get(of[0]) or str(of[0]) if len(of) == 1 else "hand"


def are_pontoon(cards: tuple[Card, ...]) -> bool:
    """Tell whether some cards are a pontoon."""
    return len(cards) == 2 and TENS_AND_ACES.issuperset(cards) and (cards[0].rank == "A") != (cards[1].rank == "A")
