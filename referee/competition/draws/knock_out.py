"""A round of a knock-out: tables of any size, of which so many go on, drawn so that the strong meet late.

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
"""

from __future__ import annotations

from random import Random
from typing import Final

from referee.competition.draws.knock_out_plan import Stage
from referee.competition.draws.places import seated
from referee.competition.draws.sizes import Split
from referee.competition.draws.strength import tables_apart
from referee.competition.field import Drawn, Field

METHOD: Final = "knock-out 1"
"""The edition of the method. It changes whenever an answer would be another one."""

FINAL: Final = "Final"


def draw(field: Field, stage: Stage, *, by_lot: bool = False) -> Drawn:
    """Draw a round of a knock-out, as it was planned in `stage`, for the players of a field who are in it.

    Raises `NotDrawn`, saying why.
    """
    byes, tables = tables_apart(field, Split(stage.sizes, stage.byes), Random(field.seed), by_lot=by_lot)
    return Drawn(seated(tables, field.sat), byes, (FINAL if stage.final else "",) * len(tables))
