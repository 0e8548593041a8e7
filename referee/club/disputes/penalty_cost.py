"""What a penalty costs; see chapter 5 of the rulebook of scoring."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

MOST_POINTS: Final = 10
A_POINT: Final = Fraction(1, 10)


def cost(points: int, score: Fraction) -> Fraction:
    """Return what so many points take from a session's score, which never falls below zero."""
    return min(score, points * A_POINT)
