"""What may be said as a bid, and how it is written: ``two sixes``, ``eights and fours``, ``straight to nine``.

Everything that a player might say in this manner can be read, also what the rules forbid, such as ``two twos``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Final

from referee.cards.words import NUMBERS, RANK_NAMES, capitalised, number, plural, singular
from referee.rules import value
from referee.rules.notation.grammar import Slot
from referee.rules.notation.line_words import Words

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


OF_A_KIND: Final = dict(
    zip(range(2, 9), (Kind.PAIR, Kind.THREE, Kind.FOUR, Kind.FIVE, Kind.SIX, Kind.SEVEN, Kind.EIGHT), strict=True)
)
COUNT: Final = {kind: count for count, kind in OF_A_KIND.items()}


@value
class PokerHand:
    """A hand as it is bid: its kind and the ranks it names, and the `phrase` for it: ``a straight to nine``.

    Two pairs and flushes name the highest rank first, full houses the three before the pair, straights only the top.
    """

    kind: Kind
    ranks: tuple[str, ...]
    phrase: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        article = "the " if self.kind is Kind.FLUSH else "a " * (self.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH))
        object.__setattr__(self, "phrase", f"{article}{self}")

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
        return f"{number(COUNT[self.kind])} {plural(first)}"

    @property
    def title(self) -> str:
        """The hand as it begins a sentence: ``A straight to nine``."""
        return capitalised(self.phrase)

    @property
    def suited(self) -> bool:
        """Whether its cards must be of one suit."""
        return self.kind is Kind.FLUSH or self.kind is Kind.STRAIGHT_FLUSH


def read_bid(words: Words) -> PokerHand:
    """Read a bid. Raises `Misread`, saying what was expected."""
    _part_hyphens(words)
    _skip_article(words)
    said = words.take(_EXPECTED).casefold()
    match said:
        case "straight":
            kind = Kind.STRAIGHT_FLUSH if _skips(words, "flush") else Kind.STRAIGHT
            _skip(words, "to")
            return PokerHand(kind, (_read_rank(words),))
        case "flush":
            return _read_flush(words)
        case "full":
            _skip(words, "house")
            return _read_full_house(words)
        case "high":
            _skip(words, "card")
            return PokerHand(Kind.HIGH_CARD, (_read_rank(words),))
        case "pair":
            _skip(words, "of")
            return _read_pairs(words)
        case "two" | "2" if _skips(words, "pair", "pairs"):
            first = _read_rank(words)
            _skip(words, "and")
            return _two_pair(first, _read_rank(words))
    # A number may be a count or a rank: "eight fours", but "eight high".
    if said in _COUNTS and not _comes(words, *_JOINS):
        return _read_of_a_kind(words, _COUNTS[said])
    if said in _RANKS:
        return _read_joined(words, _RANKS[said])
    raise words.misread(f"{_last(words)!r} does not begin a bid. Use {_EXPECTED}")


def _part_hyphens(words: Words) -> None:
    """Let ``ace-high`` be two words."""
    words.texts[words.at :] = " ".join(words.texts[words.at :]).replace("-", " ").split()


def _skip_article(words: Words) -> None:
    """Pass over ``a`` in ``a pair of sixes``, but not in ``A high`` or ``A full of Ks``, where it is the ace."""
    said = [word.casefold() for word in words.ahead(3)]
    named = said[1:2] and said[1] in _JOINS and said[1:] not in (["full", "house"], ["high", "card"])
    words.skip(said[:1] in (["a"], ["an"]) and not named)


def _read_flush(words: Words) -> PokerHand:
    """Read what follows ``flush``: its ranks."""
    ranks = [_read_rank(words)]
    while not words.at_end:
        ranks.append(_read_rank(words))
    return PokerHand(Kind.FLUSH, _highest_first(ranks))


def _read_full_house(words: Words) -> PokerHand:
    """Read what follows ``full house``: ``jacks over tens`` or ``jacks full of tens``."""
    three = _read_rank(words)
    if _skips(words, "full"):
        _skip(words, "of")
    else:
        _skip(words, "over")
    return PokerHand(Kind.FULL_HOUSE, (three, _read_rank(words)))


def _read_pairs(words: Words) -> PokerHand:
    """Read what follows ``pair of``: ``sixes``, or ``sixes and pair of fours``."""
    first = _read_rank(words)
    if not _skips(words, "and"):
        return PokerHand(Kind.PAIR, (first,))
    _skips(words, "a")
    if not _skips(words, "two", "2"):
        _skip(words, "pair")
        _skip(words, "of")
    return _two_pair(first, _read_rank(words))


def _read_of_a_kind(words: Words, count: int) -> PokerHand:
    """Read what follows a count: ``sixes`` or ``of a kind sixes``."""
    if _skips(words, "of"):
        _skip(words, "a")
        _skip(words, "kind")
        _skips(words, "of")
    return _read_pairs(words) if count == 2 else PokerHand(OF_A_KIND[count], (_read_rank(words),))


def _read_joined(words: Words, rank: str) -> PokerHand:
    """Read what follows a rank: ``high``, ``and fours``, ``over kings`` or ``full of kings``."""
    expected = f"'high', 'and' or 'over' after {_last(words)!r}"
    match words.take(expected).casefold():
        case "high":
            return PokerHand(Kind.HIGH_CARD, (rank,))
        case "and":
            return _two_pair(rank, _read_rank(words))
        case "over":
            return PokerHand(Kind.FULL_HOUSE, (rank, _read_rank(words)))
        case "full":
            _skip(words, "of")
            return PokerHand(Kind.FULL_HOUSE, (rank, _read_rank(words)))
    raise words.misread(f"{_last(words)!r} does not fit here. Use {expected}")


def _two_pair(*ranks: str) -> PokerHand:
    return PokerHand(Kind.TWO_PAIR, _highest_first(ranks))


def _highest_first(ranks: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=ORDER.index, reverse=True))


def _read_rank(words: Words) -> str:
    word = words.take(_RANK)
    if word.casefold() not in _RANKS:
        raise words.misread(f"{word!r} is not a rank. Use {_RANK}")
    return _RANKS[word.casefold()]


def _last(words: Words) -> str:
    return words.texts[words.at - 1]


def _comes(words: Words, *literals: str) -> bool:
    return any(word.casefold() in literals for word in words.ahead(1))


def _skips(words: Words, *literals: str) -> bool:
    found = _comes(words, *literals)
    words.skip(found)
    return found


def _skip(words: Words, literal: str) -> None:
    if words.take(repr(literal)).casefold() != literal:
        raise words.misread(f"{_last(words)!r} does not fit here. Use {literal!r}")


def _spellings(rank: str) -> tuple[str, ...]:
    figures = (rank.casefold(), "10") if rank == "T" else (rank.casefold(),)
    return (singular(rank), plural(rank), *figures, *(f"{figure}s" for figure in figures))


_RANKS: Final = {spelling: rank for rank in RANK_NAMES for spelling in _spellings(rank)}
_COUNTS: Final = {spelling: count for count in OF_A_KIND for spelling in (NUMBERS[count], str(count))}
_COUNTS.update(trip=3, trips=3, quad=4, quads=4)
_JOINS: Final = ("high", "and", "over", "full")
_RANK: Final = "a rank, such as sixes, 6s or Qs"
_EXPECTED: Final = "a bid, such as 'jack high', 'two sixes', 'eights and fours' or 'straight to nine'"
_SAMPLES: Final = (
    "jack high", "two sixes", "pair of tens", "eights and fours", "three queens", "straight to nine",
    "fives over kings", "four aces", "five sevens", "six threes", "seven eights", "eight aces", "flush K J 9 7 4",
    "straight flush to nine",
)  # fmt: skip
_SINGULARS: Final = tuple(singular(rank) for rank in reversed(ORDER))
_PLURALS: Final = tuple(plural(rank) for rank in reversed(ORDER))
_NUMBERS: Final = tuple(NUMBERS[count] for count in OF_A_KIND)


def follows(said: Sequence[str]) -> tuple[str, ...]:
    """Return the words that may come next in a bid as it is printed; none where it is whole."""
    match said:
        case []:
            return *_NUMBERS[:4], *_PLURALS, *_SINGULARS, "straight", "flush", *_NUMBERS[4:]
        case ["straight"]:
            return "to", "flush"
        case ["straight", "flush"]:
            return ("to",)
        case ["straight", *_, "to"]:
            return _SINGULARS
        case ["flush", *ranks] if len(ranks) < 5:
            return tuple(rank for rank in reversed(ORDER) if rank not in ranks)
        case [one] if one in _NUMBERS or one in _SINGULARS:
            return *(("high",) if one in _SINGULARS else ()), *(_PLURALS if one in _NUMBERS else ())
        case [one] if one in _PLURALS:
            return "and", "over"
        case [one, "and" | "over"]:
            return tuple(rank for rank in _PLURALS if rank != one)
    return ()


BID: Final = Slot(read_bid, lambda hand, _: str(hand), _SAMPLES, follows)
