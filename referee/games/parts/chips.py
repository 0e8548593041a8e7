"""Who has won the most chips."""

from __future__ import annotations

from referee.rules import Unit, ranked, total
from referee.rules.rulebook import State


def ranked_by_chips(table: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats grouped by what they have won and lost in all hands, the most chips first."""
    return ranked(table.seats, {seat: total(table.items, seat, Unit.CHIPS) for seat in table.seats})
