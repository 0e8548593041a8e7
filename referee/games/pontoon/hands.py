"""The points and the ranking of hands: chapter 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from referee.cards import FRENCH, Card
from referee.games.pontoon.table import Box, HandEnd, PontoonTable, book
from referee.rules import Knowledge, KnownHand

LOW_POINTS: Final = {rank: min(pips, 10) for pips, rank in enumerate("A23456789TJQK", 1)}
CARDS_BY_POINTS: Final = {
    low: frozenset(card for card in FRENCH.cards if LOW_POINTS[card.rank] == low) for low in set(LOW_POINTS.values())
}
ALL_POINTS: Final = frozenset(CARDS_BY_POINTS)
TENS_AND_ACES: Final = CARDS_BY_POINTS[10] | CARDS_BY_POINTS[1]

# The grades of a hand. The points from 2 to 21 are grades themselves.
BUST, TRICK, PONTOON = 0, 22, 23
Grades = tuple[int, ...]
ANY_GRADE: Final = (BUST, *range(2, TRICK), TRICK, PONTOON)
_GRADE_NAMES: Final = {BUST: "bust hand", TRICK: "five-card trick", PONTOON: "pontoon"}


class Count(NamedTuple):
    """The count of a hand: its number of cards, its points with aces as one, and whether it has an ace."""

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
def pontoon(count: Count, may_count: bool) -> bool:
    """A pontoon is the highest hand: an ace and a ten-point card, and no third card. A pontoon made by splitting counts
    too.
    split_pontoon_counts=false: A pontoon is the highest hand: an ace and a ten-point card as dealt, and no third card.
        Made by splitting, they count as any other 21.
    """
    return may_count and count == (2, 11, True)


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


def low_points(card: Card) -> int:
    """Return the points of a card, with an ace as one."""
    return LOW_POINTS[card.rank]


def possible_counts(knowledge: Knowledge, holding: KnownHand) -> tuple[Count, ...]:
    """Return every possible count of a hand, the lowest first; empty if its size is unknown."""
    result = _counts(
        holding.cards, holding.unknown_count or 0, unseen_points(knowledge) if holding.unknown_count else ALL_POINTS
    )
    return () if holding.unknown_count is None and result[0].low <= 21 else result


@lru_cache(maxsize=4096)
def _counts(cards: tuple[Card, ...], unknown_count: int, possible_points: frozenset[int]) -> tuple[Count, ...]:
    size, low = len(cards) + unknown_count, sum([LOW_POINTS[card.rank] for card in cards])
    counts = {Count(size, low, any(card.rank == "A" for card in cards))}
    # All busts are equal, so more than 22 points count as 22.
    for _ in range(unknown_count if low <= 21 else 0):
        counts = {
            Count(size, min(22, low + points), ace or points == 1)
            for _, low, ace in counts
            for points in possible_points
        }
    return tuple(sorted(counts))


def unseen_points(knowledge: Knowledge) -> frozenset[int]:
    """Return the points of the cards that nobody has seen."""
    if len(knowledge.card_locations) < 4:
        return ALL_POINTS
    return (
        frozenset([low for low, cards in CARDS_BY_POINTS.items() if not cards <= knowledge.card_locations.keys()])
        or ALL_POINTS
    )


def certain_answer(predicate: Callable[[Count], bool], counts: Iterable[Count]) -> bool | None:
    """Return the answer of `predicate` if it is the same for all `counts`; else None."""
    answers = {predicate(count) for count in counts}
    return answers.pop() if len(answers) == 1 else None


def is_bust(knowledge: Knowledge, holding: KnownHand) -> bool | None:
    """Tell whether a hand is bust; None if that is uncertain."""
    if holding.unknown_count is not None and len(holding.cards) + holding.unknown_count == 2:
        return False
    counts = possible_counts(knowledge, holding)
    return None if not counts or counts[0].low <= 21 < counts[-1].low else counts[0].low > 21


def possible_grades(table: PontoonTable, seat: int, box: Box) -> Grades:
    """Return every possible grade of a hand, the lowest first."""
    if box.end is HandEnd.BUST and not table.split_card_is_presumed(seat, box):
        return (BUST,)
    if counts := possible_counts(table.knowledge, table.holding(seat, box)):
        return _grades_of(counts, table.options.split_pontoon_counts or not box.from_split)
    return ANY_GRADE[:-1] if box.cards_taken else ANY_GRADE


@lru_cache(maxsize=4096)
def _grades_of(counts: tuple[Count, ...], pontoons: bool) -> Grades:
    return tuple(sorted({grade(count, pontoons) for count in counts}))


def has_pontoon(table: PontoonTable, seat: int, box: Box) -> bool | None:
    """Tell whether a hand is a pontoon; None if that is uncertain."""
    if box.cards_taken or not TENS_AND_ACES.issuperset(table.holding(seat, box).cards):
        return False
    grades = possible_grades(table, seat, box)
    return None if grades[0] != grades[-1] == PONTOON else grades[-1] == PONTOON


def describe_grades(grades: Grades) -> str:
    """Return the grade of a hand in words, or ``hand`` if several grades are possible."""
    return _GRADE_NAMES.get(grades[0]) or str(grades[0]) if len(grades) == 1 else "hand"


def cards_are_pontoon(cards: tuple[Card, ...]) -> bool:
    """Tell whether two cards are an ace and a ten-point card."""
    return len(cards) == 2 and TENS_AND_ACES.issuperset(cards) and (cards[0].rank == "A") != (cards[1].rank == "A")
