"""A draw as a request and its answer. The request is stored, so that anybody can repeat the draw.

Each draw names its method and is repeated with that one. A method never changes its answers: a better one gets another
name, and the old one stays in `METHODS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.competition.draws import evening, groups, knock_out, league, seats, swiss
from referee.competition.draws.knock_out import RoundPart
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn
from referee.competition.planning import plans
from referee.rules.plain_data import read_plain

PLAN, SWISS, FEW_REPEATS, KNOCK_OUT, GROUPS = "plan", "swiss", "few repeats", "knockout", "groups"
SEATS, ONE_TABLE, EVENING = "seats", "one table", "evening"


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A request for a draw: the way of drawing, the entrants, and further arguments."""

    by: str
    field: Entrants
    besides: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """A drawn round, and the version of the method that drew it."""

    method: str
    drawn: DrawnRound


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """The check of a repeated draw: whether the answer is the same, else why not, with players as ``{12}``."""

    same: bool
    why: str = ""


def answer(question: DrawRequest) -> DrawAnswer:
    """Return the drawn round for a request, the same on every machine. Raises `NotDrawn` with the reason."""
    method = NOW[question.by]
    return DrawAnswer(method, METHODS[method](question))


def recheck(question: DrawRequest, method: str, drawn_round: DrawnRound) -> DrawCheck:
    """Repeat a draw with the method it names, and compare tables and byes with those stored."""
    if method not in METHODS:
        return DrawCheck(False, f"this program does not know its method, {method}")
    try:
        again = METHODS[method](question)
    except (NotDrawn, ValueError, LookupError) as fault:
        return DrawCheck(False, str(fault))
    if (again.tables, again.byes) != (drawn_round.tables, drawn_round.byes):
        return DrawCheck(False, "its tables differ")
    return DrawCheck(True)


def _plan(question: DrawRequest) -> DrawnRound:
    return plans.round_of_plan(question.field, question.besides["rounds"], question.besides["round"])


def _knock_out(question: DrawRequest) -> DrawnRound:
    besides = question.besides
    return knock_out.draw(question.field, read_plain(tuple[RoundPart, ...], besides["parts"]), by_lot=besides["by_lot"])


def _groups(question: DrawRequest) -> DrawnRound:
    besides = question.besides
    numbers = besides["groups"], besides["rounds"], besides["round"]
    return groups.draw(question.field, *numbers, besides["without"], by_lot=besides["by_lot"])


def _by(draw: Callable[[Entrants], DrawnRound]) -> Callable[[DrawRequest], DrawnRound]:
    return lambda question: draw(question.field)


METHODS: Final[Mapping[str, Callable[[DrawRequest], DrawnRound]]] = {
    evening.METHOD: _by(evening.draw),
    swiss.METHOD: _by(swiss.draw),
    league.METHOD: _by(league.draw),
    plans.METHOD: _plan,
    knock_out.METHOD: _knock_out,
    groups.METHOD: _groups,
    seats.METHOD: _by(seats.draw),
    seats.ONE_TABLE: _by(seats.one_table),
}
"""Every method, current or earlier, by the name stored with draws."""

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
"""The current method of each way of drawing."""
