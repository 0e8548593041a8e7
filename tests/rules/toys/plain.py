"""What a toy without house rules and without a winner has."""

from referee.rules import Table, value


@value
class NoOptions:
    """Nothing is asked."""


def nobody_ranks(_table: Table) -> tuple[tuple[int, ...], ...]:
    return ()
