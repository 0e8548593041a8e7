"""Reading and writing bids: ``two sixes``, ``eights and fours``, ``straight to nine``.

Every bid of these forms can be read, even one that the rules forbid, such as ``two twos``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import IntEnum
from functools import lru_cache
from typing import Final

from referee.cards.words import NUMBERS, RANK_NAMES, capitalise, join_words, number_word, plural, singular
from referee.rules import frozen, replace
from referee.rules.notation.line_words import WordReader
from referee.rules.notation.patterns import Slot

ORDER: Final = "23456789TJQKA"
STRAIGHT: Final = 5


class BidKind(IntEnum):
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
    zip(
        range(2, 9),
        (BidKind.PAIR, BidKind.THREE, BidKind.FOUR, BidKind.FIVE, BidKind.SIX, BidKind.SEVEN, BidKind.EIGHT),
        strict=True,
    )
)
COUNT: Final = {kind: count for count, kind in OF_A_KIND.items()}


@frozen
class PokerHand:
    """A hand that is bid: its kind, its ranks, and its `phrase`, such as ``a straight to nine``.

    Two pairs and flushes name the highest rank first, full houses the three before the pair, straights only the top.
    """

    kind: BidKind
    ranks: tuple[str, ...]
    phrase: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        article = (
            "the " if self.kind is BidKind.FLUSH else "a " * (self.kind in (BidKind.STRAIGHT, BidKind.STRAIGHT_FLUSH))
        )
        object.__setattr__(self, "phrase", f"{article}{self}")

    def __str__(self) -> str:
        first_rank, last_rank = self.ranks[0], self.ranks[-1]
        match self.kind:
            case BidKind.HIGH_CARD:
                return f"{singular(first_rank)} high"
            case BidKind.TWO_PAIR:
                return f"{plural(first_rank)} and {plural(last_rank)}"
            case BidKind.FULL_HOUSE:
                return f"{plural(first_rank)} over {plural(last_rank)}"
            case BidKind.STRAIGHT:
                return f"straight to {singular(first_rank)}"
            case BidKind.STRAIGHT_FLUSH:
                return f"straight flush to {singular(first_rank)}"
            case BidKind.FLUSH:
                return f"flush {' '.join(self.ranks)}"
        return f"{number_word(COUNT[self.kind])} {plural(first_rank)}"

    @property
    def title(self) -> str:
        """The hand as the start of a sentence: ``A straight to nine``."""
        return capitalise(self.phrase)

    @property
    def suited(self) -> bool:
        """Whether all of its cards must have one suit."""
        return self.kind is BidKind.FLUSH or self.kind is BidKind.STRAIGHT_FLUSH


@frozen
class BidForm:
    """A partly read form of bids: the `remaining` words, and the ranks and the count read so far.

    `RANKS` stands for one or more ranks, up to the end of the line. After the first rank, there may be `MORE`. After
    `ONE`, a rank in the singular, the line must `END`. `TOP` is four above the previous rank, and `RUN` is a straight
    in figures.
    """

    kind: BidKind
    remaining: Sequence[str]
    ranks: tuple[str, ...] = ()
    count: int = 0

    def advance(self, word: str) -> BidForm | None:
        """Return the form after another word; None if the word does not fit."""
        expected, *next_words = self.remaining or ("",)
        if expected == "COUNT":
            return replace(self, remaining=next_words, count=_COUNTS[word]) if word in _COUNTS else None
        if expected in ("RANK", "RANKS", "MORE"):
            remaining = next_words if expected == "RANK" else ("MORE",)
            return replace(self, remaining=remaining, ranks=(*self.ranks, _RANKS[word])) if word in _RANKS else None
        if expected == "ONE":
            return replace(self, remaining=next_words, ranks=(_RANKS[word],)) if word in _SINGLES else None
        if expected == "TOP":
            is_rank_match = _RANKS.get(word, "") == dict(zip(ORDER, ORDER[STRAIGHT - 1 :], strict=False)).get(
                self.ranks[-1]
            )
            return replace(self, remaining=next_words, ranks=(_RANKS[word],)) if is_rank_match else None
        if expected == "RUN":
            hand = _read_figures(word)
            return (
                replace(self, remaining=next_words, ranks=hand.ranks)
                if hand and hand.kind is BidKind.STRAIGHT
                else None
            )
        return replace(self, remaining=next_words) if word in _SPELLINGS.get(expected, (expected,)) else None

    def hand(self) -> PokerHand:
        """Return the complete hand."""
        kind = OF_A_KIND[self.count] if self.count else self.kind
        is_ordered = kind in (BidKind.TWO_PAIR, BidKind.FLUSH)
        return PokerHand(kind, tuple(sorted(self.ranks, key=ORDER.index, reverse=True)) if is_ordered else self.ranks)


def read_bid(words: WordReader) -> PokerHand:
    """Return the bid at the start of `words`. Raise `UnreadableLine`, naming what was expected, if there is none."""
    texts = " ".join(words.texts[words.index :]).replace("-", " ").split()  # "ace-high" is two words
    words.texts[words.index :] = [stripped for text in texts if (stripped := text.strip(",:;()"))]
    forms, first = _ALL_FORMS, words.index
    if hand := _read_figures("".join(words.ahead(1)).casefold()):
        words.skip(1)
        words.mark_reworded()
        return hand
    while not words.at_end:
        word = words.texts[words.index].casefold()
        continuations = _start(word) if words.index == first else _advance(forms, word)
        if not continuations and word != "the":
            break
        forms = continuations or forms
        words.skip(1)
    if complete := [
        form for form in forms if not form.remaining or (words.at_end and form.remaining[0] in ("MORE", "END"))
    ]:
        hand = complete[0].hand()
        if " ".join(words.texts[first : words.index]).casefold() != str(hand):
            words.mark_reworded()
        return hand
    expected, problem = _expected(forms, words)
    word = words.take(expected)
    raise words.fault(f"{word!r} {problem}. Use {expected}")


@lru_cache(maxsize=64)
def _start(word: str) -> tuple[BidForm, ...]:
    """Return the forms after the first word. An article is skipped, but "A" may also be the ace, as in "A high"."""
    return (*(_ALL_FORMS if word in ("a", "an") else ()), *_advance(_ALL_FORMS, word))


def _read_figures(text: str) -> PokerHand | None:
    """Return the hand written card by card, as ``KK``, ``KKK44`` or ``56789``, or by count, as ``3K``; else None."""
    if match := _COUNT_AND_RANK.fullmatch(text):
        return PokerHand(OF_A_KIND[int(match[1])], (match[2].upper(),))
    ranks = text.replace("10", "t").upper()
    if len(ranks) < 2 or not set(ranks) <= set(ORDER):
        return None
    by_count = Counter(ranks).most_common()
    ranks_named = tuple(rank for rank, _ in by_count)
    match [count for _, count in by_count]:
        case [count] if count in OF_A_KIND:
            return PokerHand(OF_A_KIND[count], ranks_named)
        case [2, 2]:
            return PokerHand(BidKind.TWO_PAIR, tuple(sorted(ranks_named, key=ORDER.index, reverse=True)))
        case [3, 2]:
            return PokerHand(BidKind.FULL_HOUSE, ranks_named)
    is_run = len(ranks) == STRAIGHT and "".join(sorted(ranks, key=ORDER.index)) in ORDER
    return PokerHand(BidKind.STRAIGHT, (max(ranks, key=ORDER.index),)) if is_run else None


def _advance(forms: Iterable[BidForm], word: str) -> tuple[BidForm, ...]:
    return tuple([next_form for form in forms if (next_form := form.advance(word))])


def _expected(forms: Iterable[BidForm], words: WordReader) -> tuple[str, str]:
    """Return the possible next words, and a message on any other word."""
    if any(form in _ALL_FORMS for form in forms):
        return _EXPECTED, "does not begin a bid"
    next_words = tuple(dict.fromkeys(form.remaining[0] for form in forms))
    if not {"RANK", "RANKS", "MORE"}.isdisjoint(next_words):
        return _RANK, "is not a rank"
    literals = join_words([repr(word) for word in next_words if word.islower()][:3], "or")
    return f"{literals} after {words.texts[words.index - 1]!r}", "does not fit here"


def _spellings(rank: str) -> tuple[str, ...]:
    figures = (rank.casefold(), "10") if rank == "T" else (rank.casefold(),)
    return (singular(rank), plural(rank), *figures, *(f"{figure}s" for figure in figures))


_RANKS: Final = {spelling: rank for rank in RANK_NAMES for spelling in _spellings(rank)}
_COUNTS: Final = {spelling: count for count in OF_A_KIND for spelling in (NUMBERS[count], str(count))}
_COUNTS.update(trip=3, trips=3, triple=3, set=3, quad=4, quads=4)
_RANKS.update(deuce="2", deuces="2", trey="3", treys="3", knave="J", knaves="J")
# A seven alone may also be a count.
_SINGLES: Final = {spelling for rank in RANK_NAMES for spelling in (singular(rank), rank.casefold())} - _COUNTS.keys()
_COUNT_AND_RANK: Final = re.compile(r"([2-8])x?([tjqka])'?s?")
_SPELLINGS: Final = {
    "one": ("one", "1", "single"),
    "two": ("two", "2"),
    "three": ("three", "3", "trip", "trips"),
    "and": ("and", "&"),
}
_PAIRS: Final = ("pair of RANK", "two RANK", "two of a kind RANK", "two of a kind of RANK")
_STRAIGHTS: Final = (
    "{} to RANK", "{} up to RANK", "{} RANK high", "RANK high {}", "{} RANK to TOP", "{} RANK TOP",
    "{} from RANK to TOP", "{} RUN",
)  # fmt: skip
_FORMS: Final = {
    BidKind.PAIR: (
        "COUNT RANK",
        "COUNT of a kind RANK",
        "COUNT of a kind of RANK",
        "COUNT of RANK",
        "pair of RANK",
        "pair RANK",
        "one pair RANK",
    ),
    BidKind.HIGH_CARD: ("RANK high", "high card RANK", "one RANK", "ONE END"),
    BidKind.TWO_PAIR: (
        "RANK and RANK",
        "two pair RANK and RANK",
        "two pairs RANK and RANK",
        *(f"{first} and {second}" for first in _PAIRS for second in ("pair of RANK", "a pair of RANK", "two RANK")),
    ),
    BidKind.STRAIGHT: tuple(form.format("straight") for form in _STRAIGHTS),
    BidKind.STRAIGHT_FLUSH: tuple(form.format("straight flush") for form in _STRAIGHTS),
    BidKind.FLUSH: ("flush RANKS",),
    BidKind.FULL_HOUSE: (
        *(f"{full}RANK {over} RANK" for full in ("", "full house ", "boat ") for over in ("over", "full of")),
        *(f"three RANK and {pair} RANK" for pair in ("two", "pair of", "a pair of")),
    ),
}
_ALL_FORMS: Final = tuple(BidForm(kind, form.split()) for kind, forms in _FORMS.items() for form in forms)
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


def next_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that may follow in a printed bid; empty if the bid is complete."""
    match words:
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
        case [word] if word in _NUMBERS or word in _SINGULARS:
            return *(("high",) if word in _SINGULARS else ()), *(_PLURALS if word in _NUMBERS else ())
        case [word] if word in _PLURALS:
            return "and", "over"
        case [word, "and" | "over"]:
            return tuple(rank for rank in _PLURALS if rank != word)
    return ()


BID: Final = Slot(read_bid, lambda hand, _: str(hand), _SAMPLES, next_words)
