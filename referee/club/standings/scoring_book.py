"""The scoring rulebook, with a season's figures and tie-break order filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from referee.club.scoring_rules import CHAPTERS, CLAUSES, parse_tie_steps
from referee.competition.clauses import Book
from referee.competition.ties import TieStep
from referee.store.plain_rows import Season

_MINIMUM: Final = (
    "A player who came to fewer than {min_sessions} sessions is listed without a place. Until {best_k} sessions have "
    "been held, this minimum is reduced in proportion, rounded up: {min_sessions} times the sessions held, divided by "
    "{best_k}."
)
_NO_MINIMUM: Final = "Every player who finished a match has a place, from the first session on."
_FIGURES: Final = {"best_k": "K", "min_sessions": "M", "lot_seed": "N"}
UNSETTLED: Final = {**_FIGURES, "minimum": _MINIMUM.format_map(_FIGURES)}
"""The words in place of a season's figures when the rulebook is read without a season."""
STEP_CLAUSES: Final = {
    "3.1": TieStep.WINS,
    "3.2": TieStep.SECONDS,
    "3.3": TieStep.DIRECT,
    "3.4": TieStep.BUCHHOLZ,
    "3.5": TieStep.LOT,
    "3.6": TieStep.MEDIAN_BUCHHOLZ,
    "3.7": TieStep.BEST,
    "3.8": TieStep.COUNTBACK,
    "3.9": TieStep.PENALTIES,
}


def book() -> Book[Season | None]:
    """Return the scoring rulebook. Its clauses can be read with or without a season."""

    def settled(season: Season | None) -> Mapping[str, object]:
        if season is None:
            return UNSETTLED
        figures = asdict(season)
        return {**figures, "minimum": _MINIMUM.format_map(figures) if season.min_sessions else _NO_MINIMUM}

    def taken(season: Season | None) -> Sequence[TieStep]:
        return parse_tie_steps(season.ties if season else "")

    tied = "Of players with the same score,"
    return Book("Scoring", CHAPTERS, CLAUSES, STEP_CLAUSES, tied, taken, settled)
