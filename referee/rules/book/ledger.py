"""Itemised scores: every payment, penalty and place is a line with its clause and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from referee.rules.copying import value


class Unit(StrEnum):
    """What an item counts. Chips sum to zero over the seats and the pot; wins, penalties and places do not."""

    CHIPS = "chips"
    WIN = "win"
    PENALTY = "penalty"
    PLACE = "place"


@value
class Item:
    """One line of the settlement: `amount` for `seat`, under the clause of that number, with a sentence that says why.

    Chips are what the seat gains (negative: loses); a win or a penalty counts 1; a place is the place taken.
    """

    seat: int
    amount: int
    unit: Unit
    clause: str
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


def write_amount(item: Item) -> str:
    """Print what an item counts: ``+5 chips``, ``penalty 1`` or ``place 2``."""
    return f"{item.amount:+} {item.unit}" if item.unit is Unit.CHIPS else f"{item.unit} {item.amount}"


def write_chips(chips: Mapping[str, int]) -> str:
    """Print what each player has won or lost: ``Ann +5, Ben -5``."""
    return ", ".join(f"{name} {amount:+}" for name, amount in chips.items())


def write_places(places: Iterable[Iterable[str]]) -> str:
    """Print a ranking, the best first: ``Cal > Ann = Ben``."""
    return " > ".join(" = ".join(group) for group in places)


def came_of_it(items: Iterable[Item], book: str = "", said: str = "") -> list[str]:
    """Return what a line added to the settlement, a sentence each, citing the clause of a book.

    What one pays another is said once, and what was `said` already not again.
    """
    fresh = [item for item in items if item.reason.rstrip(".") not in said]
    return list(dict.fromkeys(f"{item.reason.rstrip('.')} ({f'{book} {item.clause}'.strip()})." for item in fresh))
