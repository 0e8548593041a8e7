"""Who goes on from a table or a group, and what decided it where some of them tied at the cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from referee.competition.random_order import lots


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """Who goes on, the best first, and who is out; `said` has what decided a tie, with ``{12}`` for player 12."""

    on: tuple[int, ...]
    out: tuple[int, ...]
    said: tuple[str, ...] = ()


def qualifiers_of(
    places: Sequence[Sequence[int]], go_on: int, before: Mapping[int, Fraction | int], seed: int
) -> Qualifiers:
    """Return who goes on of a table whose `places` are given best first, those who tied together.

    Of those who tied the one goes on who had more `before`: the score of the earlier rounds, or whatever tells who
    stood higher. Of those who had equally much, it goes by the lot that the seed draws.
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
    """Return who goes on before whom, and why."""
    verb = "goes" if len(on) == 1 else "go"
    return f"{_listed(on)} {verb} on before {_listed(out)}, with whom they tied, {how}."


def _listed(players: Sequence[int]) -> str:
    names = [f"{{{player}}}" for player in players]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
