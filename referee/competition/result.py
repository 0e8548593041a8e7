"""The result of one match for each player: the rank, and a score from 0 to 1.

Players are grouped by place, best first, and each group shares its mean rank. Scores are exact fractions. Recording a
line loads this module, so it uses only the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, TypeAlias

from referee.cards.immutable import frozen

NOTHING: Final = Fraction()
Places: TypeAlias = Sequence[Sequence[int]]
"""The players of a match by place, best first, with a group for each shared place."""


@frozen
class MatchScore:
    """A player's result in a match: the mean rank, and the score from 0 to 1."""

    rank: float
    players: int
    score: Fraction


def match_score(places: Places) -> dict[int, MatchScore]:
    """Return the score of each player, given the places. Raise `ValueError` for fewer than two players."""
    players = sum(map(len, places))
    if players < 2:
        raise ValueError("a match is scored among two players or more")
    return {
        player: MatchScore(float(rank), players, score_of(rank, players)) for player, rank in mean_ranks(places).items()
    }


def mean_ranks(places: Places) -> dict[int, Fraction]:
    """Return the rank of each player: 1 for the first, and the mean for shared ranks."""
    ranks = _ranks(tuple(map(len, places)))
    return {player: rank for group, rank in zip(places, ranks, strict=True) for player in group}


@lru_cache(maxsize=1024)  # there are few kinds of tables, each needed very often
def _ranks(sizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the mean rank of each group, given the sizes of the groups."""
    return tuple(sum(sizes[:index]) + Fraction(size + 1, 2) for index, size in enumerate(sizes))


@lru_cache(maxsize=1024)
def score_of(rank: Fraction, players: int) -> Fraction:
    """Return the score of a rank or mean rank among `players`: 1 for a sole winner, 0 for a sole last."""
    return (players - rank) / (players - 1)


def mean(scores: Sequence[Fraction]) -> Fraction | None:
    """Return the mean of the scores; None if there are none."""
    return total(scores) / len(scores) if scores else None


def weighted_mean(scores: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the weighted mean of pairs of score and weight. There must be at least one."""
    pairs = list(scores)
    return total([score * weight for score, weight in pairs]) / sum(weight for _, weight in pairs)


def total(scores: Sequence[Fraction]) -> Fraction:
    """Return the sum of the scores. They are added as integers of a common unit, because a large field has
    thousands.
    """
    unit = lcm(*(score.denominator for score in scores))
    return Fraction(sum(score.numerator * (unit // score.denominator) for score in scores), unit)
