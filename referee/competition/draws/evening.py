"""The draw of an evening: everybody plays at tables already planned, of one game or several. In order of importance:

1. Pairs to be kept apart do not sit together (`NotDrawn` names those for which this is impossible).

2. There are as few repeats as possible, as in a league: the sum of meetings of pairs who met before. If several games
are played, playing one for the p-th time more than another counts like meetings too. So nobody gets the same game every
week, and repeats stay as rare as possible.

3. Of equal draws, the one without a pair that meets very often is best.

4. Everybody gets the seats they had least often, which rotates the first deal as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, draw_tables
from referee.competition.draws.seat_rotation import assign_seats
from referee.competition.draws.sizes import TableSplit
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, TablePlan
from referee.competition.random_order import shuffle_players

METHOD: Final = "seating 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 1_000
"""The number of exchanges to weigh for each player."""


def draw(field: Entrants) -> DrawnRound:
    """Return the tables of the entrants' plan, in its order. Raise `NotDrawn`, with the reason, if they cannot be
    drawn.
    """
    sizes = tuple(table.size for table in field.plan)
    if not sizes or len(field.players) != sum(sizes):
        raise NotDrawn(f"The tables are planned for {sum(sizes)} players, but there are {len(field.players)}.")
    if min(sizes) < 2:
        raise NotDrawn(f"Invalid table size {min(sizes)}. Use 2 or more.")
    chance = Random(field.seed)
    aim = Aim(
        shuffle_players(field.players, chance),
        dict.fromkeys(field.players, 0),
        limit_meetings=True,
        games=tuple(table.game for table in field.plan),
    )
    work = _WORK_A_PLAYER * len(field.players)
    _, tables = draw_tables(field, [TableSplit(sizes)], lambda *_: aim, chance, work)
    return DrawnRound(assign_seats(_order_by_plan(tables, field.plan), field.sat))


def _order_by_plan(tables: Iterable[list[int]], plan: Sequence[TablePlan]) -> list[list[int]]:
    """Return tables in the order of their plan. Tables of one game may have exchanged their sizes."""
    remaining = list(zip(tables, (table.game for table in plan), strict=True))
    ordered_tables = []
    for game, size in plan:
        index = next(
            index for index, (table, table_game) in enumerate(remaining) if table_game == game and len(table) == size
        )
        ordered_tables.append(remaining.pop(index)[0])
    return ordered_tables
