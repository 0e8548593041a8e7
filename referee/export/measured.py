"""How wide letters are in a picture, as nearly as can be told without the font they will be shown in."""

from __future__ import annotations

import math
import unicodedata
from typing import Final

_NARROW: Final = frozenset("fijlrtI .,'()-:1|")
_BROAD: Final = frozenset("mwMW@%&")


def width_of(text: str, size: int = 14, *, bold: bool = False) -> int:
    """Return how much room to leave for a text, rather too much than too little."""
    ems = sum(map(_ems, text)) * (1.08 if bold else 1.0)
    return math.ceil(size * ems)


def _ems(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in _NARROW:
        return 0.38
    if letter in _BROAD:
        return 0.95
    return 0.72 if letter.isupper() else 0.65
