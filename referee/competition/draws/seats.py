"""The seats of a freezeout, drawn at random at as few tables as possible."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.competition.draws.sizes import even_sizes
from referee.competition.entrants import DrawnRound, Entrants
from referee.competition.random_order import shuffle_players

METHOD: Final = "seats 1"
"""The edition of the method. It changes whenever an answer would be another one."""
ONE_TABLE: Final = "one table 1"
"""The edition of the method for the final table."""


def draw(field: Entrants) -> DrawnRound:
    """Return random seats for the start, at tables that differ by at most one player."""
    order = iter(shuffle_players(field.players, Random(field.seed)))
    count = -(-len(field.players) // field.sizes.most)
    sizes = even_sizes(len(field.players), count) if count else ()
    return DrawnRound(tuple(tuple(next(order) for _ in range(size)) for size in sizes))


def draw_one_table(field: Entrants) -> DrawnRound:
    """Return random seats at one table for all remaining players."""
    return DrawnRound((tuple(shuffle_players(field.players, Random(field.seed))),))
