"""Keeping strong players apart: the tables of a knockout, and the groups at the start of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from referee.competition.draws.drawing import Aim, byes_and_tables
from referee.competition.draws.sizes import TableSplit
from referee.competition.entrants import Entrants, NotDrawn
from referee.competition.random_order import shuffled

_WORK: Final = 30_000
_WORK_A_PLAYER: Final = 500


def order_by_strength(field: Entrants) -> list[int]:
    """Return the entrants, the strongest first."""
    place = {player: at for at, player in enumerate(field.players)}
    return sorted(field.players, key=lambda player: (-field.scores.get(player, 0), place[player]))


def tables_apart(
    field: Entrants, way: TableSplit, chance: Random, *, by_lot: bool
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Return the players with a bye, and tables of the given sizes, each with its strongest player first.

    The table of the strongest player comes first. With `by_lot` the order of strength is random. Raises `NotDrawn`.
    """
    if len(field.players) != sum(way.sizes) + way.byes:
        raise NotDrawn(
            f"The round is planned for {sum(way.sizes) + way.byes} players, but there are {len(field.players)}."
        )
    if not way.sizes:
        return tuple(sorted(field.players)), []
    order = shuffled(field.players, chance) if by_lot else order_by_strength(field)
    place = {player: at for at, player in enumerate(order)}

    def aim(seated: Sequence[int], way: TableSplit) -> Aim:
        return _apart(sorted(seated, key=place.__getitem__), way.sizes)

    work = _WORK + _WORK_A_PLAYER * len(order)
    byes, tables = byes_and_tables(field, [way], aim, chance, work, rank=place.__getitem__)
    ranked = [sorted(table, key=place.__getitem__) for table in tables]
    return byes, sorted(ranked, key=lambda table: place[table[0]])


def _apart(strength: Sequence[int], sizes: Sequence[int]) -> Aim:
    """Return the aim that keeps the strong apart: they are dealt to the tables to and fro, one pot after the other."""
    many = len(sizes)
    pots = [strength[start : start + many] for start in range(0, len(strength), many)]
    tables: list[list[int]] = [[] for _ in sizes]
    for number, pot in enumerate(pots):
        # Only the larger tables get a player of the last pot, and they come first.
        to_and_fro = pot if number % 2 == 0 else [*reversed(pot)]
        for table, player in zip(tables, to_and_fro, strict=False):
            table.append(player)
    value = {player: at for at, player in enumerate(strength)}
    return Aim([player for table in tables for player in table], value, -1, pots)
