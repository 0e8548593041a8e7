"""What a toy without house rules and without a winner has."""

from dataclasses import dataclass

from referee.rules import Table


@dataclass(frozen=True, slots=True)
class NoOptions:
    """Nothing is asked."""


def nobody_ranks(_table: Table) -> tuple[tuple[int, ...], ...]:
    return ()
