"""Cards as screens display them: ``10♥`` for ``TH``."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from referee.cards.immutable import frozen

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@frozen
class SuitColours:
    """The colours of a suit: on light, on dark, and in a terminal with an unknown background.

    The terminal colour is one of the 256 colours, legible on white and on black; None means the text colour.
    """

    light: str
    dark: str
    terminal: int | None


SUIT_COLOURS: Final = {
    "S": SuitColours("#1a1a1a", "#ecebe6", None),
    "H": SuitColours("#b00020", "#ffa3b0", 131),
    "D": SuitColours("#0b4fb0", "#9cc4f5", 63),
    "C": SuitColours("#0a6b3c", "#63d49a", 29),
}
"""The colours of the suits, four of them, so that no two are mistaken for each other; everywhere the same."""
_CARD = re.compile(r"\b(10|[2-9TJQKA])(?:([SHDC])\b|([♠♥♦♣]))")
_SUITS: Final = {sign: suit for suit, sign in SIGNS.items()}


def split_at_cards(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a sentence: each card as its sign with its suit, and the text between with no suit.

    Cards already written as signs are found too, so a sentence can be wrapped before it is coloured.
    """
    index = 0
    for match in _CARD.finditer(text):
        if match.start() > index:
            yield text[index : match.start()], ""
        rank, letter, sign = match.groups()
        suit = letter or _SUITS[sign]
        yield f"{'10' if rank == 'T' else rank}{SIGNS[suit]}", suit
        index = match.end()
    if index < len(text):
        yield text[index:], ""


def with_suit_signs(text: str, paint: Callable[[str, str], str] = lambda card, _suit: card) -> str:
    """Return a sentence with every card replaced by its sign. `paint` may colour a sign, given its suit."""
    return "".join(paint(piece, suit) if suit else piece for piece, suit in split_at_cards(text))
