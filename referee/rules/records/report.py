"""The report on a record: each line with its ruling, the settlement and the places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.ledger import LedgerItem, Unit
from referee.rules.book.rulebook import PartialSettlement
from referee.rules.immutable import frozen
from referee.rules.notation.actions import Deal
from referee.rules.records.record import Line, Record


@dataclass(slots=True)
class JudgedLine:
    """A line with its ruling, and the table before and after it.

    `at_first` is the ruling at the time when the line was entered. A line that was open then is judged again in
    `ruling`, by what has been seen since. `counts` says whether the line changed the table.

    An illegal act that was neither taken back nor let stand is void, unless the record has fewer faults if it stood:
    then `shown_by` is the line that shows this. If the verdict has changed, `turned_by` is the line that changed it: it
    showed the deciding cards, or the hand is read differently since. A deal is `unsettled` if a later line may still
    change how the hands before it are read.
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
        """The note on a line whose verdict a later line changed: ``was open until line 14``."""
        return f"was {self.at_first.verdict} until line {self.turned_by}" if self.turned_by else ""

    @property
    def is_open(self) -> bool:
        """Whether later cards may still decide the line."""
        return self.ruling.verdict is Verdict.OPEN and self.ruling.word != "lapsed" and not self.line.taken_back

    @property
    def has_lapsed(self) -> bool:
        """Whether the cards were gathered before any line decided this one."""
        return self.ruling.word == "lapsed" and not self.line.taken_back

    @property
    def items(self) -> tuple[LedgerItem, ...]:
        """What the line added to the settlement."""
        before, after = self.before.items, self.after.items
        return () if after is before else tuple(after[len(before) :])


@frozen
class Report:
    """A record with all its rulings and the table at its end."""

    record: Record
    entries: tuple[JudgedLine, ...]
    table: Any

    @property
    def settled(self) -> PartialSettlement:
        """What the game settles at the end of a record that begins in the middle of a hand, and what is missing for
        that.
        """
        return PartialSettlement() if self.record.complete else self.record.book.settle(self.table)

    @property
    def settlement(self) -> tuple[LedgerItem, ...]:
        """Every payment, penalty and place so far."""
        return (*self.table.items, *self.settled.items)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats grouped by rank, the best first; empty while nothing has been decided."""
        return self.record.book.ranking(self.table)

    @property
    def penalties(self) -> dict[int, int]:
        """How many penalties each seat has taken, for games that have any."""
        counts = Counter(item.seat for item in self.table.items if item.unit is Unit.PENALTY)
        return {seat: counts[seat] for seat in self.record.seats} if counts else {}

    @property
    def open(self) -> tuple[JudgedLine, ...]:
        """The entries that later cards may still decide."""
        return tuple(entry for entry in self.entries if entry.is_open)

    def lapsed_at(self, deal: int = 0) -> tuple[JudgedLine, ...]:
        """Return the entries that lapsed when the cards were gathered for the `deal` of a line; 0 is the end."""
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
    """Tell whether a line deals a new hand, for which the cards of the hand before are gathered."""
    return isinstance(line.act, Deal) and not line.taken_back
