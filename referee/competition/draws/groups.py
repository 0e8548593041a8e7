"""Groups and finals: drawing groups by seeding, their rounds, and the players of each final.

Groups are drawn like the tables of a knockout (`strength`). Pairs to be kept apart are in different groups, the
strongest players are spread over the groups, and dealing back and forth makes the groups even. Inside a group,
everybody meets everybody about equally often. Group A has the first tables in every round, then group B, so that
players easily find their group.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Final

from referee.competition.draws import league
from referee.competition.draws.seat_rotation import assign_seats
from referee.competition.draws.sizes import TableSplit, even_sizes
from referee.competition.draws.strength import draw_strong_apart
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn
from referee.competition.history import add_round, pairs_within
from referee.competition.planning.plans import draw_planned_round

METHOD: Final = "groups 1"
"""The edition of the method. It changes whenever an answer would be another one."""


def draw_groups(field: Entrants, count: int, *, by_lot: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return `count` groups of players, each with its strongest player first.

    Raise `NotDrawn`, with the reason, if they cannot be drawn.
    """
    if not 0 < count <= len(field.players):
        raise NotDrawn(f"{len(field.players)} players do not make {count} groups.")
    sizes = even_sizes(len(field.players), count)
    if sizes[-1] < field.sizes.least:
        raise NotDrawn(
            f"With {len(field.players)} players in {count} groups, the smallest has {sizes[-1]}: "
            f"a table needs at least {field.sizes.least}."
        )
    _, drawn_groups = draw_strong_apart(field, TableSplit(sizes), Random(field.seed), by_lot=by_lot)
    return tuple(map(tuple, drawn_groups))


def group_name(group: int) -> str:
    """Return the name of a group, counted from 0: Group A to Group Z, then Group 27."""
    return f"Group {chr(ord('A') + group)}" if group < 26 else f"Group {group + 1}"


def draw(
    field: Entrants, count: int, rounds: int, number: int, absent_players: Collection[int] = (), *, by_lot: bool = True
) -> DrawnRound:
    """Return a round of the groups, without the `absent_players`.

    Raise `NotDrawn`, with the reason, if it cannot be drawn.
    """
    drawn_groups = draw_groups(field, count, by_lot=by_lot)
    parts = [
        _without_absent(field, part[number - 1], absent_players, number)
        for part in draw_group_rounds(drawn_groups, rounds, field)
    ]
    return DrawnRound(
        tuple(table for part in parts for table in part.tables),
        tuple(player for part in parts for player in part.byes),
        tuple(group_name(group) for group, part in enumerate(parts) for _ in part.tables),
    )


def draw_group_rounds(
    drawn: Sequence[Sequence[int]], rounds: int, field: Entrants
) -> tuple[tuple[DrawnRound, ...], ...]:
    """Return the rounds of each group: at one table if it fits, else by a plan in which few team mates meet."""
    return tuple(
        _draw_rounds(group, rounds, replace(field, seed=field.seed + index)) for index, group in enumerate(drawn)
    )


def _draw_rounds(group: Sequence[int], rounds: int, field: Entrants) -> tuple[DrawnRound, ...]:
    """Return the rounds of one group."""
    sizes = field.sizes
    if sizes.least <= len(group) <= sizes.most:
        entrants, drawn_rounds = Entrants(tuple(group), sizes, field.seed), []
        for _ in range(rounds):
            drawn_rounds.append(DrawnRound(assign_seats([group], entrants.sat)))
            entrants = add_round(entrants, drawn_rounds[-1])
        return tuple(drawn_rounds)
    group_entrants = Entrants(tuple(group), sizes, field.seed, mates=pairs_within(field.mates, set(group)))
    return tuple(draw_planned_round(group_entrants, rounds, number) for number in range(1, rounds + 1))


def _without_absent(field: Entrants, planned: DrawnRound, without: Collection[int], number: int) -> DrawnRound:
    """Return a group's round without its absent players. It is redrawn if a table would be too small."""
    tables = [tuple(player for player in table if player not in without) for table in planned.tables]
    byes = tuple(player for player in planned.byes if player not in without)
    if all(field.sizes.least <= len(table) for table in tables):
        return DrawnRound(tuple(tables), byes)
    present_players = tuple(sorted([*byes, *(player for table in tables for player in table)]))
    if len(present_players) < field.sizes.least:
        return DrawnRound((), present_players)
    pairs, mates = (pairs_within(pair_set, set(present_players)) for pair_set in (field.apart, field.mates))
    return league.draw(Entrants(present_players, field.sizes, field.seed + number, apart=pairs, mates=mates))


def split_into_finals(orders: Sequence[Sequence[int]], go_on: int) -> tuple[tuple[int, ...], ...]:
    """Return the players of each final, given the groups' final `orders`, best first.

    The first `go_on` of each group play for the win, the next for the following places, and so on. In a final, the
    winners of the groups come first, then the runners-up.
    """
    ranks = [[player for player in rank if player is not None] for rank in zip_longest(*orders)]
    return tuple(
        tuple(player for rank in ranks[start : start + go_on] for player in rank)
        for start in range(0, len(ranks), go_on)
    )
