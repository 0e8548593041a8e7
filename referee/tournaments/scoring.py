"""Stands in for what a table gives until that is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.club.scoring import match_score
from referee.tournaments.settings import Settings


def scores(
    places: Sequence[Sequence[int]], won: Mapping[int, int] | None, settings: Settings
) -> Mapping[int, Fraction]:
    if sum(map(len, places)) < 2:
        return {}
    return {player: each.score for player, each in match_score(places).items()}
