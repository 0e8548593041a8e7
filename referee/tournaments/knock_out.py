"""A round of a knock-out: tables of any size, of which so many go on, drawn so that the strong meet late.

How many tables there are, and how many rounds, is said by `knock_out_plan`. Who is strong, is said by the scores of the
field, the higher the stronger, and among equals by the order in which its players are given: the seeding. With `by_lot`
the order is drawn by lot instead. What is looked for, each before all that comes after it:

1. Byes, where there have to be any, go to those who had fewest, and of these to the strongest.
2. Pairs that are kept apart do not sit together (`NotDrawn` says which cannot).
3. The fewest repeats, 2m + 1 for two who met m times: winners of one table do not meet in the next round.
4. The strong are apart: with T tables, no two of the T strongest sit together, then no two of the T after them, and so
   on.
5. The tables are even: who has the strongest to play has the weakest as well, as in a bracket of two at a table. The
   sum over all pairs at a table of their squared distance in the order of strength is as large as can be.
6. Table 1 is the one of the strongest, and so on; those who play for places back have the last numbers.
7. Everybody sits least where they sat most, and the first deal goes round with it.

A round is drawn when the one before it is over; who is left meets by strength again, and no table waits for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from referee.tournaments.drawing import Aim, byes_and_tables
from referee.tournaments.field import Drawn, Field, NotDrawn, Table
from referee.tournaments.knock_out_plan import Stage
from referee.tournaments.lot import shuffled
from referee.tournaments.seats import seated as in_seats
from referee.tournaments.table_split import Split

METHOD: Final = "knock-out 1"
"""The edition of the method. It changes whenever an answer would be another one."""

FINAL: Final = "Final"
REPECHAGE: Final = "Repechage"

_WORK: Final = 30_000
_WORK_A_PLAYER: Final = 500


def draw(field: Field, stage: Stage, *, by_lot: bool = False, out: Sequence[int] = ()) -> Drawn:
    """Draw a round of a knock-out, as it was planned in `stage`, for the players of a field who are still in.

    `out` are those who play for places back. Raises `NotDrawn`, saying why.
    """
    chance = Random(field.seed)
    byes, main = _part(field, Split(stage.sizes, stage.byes), chance, by_lot=by_lot)
    label = FINAL if stage.final else ""
    if not stage.repechage:
        return Drawn(main, byes, (label,) * len(main))
    again = replace(field, players=tuple(out))
    rested, back = _part(again, Split(stage.repechage, stage.rested), chance, by_lot=by_lot)
    return Drawn((*main, *back), (*byes, *rested), (label,) * len(main) + (REPECHAGE,) * len(back))


def by_strength(field: Field) -> list[int]:
    """Return the players of a field, the strongest first."""
    place = {player: at for at, player in enumerate(field.players)}
    return sorted(field.players, key=lambda player: (-field.scores.get(player, 0), place[player]))


def _part(field: Field, way: Split, chance: Random, *, by_lot: bool) -> tuple[tuple[int, ...], tuple[Table, ...]]:
    """Draw the tables of those who are still in, or of those who play for places back."""
    if len(field.players) != sum(way.sizes) + way.byes:
        raise NotDrawn(
            f"The round is planned for {sum(way.sizes) + way.byes} players, and there are {len(field.players)}."
        )
    if not way.sizes:
        return tuple(sorted(field.players)), ()
    order = shuffled(field.players, chance) if by_lot else by_strength(field)
    place = {player: at for at, player in enumerate(order)}

    def aim(seated: Sequence[int], way: Split) -> Aim:
        return _apart(sorted(seated, key=place.__getitem__), way.sizes)

    work = _WORK + _WORK_A_PLAYER * len(order)
    byes, tables = byes_and_tables(field, [way], aim, chance, work, rank=place.__getitem__)
    ranked = sorted((sorted(table, key=place.__getitem__) for table in tables), key=lambda table: place[table[0]])
    return byes, in_seats(ranked, field.sat)


def _apart(strength: Sequence[int], sizes: Sequence[int]) -> Aim:
    """Return the wish that the strong are apart: they begin at the tables to and fro, one pot after the other."""
    many = len(sizes)
    pots = [strength[start : start + many] for start in range(0, len(strength), many)]
    tables: list[list[int]] = [[] for _ in sizes]
    for number, pot in enumerate(pots):
        # Only the larger tables have one of the last pot, and they stand first.
        to_and_fro = pot if number % 2 == 0 else [*reversed(pot)]
        for table, player in zip(tables, to_and_fro, strict=False):
            table.append(player)
    value = {player: at for at, player in enumerate(strength)}
    return Aim([player for table in tables for player in table], value, -1, pots)
