"""What a toy without house rules and without a winner has."""

from referee.rules import Table, frozen


@frozen
class NoOptions:
    """Nothing is asked."""


def nobody_ranks(_table: Table) -> tuple[tuple[int, ...], ...]:
    return ()
