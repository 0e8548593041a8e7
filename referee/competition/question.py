"""A draw as a question and its answer: what is kept of it is the question, so that anybody can ask it again.

Each draw names the method that it was made by, and is made again by that one. A method never changes its answers; who
would have better ones gives it another name, and the old one stays in `METHODS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from referee.competition.draws import evening, groups, knock_out, league, seats, swiss
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.field import Drawn, Field, NotDrawn, Sizes, TablePlan
from referee.competition.planning import plans

PLAN, SWISS, FEW_REPEATS, KNOCK_OUT, GROUPS = "plan", "swiss", "few repeats", "knock-out", "groups"
SEATS, ONE_TABLE, EVENING = "seats", "one table", "evening"


@dataclass(frozen=True, slots=True)
class Question:
    """What a round is drawn by, what from, and else what that way of drawing goes by."""

    by: str
    field: Field
    besides: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def kept(self) -> dict[str, Any]:
        """Return the question as it is kept."""
        return {"by": self.by, "field": field_kept(self.field), **({"besides": self.besides} if self.besides else {})}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was drawn, and by which edition of the method."""

    method: str
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Checked:
    """A draw that was made again: whether it has the same answer, and why not. Players stand in it as ``{12}``."""

    same: bool
    why: str = ""


def question_of(kept: Mapping[str, Any]) -> Question:
    """Read a question as it is kept."""
    return Question(kept["by"], field_of(kept["field"]), kept.get("besides", {}))


def answer(question: Question) -> Answer:
    """Draw. Raises `NotDrawn`, saying why; the answer to a question is the same on every machine."""
    method = NOW[question.by]
    return Answer(method, METHODS[method](question))


def recheck(question: Question, method: str, kept: Drawn) -> Checked:
    """Draw again by the method that a draw names, and say whether that gives the tables and byes that were kept."""
    if method not in METHODS:
        return Checked(False, f"it was drawn by method {method}, which this program does not know")
    try:
        again = METHODS[method](question)
    except (NotDrawn, ValueError, LookupError) as fault:
        return Checked(False, str(fault))
    if (again.tables, again.byes) != (kept.tables, kept.byes):
        return Checked(False, "its tables are others")
    return Checked(True)


def _plan(question: Question) -> Drawn:
    return plans.of_field(question.field, question.besides["rounds"], question.besides["round"])


def _knock_out(question: Question) -> Drawn:
    besides = question.besides
    return knock_out.draw(question.field, stage_of(besides["stage"]), by_lot=besides["by_lot"])


def _groups(question: Question) -> Drawn:
    besides = question.besides
    return groups.draw(question.field, besides["groups"], besides["rounds"], besides["round"], besides["without"])


def _by(draw: Callable[[Field], Drawn]) -> Callable[[Question], Drawn]:
    return lambda question: draw(question.field)


METHODS: Final[Mapping[str, Callable[[Question], Drawn]]] = {
    evening.METHOD: _by(evening.draw),
    swiss.METHOD: _by(swiss.draw),
    league.METHOD: _by(league.draw),
    plans.METHOD: _plan,
    knock_out.METHOD: _knock_out,
    groups.METHOD: _groups,
    seats.METHOD: _by(seats.draw),
    seats.ONE_TABLE: _by(seats.one_table),
}
"""Every method by the name that draws bear, of today and of before."""

NOW: Final[Mapping[str, str]] = {
    EVENING: evening.METHOD,
    SWISS: swiss.METHOD,
    FEW_REPEATS: league.METHOD,
    PLAN: plans.METHOD,
    KNOCK_OUT: knock_out.METHOD,
    GROUPS: groups.METHOD,
    SEATS: seats.METHOD,
    ONE_TABLE: seats.ONE_TABLE,
}
"""By which method each way of drawing draws today."""


def stage_kept(stage: Stage) -> dict[str, Any]:
    """Return the round of a knock-out as it was planned, as it is kept."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(stage).items()}


def stage_of(kept: Mapping[str, Any]) -> Stage:
    """Read the round of a knock-out as it is kept."""
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return Stage(**read)


def field_kept(field: Field) -> dict[str, Any]:
    """Return what a round is drawn from as it is kept."""
    return {
        "players": list(field.players),
        "sizes": [field.sizes.least, field.sizes.most],
        "seed": field.seed,
        "scores": [[player, str(score)] for player, score in sorted(field.scores.items())],
        "met": [[*pair, times] for pair, times in sorted(field.met.items())],
        "sat": [[*where, times] for where, times in sorted(field.sat.items())],
        "at": [[*where, times] for where, times in sorted(field.at.items())],
        "byes": [[player, times] for player, times in sorted(field.byes.items())],
        "apart": [list(pair) for pair in sorted(field.apart)],
        **({"mates": [list(pair) for pair in sorted(field.mates)]} if field.mates else {}),
        **({"plan": [list(table) for table in field.plan]} if field.plan else {}),
        **({"played": [[*each, times] for each, times in sorted(field.played.items())]} if field.played else {}),
    }


def field_of(kept: Mapping[str, Any]) -> Field:
    """Read what a round was drawn from."""
    return Field(
        players=tuple(kept["players"]),
        sizes=Sizes(*kept["sizes"]),
        seed=kept["seed"],
        scores={player: Fraction(score) for player, score in kept["scores"]},
        met={(one, other): times for one, other, times in kept["met"]},
        sat={(player, place): times for player, place, times in kept["sat"]},
        at={(player, table): times for player, table, times in kept["at"]},
        byes=dict(map(tuple, kept["byes"])),
        apart=frozenset((one, other) for one, other in kept["apart"]),
        mates=frozenset((one, other) for one, other in kept.get("mates", ())),
        plan=tuple(TablePlan(game, size) for game, size in kept.get("plan", ())),
        played={(player, game): times for player, game, times in kept.get("played", ())},
    )
