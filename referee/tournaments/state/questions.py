"""A draw as a question and its answer: what is kept of it is the question, so that anybody can ask it again."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from referee.competition.draws import groups, knock_out, league, swiss
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.field import Drawn, Field, NotDrawn
from referee.competition.planning import group_rounds, plans
from referee.tournaments.freezeouts import balancing
from referee.tournaments.state.entry_names import said
from referee.tournaments.state.stored import field_kept, field_of

_SEEDS: Final = 2**31

PLAN, SWISS, FEW_REPEATS, KNOCK_OUT, GROUPS = "plan", "swiss", "few repeats", "knock-out", "groups"


@dataclass(frozen=True, slots=True)
class Question:
    """What a round is drawn by, what from, and what else that way of drawing goes by."""

    by: str
    field: Field
    besides: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def kept(self) -> dict[str, Any]:
        """Return the question as it is kept in the log."""
        return {"by": self.by, "field": field_kept(self.field), **({"besides": self.besides} if self.besides else {})}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was drawn, and by which edition of the method."""

    method: str
    drawn: Drawn


def question_of(kept: Mapping[str, Any]) -> Question:
    """Read a question as it is kept."""
    return Question(kept["by"], field_of(kept["field"]), kept.get("besides", {}))


def answer(question: Question) -> Answer:
    """Draw. Raises `NotDrawn`, saying why; the answer to a question is the same on every machine."""
    field, besides = question.field, question.besides
    match question.by:
        case "plan":
            return Answer(f"plan {plans.METHOD}", _of_plan(field, besides["rounds"], besides["round"]))
        case "swiss":
            return Answer(swiss.METHOD, swiss.draw(field))
        case "few repeats":
            return Answer(league.METHOD, league.draw(field))
        case "seats":
            drawn_at = balancing.drawn_seats(field.players, field.sizes.most, field.seed)
            return Answer(balancing.METHOD, Drawn(tuple(table.players for table in drawn_at)))
        case "one table":
            return Answer(balancing.METHOD, Drawn((balancing.shuffled(sorted(field.players), field.seed),)))
        case "knock-out":
            stage = stage_of(besides["stage"])
            drawn = knock_out.draw(field, stage, by_lot=besides["by_lot"], out=besides["out"])
            return Answer(knock_out.METHOD, drawn)
        case "groups":
            drawn = group_rounds.drawn(
                field, besides["groups"], besides["rounds"], besides["round"], besides["without"]
            )
            return Answer(groups.METHOD, drawn)
        case other:
            raise ValueError(f"nothing is drawn by {other}")


def stage_kept(stage: Stage) -> dict[str, Any]:
    """Return the round of a knock-out as it was planned, as it is kept."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(stage).items()}


def stage_of(kept: Mapping[str, Any]) -> Stage:
    """Read the round of a knock-out as it is kept."""
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return Stage(**read)


def seed_of(tournament: int, round: int) -> int:
    """Return the seed of a round: it follows from that of the tournament, so that nobody chooses it."""
    return int.from_bytes(sha256(f"{tournament} round {round}".encode()).digest()[:4], "big") % _SEEDS


def _of_plan(field: Field, rounds: int, number: int) -> Drawn:
    """Return a round of the plan for some players, which knows them by where they come, counted from 1."""
    try:
        planned = plans.plan(len(field.players), rounds, field.sizes, field.seed, _numbered(field)).rounds[number - 1]
    except NotDrawn as fault:
        raise NotDrawn(said(str(fault), lambda place: f"{{{field.players[place - 1]}}}")) from None
    tables = tuple(tuple(field.players[place - 1] for place in table) for table in planned.tables)
    return Drawn(tables, tuple(field.players[place - 1] for place in planned.byes))


def _numbered(field: Field) -> frozenset[tuple[int, int]]:
    """Return the pairs that are kept apart by where they come among the players, counted from 1."""
    number = {player: at for at, player in enumerate(field.players, 1)}
    both = ((number[one], number[other]) for one, other in field.apart)
    return frozenset((min(pair), max(pair)) for pair in both)
