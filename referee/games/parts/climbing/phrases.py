"""The acts of plays and passes in climbing games, and players' words for them."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Final

from referee.cards.words import NUMBERS, RANK_NAMES, plural
from referee.games.parts.acts import Pass, Play
from referee.rules import Cards, Rulebook
from referee.rules.notation.line_words import AmbiguousLine, UnreadableLine, WordReader
from referee.rules.notation.patterns import COMMON_SLOTS, Slot
from referee.rules.notation.phrases import ARTICLES

# The names of combinations, with their number of cards where it is always the same.
SHAPE_SIZES: Final = {
    "single": 1, "pair": 2, "triple": 3, "trips": 3, "three of a kind": 3, "straight flush": 0, "royal flush": 5,
    "straight": 0, "run": 0, "sequence": 0, "flush": 5, "full house": 5, "bomb": 0,
}  # fmt: skip
_RANKS: Final = {plural(rank): rank for rank in RANK_NAMES} | {name: rank for rank, name in RANK_NAMES.items()}
_UNSUITED: Final = r"(?:10|[2-9tjqka])+'?s?"
_LONGEST: Final = 4


def read_combination(words: WordReader) -> Cards:
    """Return the cards of a combination. Its name may come first. Raise `UnreadableLine` if there are none."""
    start = words.index
    shape = "" if start < len(words.texts) and words.texts[start] in words.pack.by_text else _read_shape(words)
    cards_start = words.index
    try:
        cards: Cards = COMMON_SLOTS["CARDS"].read(words)
    except UnreadableLine as fault:
        is_bare_rank = "".join(words.texts[cards_start : cards_start + 1]).upper().replace("10", "T") in RANK_NAMES
        if (shape or not is_bare_rank) and (ranks := _read_ranks(words.texts[cards_start:])):
            raise _ask_for_suits(words, start, ranks * (2 if shape == "pair" and len(ranks) == 1 else 1)) from None
        raise fault
    count = SHAPE_SIZES.get(shape, 0)
    if shape and len(cards) != count and (count or len(cards) == 1):
        raise _ask_for_suits(
            words, start, "".join(card.rank for card in cards) * (max(count, 1) if len(cards) == 1 else 1)
        )
    if shape:
        words.mark_reworded()
    return cards


def _read_shape(words: WordReader) -> str:
    """Skip the name of a combination, such as ``a pair of``. Return it; empty if there is none."""
    folded_words = [word.casefold().strip(",:") for word in words.ahead(_LONGEST + 1)]
    first = bool(folded_words) and folded_words[0] in ARTICLES
    for length in range(min(_LONGEST, len(folded_words) - first), 0, -1):
        shape = " ".join(folded_words[first : first + length])
        if shape in SHAPE_SIZES:
            words.skip(first + length)
            words.skip(words.is_next("of"))
            return shape
    return ""


def _read_ranks(texts: list[str]) -> str:
    """Return ranks written without suits, as in ``34567`` or ``two fours``; empty for anything else."""
    ranks, count = "", 1
    for text in texts:
        word = text.strip(",-").casefold()
        if word in NUMBERS[2:5] and text is not texts[-1]:
            count = NUMBERS.index(word)
        elif re.fullmatch(_UNSUITED, word, re.IGNORECASE):
            ranks += word.replace("10", "t").removesuffix("s").removesuffix("'").upper() * count
        elif word in _RANKS:
            ranks += _RANKS[word] * count
        elif word not in ("and", "to", "of", "over", "full", ""):
            return ""
    return ranks


def _ask_for_suits(words: WordReader, start: int, ranks: str) -> UnreadableLine:
    suits = cycle("DCHS")
    cards = " ".join(f"{rank}{suit}" for rank, suit in zip(ranks[:5], suits, strict=False))
    text = " ".join(words.texts[start:])
    question = f"which cards are {text!r}? Name each with its suit, such as {cards}"
    return AmbiguousLine(words.column(start), len(text), question)


def register_plays(book: Rulebook) -> None:
    """Register the acts of playing and passing."""
    book.add_act(Play, "NAME plays CARDS", CARDS=Slot(read_combination, COMMON_SLOTS["CARDS"].write))
    book.add_act(Pass, "NAME passes")
    book.add_synonyms(
        {
            "plays CARDS": "leads (off) with, opens/starts/begins (with), throws down, puts (out), lays out, drops, "
            "goes, beats (it/that) with, beats NAME2 with, beats (NAME2's) CARDS2 with, tops (it) with, "
            "goes (out) with, follows/answers/comes/covers/trumps/finishes/ends with, (plays) last card/cards",
            "passes": "skips, knocks, taps, pass it, can't/cannot (go), can't/cannot beat it, no play, misses turn, "
            "lets it go, passes on CARDS, no, says no, no beat",
            **{f"plays {shape}": shape for shape in SHAPE_SIZES},
            "plays bomb": "bomb, bombs (it) (with)",
        }
    )
    book.explain_words(
        {
            "(has) last card, (has) one (card) left": "nobody's last card is announced. Leave the line out",
            "goes/is out, i'm out, out, finishes, wins (it/round/hand), takes trick/lead": "leave the line out: "
            "the lines before show who is out or has won",
        }
    )
