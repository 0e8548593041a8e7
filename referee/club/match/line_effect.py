"""The effect of a line, told when it is written down: its ruling, and what it makes of the lines before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.club.match.log import MatchLog
from referee.club.match.view import LineView, line_view
from referee.rules import JudgedLine
from referee.store.match_replay import TableEntry


@dataclass(frozen=True, slots=True)
class LineEffect:
    """A line as it was ruled on when it was entered, and the earlier ones on which it decides something.

    Of those, the verdict on some has `turned`, `lapsed` were open when it gathered the cards, and of the illegal ones
    that `stood` the hand is read since as going on from them. Those that are `waiting` counted before, and need a
    decision since.
    """

    line: LineView
    turned: tuple[LineView, ...] = ()
    lapsed: tuple[LineView, ...] = ()
    stood: tuple[LineView, ...] = ()
    waiting: tuple[LineView, ...] = ()

    @property
    def undecided(self) -> tuple[LineView, ...]:
        """The lines that need a decision since, itself among them."""
        return (*self.waiting, self.line) if self.line.waits else self.waiting


def find_effect(before: MatchLog, after: MatchLog, entry: TableEntry) -> LineEffect:
    """Return what is heard of the last line of a log, given the log without it."""
    old_judged = before.judged
    # What was not judged anew is the same object still, however long the log is.
    fresh = [
        (old_judged[at], judged_line)
        for judged_line in after.sheet.entries
        if old_judged.get(at := judged_line.line.number, judged_line) is not judged_line
    ]

    def seen(entries: Iterable[JudgedLine]) -> tuple[LineView, ...]:
        return tuple(line_view(after, after.entries[judged_line.line.number - 1]) for judged_line in entries)

    return LineEffect(
        line_view(after, entry),
        turned=seen(new_line for old, new_line in fresh if new_line.ruling.verdict is not old.ruling.verdict),
        lapsed=seen(new_line for old, new_line in fresh if new_line.has_lapsed and not old.has_lapsed),
        stood=seen(new_line for _, new_line in fresh if new_line.shown_by == entry.number),
        waiting=tuple(
            line
            for line in seen(new_line for old, new_line in fresh if old.counts and not new_line.counts)
            if line.waits
        ),
    )
