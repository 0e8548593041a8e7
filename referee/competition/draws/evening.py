"""The draw of an evening: everybody plays, at tables already planned, of one game or several.

In order of importance:

1. Pairs that are kept apart do not sit together (`NotDrawn` says which cannot be).
2. The fewest repeats, as in a league: meetings of pairs who met before, summed over all of them. Where several games
   are played, playing one for the p-th time more than another counts like meetings too. So nobody gets the same game
   every week, and meetings stay as rare as possible.
3. Of equals, the draw in which no pair has met very often.
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
    """Return the tables of the entrants' plan, in its order. Raises `NotDrawn` with the reason."""
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
    """Return tables in the order of their plan, as tables of one game may have swapped their sizes."""
    remaining = list(zip(tables, (table.game for table in plan), strict=True))
    ordered = []
    for game, size in plan:
        index = next(
            index for index, (table, table_game) in enumerate(remaining) if table_game == game and len(table) == size
        )
        ordered.append(remaining.pop(index)[0])
    return ordered
