"""A round of a Swiss tournament: players with equal scores meet, with few repeats.

In order of importance:

1. Nobody has a bye unless the number of players requires it. It goes to those with the fewest byes, of these to the
   lowest score; of players with equal scores to those who leave the fewest repeats. At tables of two it goes to the
   next lowest score if otherwise two would meet again.
2. Pairs that are kept apart do not sit together. If that is impossible there is no draw, and `NotDrawn` names a minimal
   set of pairs that cannot be kept apart. As few team mates as possible sit together.
3. The scores that sit together are those of players seated in order of score, the larger tables first. Nobody sits
   farther than one score group from such a table. At tables of two they may, if otherwise two would meet again.
4. The fewest repeats: two who met m times and meet once more add (m + 1)² - m² = 2m + 1, summed over all pairs at a
   table, so that a third meeting counts for more than a second.
5. The fewest floats: steps from one score group to the next. At tables of two the upper score groups come first: as
   few of their players as possible play in a lower group, and a floater does not float on.
6. The nearest scores: the sum over all pairs at a table of their squared difference in score, as small as possible.
7. Table 1 has the highest mean score, and so on. Tables with equal scores, as all are in the first round, have the
   numbers their players had least often.
8. Everybody gets the seats they had least often, counted from the first dealer, which rotates the first deal as well.

`draw_repeats_first` takes the fewest repeats before any score, for small clubs: 1, 2, 4, 6, 7 and 8 in this order.

2 to 6 are reached by exchanging players, starting with tables in order of score, equal scores in random order: see
`exchange`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, draw_tables, integer_scores, refuse_too_few
from referee.competition.draws.seat_rotation import assign_seats, number_tables
from referee.competition.draws.sizes import TableSplit, list_splits
from referee.competition.entrants import DrawnRound, Entrants, Pair, all_pairs
from referee.competition.random_order import draw_lots

REPEATS_FIRST: Final = "swiss 1"
METHOD: Final = "swiss 2"
"""The edition of each method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 2_000
"""The number of exchanges to weigh for each player."""


def draw(field: Entrants) -> DrawnRound:
    """Return a round in which equal scores come before repeats. Raise `NotDrawn` if it cannot be drawn."""
    refuse_too_few(field)
    chance = Random(field.seed)
    lots = draw_lots(field.players, chance)
    order = _order_by_score(field, lots)
    values = integer_scores(field.scores, field.players)
    in_pairs = field.sizes.most == 2

    def aim(seated: Sequence[int], way: TableSplit) -> Aim:
        players = set(seated)
        seated_order = [player for player in order if player in players]
        groups = score_groups(seated_order, values)
        if in_pairs:
            return Aim(seated_order, values, pair_floats=_weigh_pairs(seated_order, groups))
        # Every table keeps its size, as its floats are those of a table of this size.
        sizes = [str(size) for size in way.sizes]
        return Aim(seated_order, values, games=sizes, floats=floats_by_table(seated_order, groups, way.sizes))

    def can_replace(first: tuple[int, ...], byes: tuple[int, ...]) -> bool:
        return in_pairs or sorted(values[player] for player in first) == sorted(values[player] for player in byes)

    byes, tables = draw_tables(
        field,
        list_splits(len(field.players), field.sizes),
        aim,
        chance,
        _WORK_A_PLAYER * len(order),
        can_replace=can_replace,
    )
    return DrawnRound(assign_seats(_number_by_score(field, tables, values, lots), field.sat), byes)


def draw_repeats_first(field: Entrants) -> DrawnRound:
    """Return a round in which the fewest repeats come before scores. Raise `NotDrawn` if it cannot be drawn."""
    refuse_too_few(field)
    chance = Random(field.seed)
    lots = draw_lots(field.players, chance)
    order = _order_by_score(field, lots)
    values = integer_scores(field.scores, field.players)
    byes, tables = draw_tables(
        field,
        list_splits(len(field.players), field.sizes),
        lambda seated, _: Aim([player for player in order if player in seated], values),
        chance,
        _WORK_A_PLAYER * len(order),
    )
    return DrawnRound(assign_seats(_number_by_score(field, tables, values, lots), field.sat), byes)


def score_groups(order: Sequence[int], values: Mapping[int, int]) -> dict[int, int]:
    """Return the score group of each player, counted from 0 for the highest score."""
    ranks = {value: rank for rank, value in enumerate(sorted({values[player] for player in order}, reverse=True))}
    return {player: ranks[values[player]] for player in order}


def floats_by_table(order: Sequence[int], groups: Mapping[int, int], sizes: Sequence[int]) -> list[list[int]]:
    """Return, for each player and table, the number of score groups between the player and the table's own groups.

    Tables are filled in `order`.
    """
    limits, start = [], 0
    for size in sizes:
        limits.append((groups[order[start]], groups[order[start + size - 1]]))
        start += size
    return [
        [max(0, first_group - groups[player], groups[player] - last_group) for first_group, last_group in limits]
        for player in order
    ]


def _weigh_pairs(order: Sequence[int], groups: Mapping[int, int]) -> dict[Pair, int]:
    """Return a weight against each pair of different score groups. Floats from upper groups weigh more than all others.

    The number of players who float out of a group counts first, then the distance they have floated already.
    """
    last_group = max(groups.values(), default=0)
    base = 1 + len(order) * (last_group + 1)
    weights = {}
    for first, second in all_pairs(order):
        upper, lower = sorted((groups[first], groups[second]))
        if upper < lower:
            weights[first, second] = sum(
                (base + group - upper) * base ** (2 * (last_group - 1 - group)) for group in range(upper, lower)
            )
    return weights


def _order_by_score(field: Entrants, lots: Mapping[int, int]) -> list[int]:
    return sorted(field.players, key=lambda player: (-field.scores.get(player, Fraction()), lots[player]))


def _number_by_score(
    field: Entrants, tables: Sequence[list[int]], values: Mapping[int, int], lots: Mapping[int, int]
) -> list[list[int]]:
    """Return the tables in order of mean score. Equal tables get the numbers that their players had least often."""

    def mean(table: list[int]) -> Fraction:
        return Fraction(sum(values[player] for player in table), len(table))

    ranked: list[list[int]] = []
    # Tables with equal scores start in the order of the lot, not in the order in which they were found.
    tables = sorted((sorted(table, key=lots.__getitem__) for table in tables), key=lambda table: lots[table[0]])
    for _, equals in groupby(sorted(tables, key=mean, reverse=True), key=mean):
        ranked.extend(map(list, number_tables(list(equals), field.at, len(ranked) + 1)))
    return ranked
