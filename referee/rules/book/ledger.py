"""The ledger of a match: every payment, penalty and place is an item with its clause and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, TypeAlias, TypeVar, overload

from referee.rules.immutable import frozen

T = TypeVar("T")


class Unit(StrEnum):
    """What an item counts. Chips sum to zero over the seats and the pot; wins, penalties and places do not."""

    CHIPS = "chips"
    WIN = "win"
    PENALTY = "penalty"
    PLACE = "place"


@frozen
class LedgerItem:
    """One line of the settlement: an `amount` for a `seat`, under a clause, with a sentence that says why.

    Chips are what the seat gains, negative if it loses. A win or a penalty counts 1; a place is the place taken.
    """

    seat: int
    amount: int
    unit: Unit
    clause: str
    reason: str
    line: int = 0


class AppendOnlyList(Sequence[T]):
    """An immutable list that shares its beginning with the list it was made from.

    Appending takes constant time, as each list only refers to the one before.
    """

    __slots__ = ("_before", "_count", "_last", "_totals")

    def __init__(self, before: AppendOnlyList[T] | None = None, last: T | None = None) -> None:
        self._before, self._last = before, last
        self._count: int = before._count + 1 if before is not None else 0
        self._totals: dict[tuple[int, Unit], int] | None = None if self._count else {}

    def plus(self, *items: T) -> AppendOnlyList[T]:
        """Return the list with more items at its end."""
        row = self
        for item in items:
            row = AppendOnlyList(row, item)
        return row

    def first(self, count: int) -> AppendOnlyList[T]:
        """Return the list of the first `count` items."""
        row = self
        while row._count > count and row._before is not None:
            row = row._before
        return row

    def total(self: AppendOnlyList[LedgerItem], seat: int, unit: Unit) -> int:
        """Return the sum of a seat's items of one unit."""
        if self._totals is None:
            fresh, row = list[LedgerItem](), self
            while row._totals is None:
                assert row._last is not None
                assert row._before is not None
                fresh.append(row._last)
                row = row._before
            self._totals = {**row._totals}
            for item in fresh:
                key = item.seat, item.unit
                self._totals[key] = self._totals.get(key, 0) + item.amount
        return self._totals.get((seat, unit), 0)

    def __len__(self) -> int:
        return self._count

    def __reversed__(self) -> Iterator[T]:
        row = self
        while row._before is not None:
            assert row._last is not None
            yield row._last
            row = row._before

    def __iter__(self) -> Iterator[T]:
        return reversed([*reversed(self)])

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, int):
            row = self.first(index + 1 + (self._count if index < 0 else 0))
            if row._last is None or not -self._count <= index < self._count:
                raise IndexError(f"there is no item {index} of {self._count}")
            return row._last
        start, stop, step = index.indices(self._count)
        if step != 1:
            return tuple(self)[index]
        last = self.first(stop)
        return tuple(islice(reversed(last), max(0, last._count - start)))[::-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AppendOnlyList) or self._count != other._count:
            return False
        node, other_node = self, other
        while node is not other_node and node._before is not None and other_node._before is not None:
            if node._last != other_node._last:
                return False
            node, other_node = node._before, other_node._before
        return True

    def __hash__(self) -> int:
        return hash((self._count, self._last))

    def __repr__(self) -> str:
        return f"AppendOnlyList({list(self)})"


Ledger: TypeAlias = AppendOnlyList[LedgerItem]
NO_ITEMS: Final = Ledger()


def total(items: Iterable[LedgerItem], seat: int, unit: Unit) -> int:
    """Return the sum of a seat's items of one unit."""
    if isinstance(items, AppendOnlyList):
        return items.total(seat, unit)
    return sum(item.amount for item in items if item.seat == seat and item.unit is unit)


def rank_by_score(players: Iterable[int], score: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return seats grouped by score, the highest first; equal scores share a group."""
    groups: dict[int, list[int]] = {}
    for seat in players:
        groups.setdefault(score[seat], []).append(seat)
    return tuple(tuple(groups[value]) for value in sorted(groups, reverse=True))


def write_amount(item: LedgerItem) -> str:
    """Print what an item counts: ``+5 chips``, ``penalty 1`` or ``place 2``."""
    return f"{item.amount:+} {item.unit}" if item.unit is Unit.CHIPS else f"{item.unit} {item.amount}"


def write_chips(chips: Mapping[str, int]) -> str:
    """Print what each player has won or lost: ``Ann +5, Ben -5``."""
    return ", ".join(f"{name} {amount:+}" for name, amount in chips.items())


def write_places(places: Iterable[Iterable[str]]) -> str:
    """Print a ranking, the best first: ``Cal > Ann = Ben``."""
    return " > ".join(" = ".join(group) for group in places)


def outcome_sentences(items: Iterable[LedgerItem], known_text: str = "") -> list[str]:
    """Return what a line added to the settlement, as sentences with their clause.

    A payment is stated once for both players. Reasons that stand in `known_text` are left out.
    """
    fresh = [item for item in items if item.reason.rstrip(".") not in known_text]
    return list(dict.fromkeys(f"{item.reason.rstrip('.')} ({item.clause})." for item in fresh))
