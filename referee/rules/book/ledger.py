"""The ledger of a match: payments, penalties and ranks, each with its clause and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, TypeAlias, TypeVar, overload

from referee.cards.immutable import frozen

T = TypeVar("T")


class Unit(StrEnum):
    """The unit of a ledger item. Chips sum to zero over the seats and the pot; wins, penalties and places do not."""

    CHIPS = "chips"
    WIN = "win"
    PENALTY = "penalty"
    PLACE = "place"


@frozen
class LedgerItem:
    """One entry of the settlement: an `amount` for a `seat`, with its clause and reason.

    In chips, a gain is positive and a loss negative. A win or a penalty counts 1. For a place, the amount is the rank.
    """

    seat: int
    amount: int
    unit: Unit
    clause: str
    reason: str
    line: int = 0


class AppendOnlyList(Sequence[T]):
    """An immutable list that shares its beginning with the list it extends.

    Appending takes constant time, because each list refers to its predecessor.
    """

    __slots__ = ("_before", "_count", "_last", "_totals")

    def __init__(self, before: AppendOnlyList[T] | None = None, last: T | None = None) -> None:
        self._before, self._last = before, last
        self._count: int = before._count + 1 if before is not None else 0
        self._totals: dict[tuple[int, Unit], int] | None = None if self._count else {}

    def plus(self, *items: T) -> AppendOnlyList[T]:
        """Return the list with items appended."""
        row = self
        for item in items:
            row = AppendOnlyList(row, item)
        return row

    def first(self, count: int) -> AppendOnlyList[T]:
        """Return the first `count` items as a list."""
        row = self
        while row._count > count and row._before is not None:
            row = row._before
        return row

    def total(self: AppendOnlyList[LedgerItem], seat: int, unit: Unit) -> int:
        """Return the sum of a seat's items in one unit."""
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
        beginning = self.first(stop)
        return tuple(islice(reversed(beginning), max(0, beginning._count - start)))[::-1]

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
    """Return the sum of a seat's items in one unit."""
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
    """Return the amount of an item as text: ``+5 chips``, ``penalty 1`` or ``place 2``."""
    return f"{item.amount:+} {item.unit}" if item.unit is Unit.CHIPS else f"{item.unit} {item.amount}"


def write_chips(chips: Mapping[str, int]) -> str:
    """Return the chips won or lost by each player as text: ``Ann +5, Ben -5``."""
    return ", ".join(f"{name} {amount:+}" for name, amount in chips.items())


def write_places(places: Iterable[Iterable[str]]) -> str:
    """Return a ranking as text, best first: ``Cal > Ann = Ben``."""
    return " > ".join(" = ".join(group) for group in places)


def outcome_sentences(items: Iterable[LedgerItem], known_text: str = "") -> list[str]:
    """Return a sentence with its clause for each new item of the settlement.

    A payment between two players gets one sentence. Reasons already in `known_text` are left out.
    """
    fresh = [item for item in items if item.reason.rstrip(".") not in known_text]
    return list(dict.fromkeys(f"{item.reason.rstrip('.')} ({item.clause})." for item in fresh))
