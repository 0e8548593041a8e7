"""The report on a record: each line with its ruling, the settlement and the ranking."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from referee.cards.immutable import frozen
from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.ledger import LedgerItem, Unit
from referee.rules.book.rulebook import PartialSettlement
from referee.rules.notation.actions import Deal
from referee.rules.records.record import Line, Record


@dataclass(slots=True)
class JudgedLine:
    """A line with its ruling, and the tables before and after it.

    `at_first` is the ruling when the line was entered. A line that was open then is judged again in `ruling`, using
    later evidence. `counts` says whether the line changed the table.

    An illegal act is void unless it was let stand, or the record has fewer faults if it stood. In the latter case
    `shown_by` is the line that shows this. `turned_by` is the line that changed the verdict: it showed the deciding
    cards, or changed how the hand is read. A deal is `unsettled` if a later line may still change how earlier hands are
    read.
    """

    line: Line
    ruling: Ruling
    at_first: Ruling
    before: Any
    after: Any
    counts: bool = True
    shown_by: int = 0
    turned_by: int = 0
    unsettled: bool = False

    @property
    def verdict_change(self) -> str:
        """The note on a verdict that a later line changed: ``was open until line 14``; empty for other lines."""
        return f"was {self.at_first.verdict} until line {self.turned_by}" if self.turned_by else ""

    @property
    def is_open(self) -> bool:
        """Whether later cards may still decide the line."""
        return self.ruling.verdict is Verdict.OPEN and self.ruling.word != "lapsed" and not self.line.taken_back

    @property
    def has_lapsed(self) -> bool:
        """Whether the line was still open when the cards were gathered."""
        return self.ruling.word == "lapsed" and not self.line.taken_back

    @property
    def items(self) -> tuple[LedgerItem, ...]:
        """The items that the line added to the settlement."""
        before, after = self.before.items, self.after.items
        return () if after is before else tuple(after[len(before) :])


@frozen
class Report:
    """A record with all its rulings, and the table at its end."""

    record: Record
    entries: tuple[JudgedLine, ...]
    table: Any

    @property
    def settled(self) -> PartialSettlement:
        """The settlement of a record that begins mid-hand, and what is missing for it; empty for other records."""
        return PartialSettlement() if self.record.complete else self.record.book.settle(self.table)

    @property
    def settlement(self) -> tuple[LedgerItem, ...]:
        """Every payment, penalty and rank so far."""
        return (*self.table.items, *self.settled.items)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats grouped by rank, best first; empty until something has been decided."""
        return self.record.book.ranking(self.table)

    @property
    def penalties(self) -> dict[int, int]:
        """The number of penalties of each seat, for games that have penalties."""
        counts = Counter(item.seat for item in self.table.items if item.unit is Unit.PENALTY)
        return {seat: counts[seat] for seat in self.record.seats} if counts else {}

    @property
    def open(self) -> tuple[JudgedLine, ...]:
        """The entries that later cards may still decide."""
        return tuple(entry for entry in self.entries if entry.is_open)

    def lapsed_at(self, deal: int = 0) -> tuple[JudgedLine, ...]:
        """Return the entries that lapsed at the deal on a line; 0 stands for the end of the record."""
        hand: list[JudgedLine] = []
        for entry in self.entries:
            if starts_hand(entry.line):
                if entry.line.number == deal:
                    break
                hand = []
            hand.append(entry)
        else:
            if deal:
                return ()
        return tuple(entry for entry in hand if entry.has_lapsed)


def starts_hand(line: Line) -> bool:
    """Tell whether a line deals a new hand, so that earlier cards are gathered."""
    return isinstance(line.act, Deal) and not line.taken_back
