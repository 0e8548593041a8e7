"""A round of a Swiss tournament: players with similar scores meet, with few repeats.

In order of importance:

1. Nobody has a bye unless the number of players requires it; `byes` decides who.
2. Pairs that are kept apart do not sit together. If that is impossible there is no draw, and `NotDrawn` names a minimal
   set of pairs that cannot be kept apart.
3. The fewest repeats: two who met m times and meet once more add (m + 1)² - m² = 2m + 1, summed over all pairs at a
   table, so that a third meeting counts for more than a second.
4. The nearest scores: the sum over all pairs at a table of their squared difference in score, as small as possible.
5. Table 1 has the highest mean score, and so on. Tables with equal scores, as all are in the first round, have the
   numbers their players had least often.
6. Everybody gets the seats they had least often, counted from the first dealer, which rotates the first deal as well.

2 to 4 are reached by exchanging players, starting with tables in order of score, equal scores in random order: see
`exchange`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, draw_tables, integer_scores, refuse_too_few
from referee.competition.draws.seat_rotation import assign_seats, number_tables
from referee.competition.draws.sizes import list_splits
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import draw_lots

METHOD: Final = "swiss 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 2_000
"""The number of exchanges to weigh for each player."""


def draw(field: Entrants) -> DrawnRound:
    """Return a round of a Swiss tournament. Raises `NotDrawn` with the reason."""
    refuse_too_few(field)
    chance = Random(field.seed)
    lots = draw_lots(field.players, chance)
    order = sorted(field.players, key=lambda player: (-field.scores.get(player, Fraction()), lots[player]))
    values = integer_scores(field.scores, field.players)
    byes, tables = draw_tables(
        field,
        list_splits(len(field.players), field.sizes),
        lambda seated, _: Aim([player for player in order if player in seated], values),
        chance,
        _WORK_A_PLAYER * len(order),
    )

    def mean(table: list[int]) -> Fraction:
        return Fraction(sum(values[player] for player in table), len(table))

    ranked: list[list[int]] = []
    # Tables with equal scores start in the order of the lot, not in the order in which they were found.
    tables = sorted((sorted(table, key=lots.__getitem__) for table in tables), key=lambda table: lots[table[0]])
    for _, equals in groupby(sorted(tables, key=mean, reverse=True), key=mean):
        ranked.extend(map(list, number_tables(list(equals), field.at, len(ranked) + 1)))
    return DrawnRound(assign_seats(ranked, field.sat), byes)
