"""Debts: the sums due under a clause, and the debts that a payment settles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Protocol, TypeVar

Thing = TypeVar("Thing")


class Debt(Protocol):
    """A sum that is due."""

    @property
    def amount(self) -> int:
        """The amount due."""

    @property
    def clause(self) -> str:
        """The clause behind the debt."""


DebtT = TypeVar("DebtT", bound=Debt)


def debts_totalling(amount: int, debts: Mapping[int, DebtT]) -> dict[int, DebtT]:
    """Return the fewest debts that add up to an amount, by index; empty if none do."""
    for index, debt in debts.items():
        if debt.amount == amount:
            return {index: debt}
    for subset in subsets(debts) if len(debts) > 1 else ():
        if sum(debts[index].amount for index in subset) == amount:
            return {index: debts[index] for index in subset}
    return {}


def unpaid_debts(debts: Iterable[DebtT], payments: Iterable[int]) -> dict[int, DebtT]:
    """Return the debts still due after some payments, by their index in `debts`."""
    remaining = dict(enumerate(debts))
    for amount in payments if remaining else ():
        for index in debts_totalling(amount, remaining):
            del remaining[index]
    return remaining


def common_clause(debts: Iterable[Debt]) -> str:
    """Return the common clause of all debts; empty if there are several."""
    clauses = {debt.clause for debt in debts}
    return clauses.pop() if len(clauses) == 1 else ""


def settles_debts(amount: int, dues: Sequence[int], earlier_payments: Iterable[int] = ()) -> bool:
    """Tell whether a payment settles one of the sums due, or several of them together.

    Sums that `earlier_payments` settled are no longer due. An earlier payment that settled none is ignored.
    """
    remaining = {tuple(dues)}
    for payment in earlier_payments:
        remaining = _debts_after(payment, remaining) or remaining
    return bool(_debts_after(amount, remaining))


def _debts_after(amount: int, possible_remainders: Collection[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return the possible remaining debts after a payment, for each of the `possible_remainders` before it."""
    return {
        tuple(amount_due for place, amount_due in enumerate(dues) if place not in paid_indices)
        for dues in possible_remainders
        for paid_indices in subsets(range(len(dues)))
        if sum(dues[place] for place in paid_indices) == amount
    }


def subsets(items: Collection[Thing]) -> Iterator[tuple[Thing, ...]]:
    """Yield each single item, then each pair, and so on up to all of them."""
    return chain.from_iterable(combinations(items, size) for size in range(1, len(items) + 1))
