"""A round of a knockout: tables of any size, of which so many go on, drawn so that the strong meet late.

How many tables there are, and how many rounds, is said by `knock_out_plan`. Who is strong, is said by the scores of the
field, the higher the stronger, and among equals by the order in which its players are given: the seeding. With `by_lot`
the order is drawn by lot instead. What is looked for, each before all that comes after it:

1. Byes, where there have to be any, go to those who had fewest, and of these to the strongest.
2. Pairs that are kept apart do not sit together (`NotDrawn` says which cannot).
3. The fewest repeats, 2m + 1 for two who met m times: winners of one table do not meet in the next round.
4. The strong are apart: with T tables, no two of the T strongest sit together, then no two of the T after them, and so
   on.
5. The tables are even: who has the strongest to play has the weakest as well, as in a bracket of two at a table. The
   sum over all pairs at a table of their squared distance in the order of strength is as large as can be.
6. Table 1 is the one of the strongest, and so on.
7. Everybody sits least where they sat most, and the first deal goes round with it.

A round is drawn when the one before it is over; who is left meets by strength again, and no table waits for another.
Where a round has several parts, such as the winners' and the losers' side, or the final and the match for third place,
each is drawn for itself, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from referee.competition.draws.knock_out_plan import Stage
from referee.competition.draws.places import seated
from referee.competition.draws.sizes import TableSplit
from referee.competition.draws.strength import tables_apart
from referee.competition.entrants import DrawnRound, Entrants

METHOD: Final = "knockout 1"
"""The edition of the method. It changes whenever an answer would be another one."""


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A part of a round: how it was planned, and who is in it."""

    stage: Stage
    players: tuple[int, ...]


def draw(field: Entrants, parts: Sequence[RoundPart], *, by_lot: bool = False) -> DrawnRound:
    """Draw a round of a knockout part by part, for the players of a field. Raises `NotDrawn`, saying why."""
    drawn_rounds = [_one(field, part, Random(field.seed + at), by_lot=by_lot) for at, part in enumerate(parts)]
    return DrawnRound(
        tuple(table for drawn_round in drawn_rounds for table in drawn_round.tables),
        tuple(player for drawn_round in drawn_rounds for player in drawn_round.byes),
        tuple(label for drawn_round in drawn_rounds for label in drawn_round.labels),
    )


def _one(field: Entrants, part: RoundPart, chance: Random, *, by_lot: bool) -> DrawnRound:
    stage, among = part.stage, set(part.players)
    of_part = replace(field, players=tuple(player for player in field.players if player in among))
    byes, tables = tables_apart(of_part, TableSplit(stage.sizes, stage.byes), chance, by_lot=by_lot)
    return DrawnRound(seated(tables, field.sat), byes, (stage.label,) * len(tables))
