"""The ranking of a match by chips won or by hands won."""

from __future__ import annotations

from referee.rules import LedgerItem, TableProtocol, Unit, rank_by_score, total


def win_item(seat: int, clause: str, reason: str, line: int) -> LedgerItem:
    """Return the ledger item for winning a hand."""
    return LedgerItem(seat, 1, Unit.WIN, clause, reason, line)


def ranked_by_wins(table: TableProtocol) -> tuple[tuple[int, ...], ...]:
    """Return the seats grouped by hands won, the most first."""
    return rank_by_score(table.seats, {seat: total(table.items, seat, Unit.WIN) for seat in table.seats})


def ranked_by_chips(table: TableProtocol) -> tuple[tuple[int, ...], ...]:
    """Return the seats grouped by chips won and lost in all hands, the most first."""
    return rank_by_score(table.seats, {seat: total(table.items, seat, Unit.CHIPS) for seat in table.seats})
