"""Conditions under which clauses of a tournament's rulebook are in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.tournaments.state.settings import BY_POINTS, Format, Score, TournamentSettings

Condition = Callable[[TournamentSettings], bool]
HIGHEST_WINS: Final = (Score.MATCH, Score.PLACES, Score.CHIPS)


def has_format(*formats: Format) -> Condition:
    """Return a condition that holds for any of the given formats."""
    return lambda settings: settings.format in formats


def is_not_freezeout(settings: TournamentSettings) -> bool:
    """Tell whether tables are drawn for each round, as in every format but a freezeout."""
    return settings.format is not Format.FREEZE_OUT


def has_score(*scores: Score) -> Condition:
    """Return a condition that holds if one of the given scores is used and matters."""
    return lambda settings: decides_by_points(settings) and settings.score in scores


def decides_by_points(settings: TournamentSettings) -> bool:
    """Tell whether table scores decide the order, or at least who advances."""
    return settings.format in (*BY_POINTS, Format.GROUPS)


def has_scores_first(settings: TournamentSettings) -> bool:
    """Tell whether rounds are Swiss, with equal scores before few repeats."""
    return settings.format is Format.SWISS and not settings.repeats_first


def has_different_sizes(settings: TournamentSettings) -> bool:
    """Tell whether tables may have different numbers of players."""
    return settings.sizes.least != settings.sizes.most


def all_hold(*all_of: Condition) -> Condition:
    """Return a condition that holds if all the given conditions hold."""
    return lambda settings: all(when(settings) for when in all_of)


def has_bye(kind: str) -> Condition:
    """Return a condition that holds if a bye has this kind of score."""
    return all_hold(decides_by_points, lambda settings: settings.bye == kind)
