"""The request for a draw, and its answer. The request is stored, so that anybody can repeat the draw.

Each draw names its method and is repeated with it. A method never changes its answers: an improved method gets another
name, and the old one stays in `METHODS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.competition.draws import evening, groups, knock_out, league, seats, swiss
from referee.competition.draws.knock_out import RoundPart
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn
from referee.competition.planning import plans
from referee.rules.plain_data import read_plain

PLAN, SWISS, FEW_REPEATS, KNOCK_OUT, GROUPS = "plan", "swiss", "few repeats", "knockout", "groups"
SEATS, ONE_TABLE, EVENING = "seats", "one table", "evening"
SWISS_REPEATS_FIRST = "swiss, repeats first"


@frozen
class DrawRequest:
    """A request for a draw: the kind of draw, the entrants, and further arguments."""

    by: str
    field: Entrants
    besides: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@frozen
class DrawAnswer:
    """A drawn round, and the version of the method behind it."""

    method: str
    drawn_round: DrawnRound


@frozen
class DrawCheck:
    """The check of a repeated draw. `same` says whether the answer is the same, and `why` explains a difference.
    Players are ``{12}``.
    """

    same: bool
    why: str = ""


def answer_request(request: DrawRequest) -> DrawAnswer:
    """Return the drawn round for a request. It is the same on every machine.

    Raise `NotDrawn`, with the reason, if the round cannot be drawn.
    """
    method = CURRENT_METHODS[request.by]
    return DrawAnswer(method, METHODS[method](request))


def check_draw(request: DrawRequest, method: str, drawn_round: DrawnRound) -> DrawCheck:
    """Repeat a draw with its method, and compare its tables and byes with the stored ones. Return the check."""
    if method not in METHODS:
        return DrawCheck(False, f"this program does not know its method, {method}")
    try:
        repeated_round = METHODS[method](request)
    except (NotDrawn, ValueError, LookupError) as fault:
        return DrawCheck(False, str(fault))
    if (repeated_round.tables, repeated_round.byes) != (drawn_round.tables, drawn_round.byes):
        return DrawCheck(False, "its tables differ")
    return DrawCheck(True)


def _draw_plan(request: DrawRequest) -> DrawnRound:
    return plans.draw_planned_round(request.field, request.besides["rounds"], request.besides["round"])


def _draw_knock_out(request: DrawRequest) -> DrawnRound:
    arguments = request.besides
    return knock_out.draw(
        request.field, read_plain(tuple[RoundPart, ...], arguments["parts"]), by_lot=arguments["by_lot"]
    )


def _draw_groups(request: DrawRequest) -> DrawnRound:
    arguments = request.besides
    numbers = arguments["groups"], arguments["rounds"], arguments["round"]
    return groups.draw(request.field, *numbers, arguments["without"], by_lot=arguments["by_lot"])


def _draw_from_entrants(draw: Callable[[Entrants], DrawnRound]) -> Callable[[DrawRequest], DrawnRound]:
    return lambda question: draw(question.field)


METHODS: Final[Mapping[str, Callable[[DrawRequest], DrawnRound]]] = {
    evening.METHOD: _draw_from_entrants(evening.draw),
    swiss.METHOD: _draw_from_entrants(swiss.draw),
    swiss.REPEATS_FIRST: _draw_from_entrants(swiss.draw_repeats_first),
    league.METHOD: _draw_from_entrants(league.draw),
    plans.METHOD: _draw_plan,
    knock_out.METHOD: _draw_knock_out,
    groups.METHOD: _draw_groups,
    seats.METHOD: _draw_from_entrants(seats.draw),
    seats.ONE_TABLE: _draw_from_entrants(seats.draw_one_table),
}
"""Every method, current or earlier, by the name stored with draws."""

CURRENT_METHODS: Final[Mapping[str, str]] = {
    EVENING: evening.METHOD,
    SWISS: swiss.METHOD,
    SWISS_REPEATS_FIRST: swiss.REPEATS_FIRST,
    FEW_REPEATS: league.METHOD,
    PLAN: plans.METHOD,
    KNOCK_OUT: knock_out.METHOD,
    GROUPS: groups.METHOD,
    SEATS: seats.METHOD,
    ONE_TABLE: seats.ONE_TABLE,
}
"""The current method of each way of drawing."""
