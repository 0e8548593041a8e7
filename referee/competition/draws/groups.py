"""Groups and a final: groups drawn by seeding, what is played inside them, and who of them plays for the win.

Groups are drawn as the tables of a knock-out are (`strength`): pairs that are kept apart are in different groups, the
strongest are each in another one, and the groups are as even as a draw to and fro makes them. Inside a group everybody
meets everybody as nearly equally often as can be. Group A plays at the first tables, and so on, in every round, so that
nobody has to look for their group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Final, Protocol

from referee.competition.draws import league
from referee.competition.draws.knock_out_plan import Stage, schedule
from referee.competition.draws.places import seated
from referee.competition.draws.sizes import Split, even
from referee.competition.draws.strength import tables_apart
from referee.competition.field import Drawn, Field, NotDrawn, Pair, Sizes, pairs

METHOD: Final = "groups 1"
"""The edition of the method. It changes whenever an answer would be another one."""


class Planned(Protocol):
    """A plan of some rounds for players numbered from 1."""

    @property
    def rounds(self) -> tuple[Drawn, ...]:
        """The rounds, in order."""


class Planner(Protocol):
    """What makes a plan in which every pair meets as nearly equally often as can be."""

    def __call__(self, players: int, rounds: int, sizes: Sizes, seed: int, apart: frozenset[Pair]) -> Planned:
        """Return a plan."""


def groups(field: Field, count: int, *, by_lot: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return so many groups of players, the strongest of each first. Raises `NotDrawn`, saying why."""
    if not 0 < count <= len(field.players):
        raise NotDrawn(f"{len(field.players)} players do not make {count} groups.")
    sizes = even(len(field.players), count)
    if sizes[-1] < field.sizes.least:
        raise NotDrawn(
            f"{len(field.players)} players in {count} groups are {sizes[-1]} in the smallest: "
            f"a table needs at least {field.sizes.least}."
        )
    _, found = tables_apart(field, Split(sizes), Random(field.seed), by_lot=by_lot)
    return tuple(map(tuple, found))


def name(group: int) -> str:
    """Return what a group is called, counted from 0: Group A to Group Z, and then Group 27."""
    return f"Group {chr(ord('A') + group)}" if group < 26 else f"Group {group + 1}"


def inside(
    drawn: Sequence[Sequence[int]],
    rounds: int,
    sizes: Sizes,
    seed: int,
    plan: Planner,
    mates: frozenset[Pair] = frozenset(),
) -> tuple[Drawn, ...]:
    """Return what the groups play, all of them at the same time: at one table if they fit at it, else by a plan.

    Where there are `mates` in a group, the fewest of them sit together, and then the fewest meet again.
    """
    parts = [_inside(group, rounds, sizes, seed + at, plan, mates) for at, group in enumerate(drawn)]
    return tuple(
        Drawn(
            tuple(table for part in parts for table in part[number].tables),
            tuple(player for part in parts for player in part[number].byes),
            tuple(name(group) for group, part in enumerate(parts) for _ in part[number].tables),
        )
        for number in range(rounds)
    )


def _inside(
    group: Sequence[int], rounds: int, sizes: Sizes, seed: int, plan: Planner, mates: frozenset[Pair]
) -> list[Drawn]:
    """Return what one group plays."""
    if sizes.least <= len(group) <= sizes.most:
        sat: dict[tuple[int, int], int] = {}
        found = []
        for _ in range(rounds):
            [table] = seated([group], sat)
            found.append(Drawn((table,)))
            for seat, player in enumerate(table):
                at = player, (seat + 1) % len(table)
                sat[at] = sat.get(at, 0) + 1
        return found
    if here := frozenset(pair for pair in mates if set(pair) <= set(group)):
        return list(_apart_inside(Field(tuple(sorted(group)), sizes, seed, mates=here), rounds))
    planned = plan(len(group), rounds, sizes, seed, frozenset()).rounds
    return [
        Drawn(
            tuple(tuple(group[number - 1] for number in table) for table in each.tables),
            tuple(group[number - 1] for number in each.byes),
        )
        for each in planned
    ]


def _apart_inside(field: Field, rounds: int) -> Iterator[Drawn]:
    """Yield the rounds of a group in which there are team mates, each drawn by what was before it."""
    for number in range(rounds):
        made = league.draw(replace(field, seed=field.seed + number))
        yield made
        met, sat, byes = dict(field.met), dict(field.sat), dict(field.byes)
        for table in made.tables:
            for pair in pairs(table):
                met[pair] = met.get(pair, 0) + 1
            for seat, player in enumerate(table):
                at = player, (seat + 1) % len(table)
                sat[at] = sat.get(at, 0) + 1
        for player in made.byes:
            byes[player] = byes.get(player, 0) + 1
        field = replace(field, met=met, sat=sat, byes=byes)


def finals(orders: Sequence[Sequence[int]], go_on: int) -> tuple[tuple[int, ...], ...]:
    """Return who plays in each final, when the groups ended in these `orders`, best first.

    The first `go_on` of each group play for the win, the next for the places after them, and so on. All winners of
    groups come before all who were second.
    """
    ranks = [[player for player in rank if player is not None] for rank in zip_longest(*orders)]
    return tuple(
        tuple(player for rank in ranks[start : start + go_on] for player in rank)
        for start in range(0, len(ranks), go_on)
    )


def stages(finalists: int, sizes: Sizes, go_on: int = 1) -> tuple[Stage, ...]:
    """Return the rounds of a final: one table where they fit at it, else a knock-out down to one."""
    return schedule(finalists, sizes, go_on)
