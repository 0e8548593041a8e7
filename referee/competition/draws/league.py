"""A round of a league: everybody present plays, whatever their score, and in time everybody meets everybody.

In order of importance:

1. Byes, if there have to be any, go to those who had fewest, and of these to those with the most meetings.
2. Pairs that are kept apart do not sit together (`NotDrawn` says which cannot be).
3. The fewest repeats, 2m + 1 for two who met m times, as on any evening of the club; and of equals the draw without a
   pair that meets very often.
4. Table numbers rotate: everybody gets the numbers they had least often.
5. Everybody gets the seats they had least often, which rotates the first deal as well.
"""

from __future__ import annotations

from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, byes_and_tables, enough
from referee.competition.draws.places import numbered, seated
from referee.competition.draws.sizes import splits
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import lots

METHOD: Final = "league 1"
"""The edition of the method. It changes whenever an answer would be another one."""

_WORK_A_PLAYER: Final = 2_000
"""The number of exchanges to weigh for each player."""


def draw(field: Entrants, work: int = _WORK_A_PLAYER) -> DrawnRound:
    """Return a round for the entrants. `work` is the number of exchanges to weigh for each player.

    Raises `NotDrawn` with the reason.
    """
    enough(field)
    chance = Random(field.seed)
    lot = lots(field.players, chance)
    many = dict.fromkeys(field.players, 0)
    for pair, times in field.met.items():
        for player in pair:
            if player in many:
                many[player] += times
    byes, tables = byes_and_tables(
        field,
        splits(len(field.players), field.sizes),
        lambda seated, _: Aim(sorted(seated, key=lot.__getitem__), dict.fromkeys(seated, 0), often=True),
        chance,
        work * len(field.players),
        rank=lambda player: -many[player],
    )
    # Equally good table numbers depend on the lot, not on the order in which tables were found.
    tables = sorted((sorted(table, key=lot.__getitem__) for table in tables), key=lambda table: lot[table[0]])
    return DrawnRound(seated(numbered(tables, field.at), field.sat), byes)
