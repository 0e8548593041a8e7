"""Who has won the most chips."""

from __future__ import annotations

from referee.rules import Table, Unit, ranked, total


def ranked_by_chips(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the seats grouped by what they have won and lost in all hands, the most chips first."""
    return ranked(table.seats, {seat: total(table.items, seat, Unit.CHIPS) for seat in table.seats})
