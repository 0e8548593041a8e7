"""The rulebook of scoring as it reads in a season: with its figures, and with its tie-breaks in its own order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.club.calendar.correcting import Until
from referee.club.standings.scoring_rules import CHAPTERS, CLAUSES, ScoringClause, chapter
from referee.club.standings.tie_breaks import Step, steps_of
from referee.store.models import Season

TITLE: Final = "Scoring"
UNSETTLED: Final = {"best_k": "K", "min_sessions": "M", "lot_seed": "N"}
"""What stands for the figures that a season settles where there is no season."""
_TIES: Final = "3"
_STEPS: Final = {
    "3.1": Step.WINS,
    "3.2": Step.SECONDS,
    "3.3": Step.HEAD_TO_HEAD,
    "3.4": Step.STRENGTH,
    "3.5": Step.LOT,
}


@dataclass(frozen=True, slots=True)
class ScoringText:
    """A clause as it reads in a season; one that is not in force there says so."""

    id: str
    text: str
    source: str
    in_force: bool = True


def ids() -> list[str]:
    """Return the numbers of all clauses."""
    return [clause.id for clause in CLAUSES]


def chapters(season: Season | None, until: Until | None = None) -> Iterator[tuple[str, str, tuple[ScoringText, ...]]]:
    """Yield the number, the title and the clauses in force of each chapter, as they read in a season.

    `until` says how long its results may be challenged.
    """
    for number in sorted(CHAPTERS, key=int):
        yield number, CHAPTERS[number], tuple(each for each in _texts(number, season, until) if each.in_force)


def text_of(id: str, season: Season | None, until: Until | None = None) -> ScoringText:
    """Return one clause as it reads in a season; a step that the season does not take reads as it usually does."""
    return next(each for each in _texts(id.split(".")[0], season, until) if each.id == id)


def _texts(number: str, season: Season | None, until: Until | None) -> Iterator[ScoringText]:
    settled = {**_settled(season), **(until or Until()).figures}
    clauses = list(chapter(number))
    if number != _TIES:
        yield from (_text(clause, settled) for clause in clauses)
        return
    steps = steps_of(season.ties if season else "")
    by_step = {_STEPS[clause.id]: clause for clause in clauses if clause.id in _STEPS}
    taken = [by_step[step] for step in steps]
    for at, clause in enumerate(taken):
        yield _text(
            clause, {**settled, "among": "Then, of those still level," if at else "Of players with the same score,"}
        )
    for clause in clauses:
        if clause not in taken:
            still = {**settled, "among": "Of those still level,"}
            yield _text(clause, still, in_force=clause.id not in _STEPS)


def _text(clause: ScoringClause, settled: Mapping[str, object], *, in_force: bool = True) -> ScoringText:
    return ScoringText(clause.id, clause.wording(**settled), clause.source, in_force)


def _settled(season: Season | None) -> Mapping[str, object]:
    """Return every figure of a season by its name, as the clauses call it."""
    return {name: getattr(season, name) for name in type(season).model_fields} if season else UNSETTLED
