"""A fixed plan for all rounds. (Stands in for the search until that is here.)"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from referee.tournaments import league
from referee.tournaments.field import Drawn, Field, Pair, Sizes, pairs

METHOD: Final = "round by round"


@dataclass(frozen=True, slots=True)
class Plan:
    rounds: tuple[Drawn, ...]


def plan(players: int, rounds: int, sizes: Sizes, seed: int, apart: frozenset[Pair] = frozenset()) -> Plan:
    field = Field(tuple(range(1, players + 1)), sizes, seed, apart=apart)
    met: Counter[Pair] = Counter()
    byes: Counter[int] = Counter()
    found = []
    for number in range(rounds):
        drawn = league.draw(replace(field, met=dict(met), byes=dict(byes), seed=seed + number))
        met.update(pair for table in drawn.tables for pair in pairs(table))
        byes.update(drawn.byes)
        found.append(drawn)
    return Plan(tuple(found))
