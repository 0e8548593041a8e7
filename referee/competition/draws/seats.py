"""The seats of a freezeout: as few tables as hold everybody, and who sits where at them by lot."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.competition.draws.sizes import even
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import shuffled

METHOD: Final = "seats 1"
"""The edition of the method. It changes whenever an answer would be another one."""
ONE_TABLE: Final = "one table 1"
"""The edition of the method for the final table."""


def draw(field: Entrants) -> DrawnRound:
    """Draw the seats of the start, at tables of which no two differ by more than one."""
    order = iter(shuffled(field.players, Random(field.seed)))
    count = -(-len(field.players) // field.sizes.most)
    sizes = even(len(field.players), count) if count else ()
    return DrawnRound(tuple(tuple(next(order) for _ in range(size)) for size in sizes))


def one_table(field: Entrants) -> DrawnRound:
    """Draw the seats of one table for all who are left."""
    return DrawnRound((tuple(shuffled(field.players, Random(field.seed))),))
