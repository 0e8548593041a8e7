"""What one match gives its players, for the standings: see `standings`, which adds it up.

It is a module of its own because recording a line needs no more of the standings than this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a match gives one of its players: the mean of the ranks shared, and the score from 0 to 1."""

    rank: float
    players: int
    score: Fraction


def match_score(groups: Sequence[Sequence[int]]) -> dict[int, MatchScore]:
    """Score a match from its players grouped by rank, the best first. Those in one group share its mean rank.

    Raises `ValueError` for a match of fewer than two.
    """
    players = sum(map(len, groups))
    if players < 2:
        raise ValueError("a match is scored among two players or more")
    scores = {}
    before = 0
    for group in groups:
        rank = before + Fraction(len(group) + 1, 2)
        for member in group:
            scores[member] = MatchScore(float(rank), players, score_of(rank, players))
        before += len(group)
    return scores


def score_of(rank: Fraction, players: int) -> Fraction:
    """Return the score of a rank, or of a mean rank that is shared, among so many players: 1 for the first alone."""
    return (players - rank) / (players - 1)
