"""What one match gives its players: the rank of each, and a score from 0 to 1.

Players are in groups by place, the best first; those in one group share its mean rank. Scores are exact fractions.
Recording a line loads this module, so it needs nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, TypeAlias

NOTHING: Final = Fraction()
Places: TypeAlias = Sequence[Sequence[int]]
"""The players of a match by place, the best first; those who share a place stand together."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a match gives one of its players: the mean of the ranks shared, and the score from 0 to 1."""

    rank: float
    players: int
    score: Fraction


def match_score(places: Places) -> dict[int, MatchScore]:
    """Score a match from its places. Raises `ValueError` for a match of fewer than two."""
    players = sum(map(len, places))
    if players < 2:
        raise ValueError("a match is scored among two players or more")
    return {
        player: MatchScore(float(rank), players, score_of(rank, players)) for player, rank in mean_ranks(places).items()
    }


def mean_ranks(places: Places) -> dict[int, Fraction]:
    """Return the rank of each player of a match: 1 for the first, and the mean of the ranks shared."""
    ranks = _ranks(tuple(map(len, places)))
    return {player: rank for group, rank in zip(places, ranks, strict=True) for player in group}


@lru_cache(maxsize=1024)  # of all tables there are few kinds, and each is asked for again and again
def _ranks(sizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the rank that each group shares, by how many share a place."""
    return tuple(sum(sizes[:at]) + Fraction(size + 1, 2) for at, size in enumerate(sizes))


@lru_cache(maxsize=1024)
def score_of(rank: Fraction, players: int) -> Fraction:
    """Return the score of a rank, or of a mean rank that is shared, among so many players: 1 for the first alone."""
    return (players - rank) / (players - 1)


def mean(scores: Sequence[Fraction]) -> Fraction | None:
    """Return the mean of some scores, or None of none."""
    return total(scores) / len(scores) if scores else None


def weighted_mean(scores: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the mean of one score or more, each with its weight."""
    weighed = list(scores)
    return total([score * weight for score, weight in weighed]) / sum(weight for _, weight in weighed)


def total(scores: Sequence[Fraction]) -> Fraction:
    """Return the sum of some scores, added as whole numbers of one unit: a large field has thousands of them."""
    unit = lcm(*(score.denominator for score in scores))
    return Fraction(sum(score.numerator * (unit // score.denominator) for score in scores), unit)
