"""English names of cards, for reasons and bids."""

from collections.abc import Iterable, Sequence
from typing import Final

RANK_NAMES: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def singular(rank: str) -> str:
    """Return ``six`` for ``6``."""
    return RANK_NAMES[rank]


def plural(rank: str) -> str:
    """Return ``sixes`` for ``6``."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def with_article(rank: str) -> str:
    """Return ``an ace`` for ``A``, ``a six`` for ``6``."""
    return f"{'an' if rank in '8A' else 'a'} {RANK_NAMES[rank]}"


def number_word(count: int) -> str:
    """Return a small number as a word, and a larger one in figures."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def quantity(count: int, noun: str, nouns: str = "") -> str:
    """Return ``1 card`` or ``3 cards``."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def ordinal(number: int) -> str:
    """Return an ordinal number: ``1st``, ``12th``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def capitalise(sentence: str) -> str:
    """Return a sentence with its first letter in upper case."""
    return sentence[:1].upper() + sentence[1:]


def join_words(things: Iterable[object], last: str = "and") -> str:
    """Return ``6H, 2S and KD``."""
    words: Sequence[str] = [str(word) for word in things]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
