"""The effect of a new line: its ruling, and its changes to earlier lines."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.immutable import frozen
from referee.club.match.log import MatchLog
from referee.club.match.view import LineView, line_view
from referee.rules import JudgedLine
from referee.store.match_replay import TableEntry


@frozen
class LineEffect:
    """A new line with its ruling, and the earlier lines it affects.

    `turned` lines have another verdict. `lapsed` lines were open when the new line gathered the cards. `stood` lines
    are illegal lines that play continued from. `waiting` lines no longer count and need a decision.
    """

    line: LineView
    turned: tuple[LineView, ...] = ()
    lapsed: tuple[LineView, ...] = ()
    stood: tuple[LineView, ...] = ()
    waiting: tuple[LineView, ...] = ()

    @property
    def undecided(self) -> tuple[LineView, ...]:
        """The lines that now need a decision, including this one."""
        return (*self.waiting, self.line) if self.line.waits else self.waiting


def find_effect(before: MatchLog, after: MatchLog, entry: TableEntry) -> LineEffect:
    """Return the effect of the last line of a log, given the log without it."""
    old_judged = before.judged
    # Lines that were not judged again are the same objects, so long logs are compared fast.
    fresh = [
        (old_judged[number], judged_line)
        for judged_line in after.sheet.entries
        if old_judged.get(number := judged_line.line.number, judged_line) is not judged_line
    ]

    def seen(entries: Iterable[JudgedLine]) -> tuple[LineView, ...]:
        return tuple(line_view(after, after.entries[judged_line.line.number - 1]) for judged_line in entries)

    return LineEffect(
        line_view(after, entry),
        turned=seen(new_line for old_line, new_line in fresh if new_line.ruling.verdict is not old_line.ruling.verdict),
        lapsed=seen(new_line for old_line, new_line in fresh if new_line.has_lapsed and not old_line.has_lapsed),
        stood=seen(new_line for _, new_line in fresh if new_line.shown_by == entry.number),
        waiting=tuple(
            line
            for line in seen(new_line for old_line, new_line in fresh if old_line.counts and not new_line.counts)
            if line.waits
        ),
    )
