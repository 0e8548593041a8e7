"""The points and the ranking of the hands: chapter 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from referee.cards import FRENCH, Card
from referee.games.pontoon.table import Box, Options, Table, book
from referee.rules import Known

LOW: Final = {rank: min(pips, 10) for pips, rank in enumerate("A23456789TJQK", 1)}
COPIES: Final = {pips: sum(LOW[card.rank] == pips for card in FRENCH.cards) for pips in set(LOW.values())}


class Count(NamedTuple):
    """What decides a hand: its number of cards, its points with aces as one, and whether it has an ace."""

    size: int
    low: int
    ace: bool


class Kind(IntEnum):
    """The kinds of hand, from low to high."""

    BUST = 0
    POINTS = 1
    TRICK = 2
    PONTOON = 3


_WORDS: Final = {Kind.BUST: "bust hand", Kind.TRICK: "five-card trick", Kind.PONTOON: "pontoon"}


class Grade(NamedTuple):
    """What a hand is worth; `points` part hands of the kind POINTS only. Compares as hands rank."""

    kind: Kind
    points: int

    def __str__(self) -> str:
        return str(self.points) if self.kind is Kind.POINTS else _WORDS[self.kind]


BUST: Final = Grade(Kind.BUST, 0)
TRICK: Final = Grade(Kind.TRICK, 0)
PONTOON: Final = Grade(Kind.PONTOON, 0)
ANY_GRADE: Final = (BUST, *(Grade(Kind.POINTS, points) for points in range(2, 22)), TRICK, PONTOON)

book.section("3", "The hands")


@book.clause("3.1")
def points(count: Count) -> int:
    """Face cards count ten and the others their pips; an ace counts one or eleven, whichever its holder likes."""
    return count.low + 10 if count.ace and count.low <= 11 else count.low


@book.clause("3.2")
def bust(count: Count) -> bool:
    """A hand of more than 21 points, even with its aces as one, is bust and can win nothing."""
    return count.low > 21


@book.clause(
    "3.3",
    reworded={
        "split_pontoon_counts=false": "The highest hand is a pontoon: an ace and a ten-point card, and no third, as "
        "they were dealt. After a split these two are 21 like any other."
    },
)
def pontoon(count: Count, from_split: bool, options: Options) -> bool:
    """The highest hand is a pontoon: an ace and a ten-point card, and no third; hands made by splitting count too."""
    return count.size == 2 and points(count) == 21 and (options.split_pontoon_counts or not from_split)


@book.clause(
    "3.4",
    reworded={
        "max_cards=5": "Next comes the five-card trick, five cards of at most 21 points; all such hands are equal."
    },
)
def five_card_trick(count: Count) -> bool:
    """Next comes the five-card trick, five or more cards of at most 21 points; all such hands are equal."""
    return count.size >= 5 and count.low <= 21


@book.clause("3.5")
def grade(count: Count, from_split: bool, options: Options) -> Grade:
    """All other hands rank by their points, from 21 down."""
    if bust(count):
        return BUST
    if pontoon(count, from_split, options):
        return PONTOON
    return TRICK if five_card_trick(count) else Grade(Kind.POINTS, points(count))


# -- Hands that are not wholly seen -------------------------------------------------------------------------


def counts(table: Table, box: Box) -> tuple[Count, ...]:
    """Return every count that a hand may have, given the cards that are seen; empty when its size is not known."""
    held = box.held
    low, ace = sum(LOW[card.rank] for card in held.cards), any(card.rank == "A" for card in held.cards)
    if held.unknown == 0 or low > 21:
        return (Count(len(held.cards) + (held.unknown or 0), low, ace),)
    if held.unknown is None:
        return ()
    size = len(held.cards) + held.unknown
    return _reached(Count(size, low, ace), held.unknown, _unseen(table.known))


def certainly(says: Callable[[Count], bool], of: Iterable[Count]) -> bool | None:
    """Say whether something is true of every count, or of none; None when it is of some, or none is possible."""
    answers = {says(count) for count in of}
    return answers.pop() if len(answers) == 1 else None


@lru_cache(maxsize=4096)
def _reached(seen: Count, unknown: int, unseen: frozenset[int]) -> tuple[Count, ...]:
    """Return every count of a hand when its unseen cards are of these values."""
    # Every bust is alike, so that points beyond 22 are not told apart.
    reached = {seen}
    for _ in range(unknown):
        reached = {
            Count(seen.size, min(22, low + pips), ace or pips == 1) for _, low, ace in reached for pips in unseen
        }
    return tuple(sorted(reached))


def _unseen(known: Known) -> frozenset[int]:
    """Return the values of which the pack has cards that nobody has seen."""
    seen = dict.fromkeys(COPIES, 0)
    for hand in known.hands:
        for card in hand.cards:
            seen[LOW[card.rank]] += 1
    return frozenset(pips for pips, copies in COPIES.items() if seen[pips] < copies)


def grades(table: Table, box: Box) -> tuple[Grade, ...]:
    """Return every grade that a hand may have, the lowest first."""
    of = counts(table, box)
    if len(of) == 1:
        return (grade(of[0], box.from_split, table.options),)
    return _graded(of, box.from_split, table.options)


@lru_cache(maxsize=4096)
def _graded(of: tuple[Count, ...], from_split: bool, options: Options) -> tuple[Grade, ...]:
    return tuple(sorted({grade(count, from_split, options) for count in of})) or ANY_GRADE


def ten_or_ace(card: Card) -> bool:
    """Tell whether a card can be part of a pontoon."""
    return LOW[card.rank] in (1, 10)
