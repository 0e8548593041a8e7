"""The points and the ranking of the hands: chapter 3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from referee.cards import FRENCH, Card
from referee.games.pontoon.table import BUST, Box, Options, Table, book
from referee.rules import Hand, Known

LOW: Final = {rank: min(pips, 10) for pips, rank in enumerate("A23456789TJQK", 1)}
OF_VALUE: Final = {
    pips: frozenset(card for card in FRENCH.cards if LOW[card.rank] == pips) for pips in dict.fromkeys(LOW.values())
}
EVERY_VALUE: Final = frozenset(OF_VALUE)
TENS_AND_ACES: Final = OF_VALUE[10] | OF_VALUE[1]


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
    points: int = 0

    def __str__(self) -> str:
        return _WORDS.get(self.kind) or str(self.points)


Grades = tuple[Grade, ...]
BUST_HAND: Final = (Grade(Kind.BUST),)
A_PONTOON: Final = (Grade(Kind.PONTOON),)
ANY_GRADE: Final = (*BUST_HAND, *(Grade(Kind.POINTS, points) for points in range(2, 22)), Grade(Kind.TRICK), *A_PONTOON)

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
def pontoon(count: Count) -> bool:
    """The highest hand is a pontoon: an ace and a ten-point card, and no third; hands made by splitting count too."""
    return count == (2, 11, True)


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
def grade(count: Count, pontoons: bool) -> Grade:
    """All other hands rank by their points, from 21 down."""
    if bust(count):
        return Grade(Kind.BUST)
    if pontoons and pontoon(count):
        return Grade(Kind.PONTOON)
    return Grade(Kind.TRICK) if five_card_trick(count) else Grade(Kind.POINTS, points(count))


# -- Hands that are not wholly seen -------------------------------------------------------------------------


def counts(known: Known, held: Hand) -> tuple[Count, ...]:
    """Return every count that a hand may have, the lowest first; none when nobody knows how many cards it has."""
    if held.unknown is None:
        seen = _counts(held.cards, 0, EVERY_VALUE)
        return seen if seen[0].low > 21 else ()
    return _counts(held.cards, held.unknown, unseen(known) if held.unknown else EVERY_VALUE)


@lru_cache(maxsize=4096)
def _counts(cards: tuple[Card, ...], unknown: int, values: frozenset[int]) -> tuple[Count, ...]:
    size, low = len(cards) + unknown, sum(LOW[card.rank] for card in cards)
    reached = {Count(size, low, any(card.rank == "A" for card in cards))}
    if low > 21:
        return tuple(reached)
    # Every bust is alike, so that points beyond 22 are not told apart.
    for _ in range(unknown):
        reached = {Count(size, min(22, low + pips), ace or pips == 1) for _, low, ace in reached for pips in values}
    return tuple(sorted(reached))


def unseen(known: Known) -> frozenset[int]:
    """Return the values of which there are cards that nobody has seen."""
    if len(known.located) < len(OF_VALUE[1]):
        return EVERY_VALUE
    seen = known.located.keys()
    return frozenset(pips for pips, cards in OF_VALUE.items() if not cards <= seen)


def certainly(says: Callable[[Count], bool], of: Iterable[Count]) -> bool | None:
    """Say whether something is true of every count, or of none; None when it is of some, or none is possible."""
    answers = {says(count) for count in of}
    return answers.pop() if len(answers) == 1 else None


def is_bust(known: Known, held: Hand) -> bool | None:
    """Tell whether a hand is certainly bust, or certainly not."""
    unknown, size = held.unknown, len(held.cards)
    if unknown is not None and size + unknown == 2:
        return False
    of = counts(known, held)
    if not of:
        return None
    return True if of[0].low > 21 else False if of[-1].low <= 21 else None


def grades(table: Table, seat: int, box: Box) -> Grades:
    """Return every grade that a hand may have, the lowest first."""
    if box.ended == BUST:
        return BUST_HAND
    of = counts(table.known, table.held(seat, box))
    if not of:
        return ANY_GRADE[:-1] if box.taken else ANY_GRADE
    return _graded(of, makes_pontoons(table.options, box))


@lru_cache(maxsize=4096)
def _graded(of: tuple[Count, ...], pontoons: bool) -> Grades:
    return tuple(sorted({grade(count, pontoons) for count in of}))


def makes_pontoons(options: Options, box: Box) -> bool:
    """Tell whether an ace and a ten-point card are a pontoon in a hand."""
    return options.split_pontoon_counts or not box.from_split


def has_pontoon(table: Table, seat: int, box: Box) -> bool | None:
    """Tell whether a hand is certainly a pontoon, or certainly none."""
    held = table.held(seat, box)
    if box.ended == BUST or box.taken or not TENS_AND_ACES.issuperset(held.cards):
        return False
    of = grades(table, seat, box)
    return of == A_PONTOON or (None if of[-1:] == A_PONTOON else False)


def in_words(of: Collection[Grade]) -> str:
    """Return what a hand is, as far as it is known."""
    return str(next(iter(of))) if len(of) == 1 else "hand"
