"""A round of a league: everybody present plays, whatever their score, and in time everybody meets everybody. In order
of importance:

1. Byes, if needed, go to the players with the fewest byes, and of these to those with the most meetings.

2. Pairs to be kept apart do not sit together (`NotDrawn` names those for which this is impossible).

3. There are as few repeats as possible; two players who met m times count 2m + 1, as on any evening of the club. Of
equal draws, the one without a pair that meets very often is best.

4. Table numbers rotate: everybody gets the numbers they had least often.

5. Everybody gets the seats they had least often, which rotates the first deal as well.
"""

from __future__ import annotations

from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, draw_tables, refuse_too_few
from referee.competition.draws.seat_rotation import assign_seats, number_tables
from referee.competition.draws.sizes import list_splits
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import draw_lots

METHOD: Final = "league 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 2_000
"""The number of exchanges to weigh for each player."""


def draw(field: Entrants, work: int = _WORK_A_PLAYER) -> DrawnRound:
    """Return a round for the entrants. Raise `NotDrawn`, with the reason, if it cannot be drawn.

    `work` is the number of exchanges to consider for each player.
    """
    refuse_too_few(field)
    chance = Random(field.seed)
    lots = draw_lots(field.players, chance)
    meeting_counts = dict.fromkeys(field.players, 0)
    for pair, times in field.met.items():
        for player in pair:
            if player in meeting_counts:
                meeting_counts[player] += times
    byes, tables = draw_tables(
        field,
        list_splits(len(field.players), field.sizes),
        lambda seated, _: Aim(sorted(seated, key=lots.__getitem__), dict.fromkeys(seated, 0), limit_meetings=True),
        chance,
        work * len(field.players),
        rank=lambda player: -meeting_counts[player],
    )
    # Equally good table numbers depend on the lot, not on the order in which tables were found.
    tables = sorted((sorted(table, key=lots.__getitem__) for table in tables), key=lambda table: lots[table[0]])
    return DrawnRound(assign_seats(number_tables(tables, field.at), field.sat), byes)
