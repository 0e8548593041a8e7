"""Conditions under which clauses of a tournament's rulebook are in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.tournaments.state.settings import BY_POINTS, Format, Score, TournamentSettings

When = Callable[[TournamentSettings], bool]
HIGHEST_WINS: Final = (Score.MATCH, Score.PLACES, Score.CHIPS)


def has_format(*formats: Format) -> When:
    """Return a condition that holds for any of the given formats."""
    return lambda settings: settings.format in formats


def not_a_freeze_out(settings: TournamentSettings) -> bool:
    """Tell whether tables are drawn for each round, as in every format but a freezeout."""
    return settings.format is not Format.FREEZE_OUT


def scored(*scores: Score) -> When:
    """Return a condition that holds if one of the given scores is used and decides something."""
    return lambda settings: counts_points(settings) and settings.score in scores


def counts_points(settings: TournamentSettings) -> bool:
    """Tell whether table scores decide the order, or at least who advances."""
    return settings.format in (*BY_POINTS, Format.GROUPS)


def sizes_differ(settings: TournamentSettings) -> bool:
    """Tell whether tables may have different numbers of players."""
    return settings.sizes.least != settings.sizes.most


def both(*all_of: When) -> When:
    """Return a condition that holds if all the given ones do."""
    return lambda settings: all(when(settings) for when in all_of)


def bye_is(kind: str) -> When:
    """Return a condition that holds if a bye scores, in the given way."""
    return both(counts_points, lambda settings: settings.bye == kind)
