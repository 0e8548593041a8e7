"""What may be said as a bid, and how it is written: ``two sixes``, ``eights and fours``, ``straight to nine``.

Everything that a player might say in this manner can be read, also what the rules forbid, such as ``two twos``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from referee.cards.words import NUMBERS, RANK_NAMES, capitalised, number, plural, singular
from referee.rules import Seats
from referee.rules.grammar import Misread, Slot, Word, Words

ORDER: Final = "23456789TJQKA"


class Kind(IntEnum):
    """The kinds of hand, from low to high."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR = 8
    STRAIGHT_FLUSH = 9
    FIVE = 10
    SIX = 11
    SEVEN = 12
    EIGHT = 13


OF_A_KIND: Final = {
    2: Kind.PAIR,
    3: Kind.THREE,
    4: Kind.FOUR,
    5: Kind.FIVE,
    6: Kind.SIX,
    7: Kind.SEVEN,
    8: Kind.EIGHT,
}
COUNT: Final = {kind: count for count, kind in OF_A_KIND.items()}


@dataclass(frozen=True, slots=True)
class PokerHand:
    """A hand as it is bid: its kind and the ranks it names.

    Two pairs and flushes name the highest rank first, full houses the three before the pair, straights only the top.
    """

    kind: Kind
    ranks: tuple[str, ...]

    def __str__(self) -> str:
        first, last = self.ranks[0], self.ranks[-1]
        match self.kind:
            case Kind.HIGH_CARD:
                return f"{singular(first)} high"
            case Kind.TWO_PAIR:
                return f"{plural(first)} and {plural(last)}"
            case Kind.FULL_HOUSE:
                return f"{plural(first)} over {plural(last)}"
            case Kind.STRAIGHT:
                return f"straight to {singular(first)}"
            case Kind.STRAIGHT_FLUSH:
                return f"straight flush to {singular(first)}"
            case Kind.FLUSH:
                return f"flush {' '.join(self.ranks)}"
            case _:
                return f"{number(COUNT[self.kind])} {plural(first)}"

    @property
    def phrase(self) -> str:
        """The hand as it stands in a sentence: ``a straight to nine``."""
        if self.kind is Kind.FLUSH:
            return f"the {self}"
        return f"a {self}" if self.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH) else str(self)

    @property
    def title(self) -> str:
        """The hand as it begins a sentence: ``A straight to nine``."""
        return capitalised(self.phrase)

    @property
    def suited(self) -> bool:
        """Whether its cards must be of one suit."""
        return self.kind in (Kind.FLUSH, Kind.STRAIGHT_FLUSH)


def highest_first(ranks: Iterable[str]) -> tuple[str, ...]:
    """Return ranks from the ace down."""
    return tuple(sorted(ranks, key=ORDER.index, reverse=True))


def read_bid(words: Words) -> PokerHand:
    """Read a bid. Raises `Misread`, saying what was expected."""
    _skip_article(words)
    first = words.take(_EXPECTED)
    said = first.text.casefold()
    match said:
        case "straight":
            kind = Kind.STRAIGHT_FLUSH if _skips(words, "flush") else Kind.STRAIGHT
            _skip(words, "to")
            return PokerHand(kind, (_read_rank(words),))
        case "flush":
            return _read_flush(words)
        case "pair":
            _skip(words, "of")
            return PokerHand(Kind.PAIR, (_read_rank(words),))
        case "full":
            _skip(words, "house")
            return _read_full_house(words)
        case "high":
            _skip(words, "card")
            return PokerHand(Kind.HIGH_CARD, (_read_rank(words),))
        case "two" | "2" if _skips(words, "pair") or _skips(words, "pairs"):
            return _read_two_pair(words)
    # A number may be a count or a rank: "eight fours", but "eight high".
    if said in _COUNTS and not any(word.text.casefold() in _JOINS for word in words.ahead(1)):
        return _read_of_a_kind(words, _COUNTS[said])
    if said in _RANKS:
        return _read_joined(words, first)
    raise Misread(first.column, len(first.text), f"{first.text!r} does not begin a bid; expected {_EXPECTED}")


def _read_flush(words: Words) -> PokerHand:
    """Read what follows ``flush``: its ranks."""
    ranks = [_read_rank(words)]
    while not words.at_end:
        ranks.append(_read_rank(words))
    return PokerHand(Kind.FLUSH, highest_first(ranks))


def _read_two_pair(words: Words) -> PokerHand:
    """Read what follows ``two pair``: ``eights and fours``."""
    first = _read_rank(words)
    _skip(words, "and")
    return PokerHand(Kind.TWO_PAIR, highest_first((first, _read_rank(words))))


def _read_of_a_kind(words: Words, count: int) -> PokerHand:
    """Read what follows a count: ``sixes`` or ``of a kind sixes``."""
    if _skips(words, "of"):
        _skip(words, "a")
        _skip(words, "kind")
        _skips(words, "of")
    return PokerHand(OF_A_KIND[count], (_read_rank(words),))


def _read_joined(words: Words, first: Word) -> PokerHand:
    """Read what follows a rank: ``high``, ``and fours``, ``over kings`` or ``full of kings``."""
    rank = _RANKS[first.text.casefold()]
    join = words.take(f"{_JOINED} after {first.text!r}")
    match join.text.casefold():
        case "high":
            return PokerHand(Kind.HIGH_CARD, (rank,))
        case "and":
            return PokerHand(Kind.TWO_PAIR, highest_first((rank, _read_rank(words))))
        case "over":
            return PokerHand(Kind.FULL_HOUSE, (rank, _read_rank(words)))
        case "full":
            _skip(words, "of")
            return PokerHand(Kind.FULL_HOUSE, (rank, _read_rank(words)))
    raise Misread(join.column, len(join.text), f"expected {_JOINED} after {first.text!r}, not {join.text!r}")


def _skip_article(words: Words) -> None:
    """Pass over ``a`` in ``a pair of sixes``, but not in ``A high`` or ``A full of Ks``, where it is the ace."""
    said = [word.text.casefold() for word in words.ahead(3)]
    named = said[1:2] and said[1] in _JOINS and said[1:] not in (["full", "house"], ["high", "card"])
    words.skip(said[:1] in (["a"], ["an"]) and not named)


def _read_full_house(words: Words) -> PokerHand:
    """Read what follows ``full house``: ``jacks over tens`` or ``jacks full of tens``."""
    three = _read_rank(words)
    if _skips(words, "full"):
        _skip(words, "of")
    else:
        _skip(words, "over")
    return PokerHand(Kind.FULL_HOUSE, (three, _read_rank(words)))


def write_bid(hand: PokerHand, _seats: Seats) -> str:
    """Print a bid as it is read."""
    return str(hand)


def _read_rank(words: Words) -> str:
    word = words.take(_RANK)
    if word.text.casefold() not in _RANKS:
        raise Misread(word.column, len(word.text), f"{word.text!r} is not a rank; expected {_RANK}")
    return _RANKS[word.text.casefold()]


def _skips(words: Words, literal: str) -> bool:
    found = any(word.text.casefold() == literal for word in words.ahead(1))
    words.skip(found)
    return found


def _skip(words: Words, literal: str) -> None:
    word = words.take(f"{literal!r}")
    if word.text.casefold() != literal:
        raise Misread(word.column, len(word.text), f"expected {literal!r}, not {word.text!r}")


def _spellings(rank: str) -> tuple[str, ...]:
    figures = (rank.casefold(), "10") if rank == "T" else (rank.casefold(),)
    return (singular(rank), plural(rank), *figures, *(f"{figure}s" for figure in figures))


_RANKS: Final = {spelling: rank for rank in RANK_NAMES for spelling in _spellings(rank)}
_COUNTS: Final = {spelling: count for count in OF_A_KIND for spelling in (NUMBERS[count], str(count))}
_JOINS: Final = ("high", "and", "over", "full")
_JOINED: Final = "'high', 'and' or 'over'"
_RANK: Final = "a rank, such as sixes, 6s or Qs"
_EXPECTED: Final = "a bid, such as 'jack high', 'two sixes', 'eights and fours' or 'straight to nine'"
BID: Final = Slot(
    read_bid,
    write_bid,
    samples=(
        "jack high",
        "two sixes",
        "pair of tens",
        "eights and fours",
        "three queens",
        "straight to nine",
        "fives over kings",
        "four aces",
        "five sevens",
        "six threes",
        "seven eights",
        "eight aces",
        "flush K J 9 7 4",
        "straight flush to nine",
    ),
)
