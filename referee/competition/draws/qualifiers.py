"""The players who advance from a table or a group, and what decided a tie at the cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from referee.competition.random_order import lots


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """The players who advance, best first, and those who are out. `said` explains a tie, with players as ``{12}``."""

    on: tuple[int, ...]
    out: tuple[int, ...]
    said: tuple[str, ...] = ()


def qualifiers_of(
    places: Sequence[Sequence[int]], go_on: int, before: Mapping[int, Fraction | int], seed: int
) -> Qualifiers:
    """Return the players who advance from a table with these `places`, best first, ties in one group.

    A tie at the cut goes to the higher value in `before`, such as the score of earlier rounds, and then to the draw by
    `seed`.
    """
    lot = lots((player for tied in places for player in tied), Random(seed))
    order: list[int] = []
    said: list[str] = []
    for tied in places:
        ranked = sorted(tied, key=lambda player: (-before.get(player, 0), lot[player]))
        left = go_on - len(order)
        if 0 < left < len(ranked):
            last, next_one = before.get(ranked[left - 1], 0), before.get(ranked[left], 0)
            level = [player for player in ranked if before.get(player, 0) == last]
            above = [player for player in ranked if before.get(player, 0) > last]
            if last == next_one:
                if above:
                    said.append(_said(above, level, "by what they had before this round"))
                on = [player for player in ranked[:left] if player in level]
                said.append(_said(on, [player for player in level if player not in on], f"by lot (seed {seed})"))
            else:
                said.append(_said(ranked[:left], ranked[left:], "by what they had before this round"))
        order.extend(ranked)
    return Qualifiers(tuple(order[:go_on]), tuple(order[go_on:]), tuple(said))


def _said(on: Sequence[int], out: Sequence[int], how: str) -> str:
    """Return a sentence on who advances ahead of whom, and why."""
    verb = "goes" if len(on) == 1 else "go"
    return f"{_listed(on)} {verb} on before {_listed(out)}, with whom they tied, {how}."


def _listed(players: Sequence[int]) -> str:
    names = [f"{{{player}}}" for player in players]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
