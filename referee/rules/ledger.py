"""Itemised scores: every payment, penalty and place is a line with its clause and its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.rules.clause import Clause


class Unit(StrEnum):
    """What an item counts. Chips sum to zero over the seats and the pot; penalties and places do not."""

    CHIPS = "chips"
    PENALTY = "penalty"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the settlement: `amount` for `seat`, under `clause`, with a sentence that says why.

    Chips are what the seat gains (negative: loses); a penalty counts 1; a place is the place taken.
    """

    seat: int
    amount: int
    unit: Unit
    clause: Clause[Any]
    reason: str
    line: int = 0


def total(items: Iterable[Item], seat: int, unit: Unit) -> int:
    """Return the sum of a seat's items of one unit."""
    return sum(item.amount for item in items if item.seat == seat and item.unit is unit)


def ranked(players: Iterable[int], score: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return seats grouped by score, the highest first; equal scores share a group."""
    groups: dict[int, list[int]] = {}
    for seat in players:
        groups.setdefault(score[seat], []).append(seat)
    return tuple(tuple(groups[value]) for value in sorted(groups, reverse=True))


def came_of_it(items: Iterable[Item]) -> list[str]:
    """Return what a line added to the settlement, a sentence each; what one pays another is said once."""
    return list(dict.fromkeys(f"{item.reason.rstrip('.')} ({item.clause.cite})." for item in items))
