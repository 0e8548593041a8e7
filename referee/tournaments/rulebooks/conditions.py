"""When the clauses of a tournament's rulebook are in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.tournaments.state.settings import BY_POINTS, Format, Score, TournamentSettings

When = Callable[[TournamentSettings], bool]
HIGHEST_WINS: Final = (Score.MATCH, Score.PLACES, Score.CHIPS)


def has_format(*formats: Format) -> When:
    """Hold where a tournament is of one of these formats."""
    return lambda settings: settings.format in formats


def not_a_freeze_out(settings: TournamentSettings) -> bool:
    """Hold where tables are drawn for each round."""
    return settings.format is not Format.FREEZE_OUT


def scored(*scores: Score) -> When:
    """Hold where what the tables give is one of these, and decides something."""
    return lambda settings: counts_points(settings) and settings.score in scores


def counts_points(settings: TournamentSettings) -> bool:
    """Tell whether what the tables give decides who comes first, or at least who goes on."""
    return settings.format in (*BY_POINTS, Format.GROUPS)


def sizes_differ(settings: TournamentSettings) -> bool:
    """Tell whether tables may have different numbers of players."""
    return settings.sizes.least != settings.sizes.most


def both(*all_of: When) -> When:
    """Hold where all of these do."""
    return lambda settings: all(when(settings) for when in all_of)


def bye_is(kind: str) -> When:
    """Hold where a bye gives something, and that is of this kind."""
    return both(counts_points, lambda settings: settings.bye == kind)
