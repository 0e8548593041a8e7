"""Keeping strong players apart: at the tables of a knockout, and in the groups of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, draw_tables
from referee.competition.draws.sizes import TableSplit
from referee.competition.entrants import Entrants, NotDrawn
from referee.competition.random_order import shuffle_players

_WORK: Final = 30_000
_WORK_A_PLAYER: Final = 500


def order_by_strength(field: Entrants) -> list[int]:
    """Return the entrants, the strongest first."""
    position = {player: index for index, player in enumerate(field.players)}
    return sorted(field.players, key=lambda player: (-field.scores.get(player, 0), position[player]))


def draw_strong_apart(
    field: Entrants, way: TableSplit, chance: Random, *, by_lot: bool
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Return the players with a bye, and tables of the given sizes, each with its strongest player first.

    The table of the strongest player comes first. With `by_lot` the order of strength is random. Raise `NotDrawn` if
    pairs cannot be kept apart.
    """
    if len(field.players) != sum(way.sizes) + way.byes:
        raise NotDrawn(
            f"The round is planned for {sum(way.sizes) + way.byes} players, but there are {len(field.players)}."
        )
    if not way.sizes:
        return tuple(sorted(field.players)), []
    order = shuffle_players(field.players, chance) if by_lot else order_by_strength(field)
    position = {player: index for index, player in enumerate(order)}

    def aim(seated: Sequence[int], way: TableSplit) -> Aim:
        return _spread_strong(sorted(seated, key=position.__getitem__), way.sizes)

    work = _WORK + _WORK_A_PLAYER * len(order)
    byes, tables = draw_tables(field, [way], aim, chance, work, rank=position.__getitem__)
    ranked = [sorted(table, key=position.__getitem__) for table in tables]
    return byes, sorted(ranked, key=lambda table: position[table[0]])


def _spread_strong(strength: Sequence[int], sizes: Sequence[int]) -> Aim:
    """Return the aim that keeps strong players apart: they are dealt to the tables back and forth, pot by pot."""
    table_count = len(sizes)
    pots = [strength[start : start + table_count] for start in range(0, len(strength), table_count)]
    tables: list[list[int]] = [[] for _ in sizes]
    for number, pot in enumerate(pots):
        # Only the larger tables get a player of the last pot, and they come first.
        snaked_pot = pot if number % 2 == 0 else [*reversed(pot)]
        for table, player in zip(tables, snaked_pot, strict=False):
            table.append(player)
    values = {player: index for index, player in enumerate(strength)}
    return Aim([player for table in tables for player in table], values, -1, pots)
