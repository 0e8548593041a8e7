"""Which of the sums that are due a payment settles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, combinations
from typing import Protocol, TypeVar

Thing = TypeVar("Thing")


class Owed(Protocol):
    """A sum that is due."""

    @property
    def amount(self) -> int:
        """Return how much it is."""


Debt = TypeVar("Debt", bound=Owed)


def amounting_to(amount: int, sure: Mapping[int, Debt]) -> dict[int, Debt]:
    """Return the sums that come to an amount: the first that is as much, or else the first of the fewest together."""
    for at, due in sure.items():
        if due.amount == amount:
            return {at: due}
    for some in subsets(sure) if len(sure) > 1 else ():
        if sum(sure[at].amount for at in some) == amount:
            return {at: sure[at] for at in some}
    return {}


def subsets(things: Collection[Thing]) -> Iterator[tuple[Thing, ...]]:
    """Yield each of some things, then two of them together, and so on."""
    return chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))
