"""A round of a Swiss tournament: those who have about as much play each other, and few of them again.

What is looked for, each before all that comes after it:

1. Nobody has a bye but where the number of players leaves no other way; who, is said in `byes`.
2. Pairs that are kept apart do not sit together. Where that cannot be, there is no draw, and `NotDrawn` names the
   fewest pairs that say so.
3. The fewest repeats: two who met m times and meet once more add (m + 1)² - m² = 2m + 1, summed over all pairs at a
   table, so that meeting for the third time counts for more than for the second.
4. The nearest scores: the sum over all pairs at a table of their squared difference in score, as small as can be.
5. Table 1 is the one with the most score for each of its players, and so on. Tables with equally much, as all are in
   the first round, have numbers at which their players played least.
6. Everybody sits least where they sat most, counted from whoever deals first; the first deal goes round with it.

2 to 4 are reached by exchanging players, beginning with tables in order of score, among equals by lot: see `exchange`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, byes_and_tables, enough, whole_scores
from referee.competition.draws.places import numbered, seated
from referee.competition.draws.sizes import splits
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import lots

METHOD: Final = "swiss 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 2_000
"""How many exchanges are weighed."""


def draw(field: Entrants) -> DrawnRound:
    """Draw a round. Raises `NotDrawn`, saying why."""
    enough(field)
    chance = Random(field.seed)
    lot = lots(field.players, chance)
    order = sorted(field.players, key=lambda player: (-field.scores.get(player, Fraction()), lot[player]))
    value = whole_scores(field.scores, field.players)
    byes, tables = byes_and_tables(
        field,
        splits(len(field.players), field.sizes),
        lambda seated, _: Aim([player for player in order if player in seated], value),
        chance,
        _WORK_A_PLAYER * len(order),
    )

    def mean(table: list[int]) -> Fraction:
        return Fraction(sum(value[player] for player in table), len(table))

    ranked: list[list[int]] = []
    # Of tables with equally much the order is chosen at once, and so does not depend on how they were found.
    tables = sorted((sorted(table, key=lot.__getitem__) for table in tables), key=lambda table: lot[table[0]])
    for _, equal in groupby(sorted(tables, key=mean, reverse=True), key=mean):
        ranked.extend(map(list, numbered(list(equal), field.at, len(ranked) + 1)))
    return DrawnRound(seated(ranked, field.sat), byes)
