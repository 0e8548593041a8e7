"""Cards as they are shown on screens: ``10♥`` for ``TH``."""

import re
from collections.abc import Callable
from typing import Final

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"\b([2-9TJQKA])([SHDC])\b")


def on_screen(text: str, paint: Callable[[str, str], str] = lambda card, _suit: card) -> str:
    """Replace every card in a sentence by its sign; `paint` may colour it, given the sign and the suit."""

    def sign(found: re.Match[str]) -> str:
        rank, suit = found.groups()
        return paint(f"{'10' if rank == 'T' else rank}{SIGNS[suit]}", suit)

    return _CARD.sub(sign, text)
