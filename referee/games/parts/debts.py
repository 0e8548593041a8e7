"""Debts: the sums due under a clause, and which of them a payment settles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Protocol, TypeVar

Thing = TypeVar("Thing")


class Debt(Protocol):
    """A sum that is due."""

    @property
    def amount(self) -> int:
        """Return how much it is."""

    @property
    def clause(self) -> str:
        """Return the clause by which it is due."""


DebtT = TypeVar("DebtT", bound=Debt)


def debts_totalling(amount: int, sure: Mapping[int, DebtT]) -> dict[int, DebtT]:
    """Return the debts that add up to an amount, as few as possible, by their index; empty if none do."""
    for at, due in sure.items():
        if due.amount == amount:
            return {at: due}
    for some in subsets(sure) if len(sure) > 1 else ():
        if sum(sure[at].amount for at in some) == amount:
            return {at: sure[at] for at in some}
    return {}


def unpaid_debts(owed: Iterable[DebtT], payments: Iterable[int]) -> dict[int, DebtT]:
    """Return the debts that are still due after some payments, by their index in `owed`."""
    left = dict(enumerate(owed))
    for amount in payments if left else ():
        for at in debts_totalling(amount, left):
            del left[at]
    return left


def common_clause(settled: Iterable[Debt]) -> str:
    """Return the clause under which all the debts are due, or an empty string if there are several."""
    clauses = {due.clause for due in settled}
    return clauses.pop() if len(clauses) == 1 else ""


def settles_debts(amount: int, dues: Sequence[int], earlier_payments: Iterable[int] = ()) -> bool:
    """Tell whether a payment settles one of the sums that are due, or several of them together.

    Sums that `earlier_payments` settled are no longer due. An earlier payment that settled none is ignored.
    """
    left = {tuple(dues)}
    for earlier in earlier_payments:
        left = _debts_after(earlier, left) or left
    return bool(_debts_after(amount, left))


def _debts_after(amount: int, left: Collection[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return the sums that may remain due after a payment, for each of the possibilities in `left` before it."""
    return {
        tuple(due for place, due in enumerate(dues) if place not in paid)
        for dues in left
        for paid in subsets(range(len(dues)))
        if sum(dues[place] for place in paid) == amount
    }


def subsets(things: Collection[Thing]) -> Iterator[tuple[Thing, ...]]:
    """Yield each thing alone, then each pair, and so on up to all of them."""
    return chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))
