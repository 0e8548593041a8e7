"""Undo handlers for actions at a table: lines, decisions, results, finishes and changes of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from referee.cards.words import join_words
from referee.club.activity_log import LogEntry
from referee.club.calendar import checkin
from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, voiding
from referee.club.match.log import DecisionKind, EntryKind
from referee.club.match.table_changes import TableChange
from referee.club.match.view import LineView, MatchView
from referee.club.undoing.undoable import Undoable
from referee.rules import Verdict
from referee.store.projections.kind import EventKind

_SEAT_CHANGES: Final = (
    EventKind.TABLE_LEFT,
    EventKind.TABLE_JOINED,
    EventKind.STOOD_IN,
    EventKind.SEATS_SWAPPED,
    EventKind.TABLE_VOIDED,
)


def undo_at_table(club: Club, action: Sequence[LogEntry], home: str = "") -> Undoable | None:
    """Return how to undo an action at a table; None if no handler fits.

    `home` is the player whom the same action checked out, if any.
    """
    match = matches.show(club, next(entry.event.match for entry in action if entry.event.match is not None))
    kinds = {entry.event.kind: entry.data for entry in action}
    if match.unreadable:
        return None
    if any("mark" in data for data in kinds.values()):
        if EventKind.RESULT in kinds:
            return undo_result_correction(club, match)
        return Undoable(f"the correction at table {match.number}", otherwise="Correct it again in the same place.")
    for kind in (*_SEAT_CHANGES, EventKind.RETRACTED):
        if kind in kinds:
            line = match.log[kinds[kind]["number"] - 1]
            return undo_table_change(
                club, TableChange(match, line, goes_on=match if match.goes_on else None, home=home)
            )
    if EventKind.TABLE_FINISHED in kinds:
        return undo_end(club, match, by_result=EventKind.RESULT in kinds)
    if EventKind.LINE_DECIDED in kinds:
        lines = [match.log[decision["number"] - 1] for decision in kinds[EventKind.LINE_DECIDED]["decided"]]
        return combine([undo_decision(club, match.number, line) for line in lines])
    numbers = [
        entry.data["number"] for entry in action if entry.event.kind in (EventKind.LINE_LOGGED, EventKind.RESULT)
    ]
    if numbers:
        undoable = combine([undo_line(club, match.number, match.log[number - 1]) for number in numbers])
        line_list = f"lines {min(numbers)} to {max(numbers)} at table {match.number}"
        return replace(undoable, what=line_list) if len(numbers) > 1 else undoable
    return None


def combine(all: Sequence[Undoable]) -> Undoable:
    """Return several actions as one, undone as a whole. If one cannot be undone, none can."""
    if len(all) == 1:
        return all[0]

    def back(reason: str) -> str:
        return " ".join(dict.fromkeys(undoable.reverse(reason) for undoable in all if undoable.reverse))

    description = join_words(undoable.what for undoable in all)
    advice = next((undoable.otherwise for undoable in all if undoable.reverse is None), "")
    return Undoable(description, None if advice else back, otherwise=advice, table=all[0].table)


def undo_line(club: Club, table: int, line: LineView) -> Undoable:
    """Return how to undo the entry of a line. A line that it replaced counts again."""
    description = f"line {line.number}, {line.text}, at table {table}"
    replaced_number = line.instead_of
    if replaced_number is None:

        def back(reason: str) -> str:
            recording.undo_line(club, table, line.number, reason=reason)
            return "It stays in the log without effect."

        return Undoable(description, back, table=table)

    def put_back(reason: str) -> str:
        recording.undo_line(club, table, line.number, reason=reason, mistake=True)
        recording.let_stand(club, table, replaced_number, reason=reason)
        return f"Line {replaced_number} counts again, and not line {line.number}."

    return Undoable(
        f"{description}, which replaced line {replaced_number}",
        put_back,
        f"Line {replaced_number} counts again.",
        table=table,
    )


def undo_decision(club: Club, table: int, line: LineView) -> Undoable:
    """Return how to undo a decision that took back a line or let it stand."""
    if line.decision is DecisionKind.STANDS:

        def no_longer(reason: str) -> str:
            recording.undo_line(club, table, line.number, reason=reason)
            return "The line no longer stands."

        description = f"letting line {line.number}, {line.text}, stand"
        return Undoable(description, no_longer, f"It no longer changes table {table}.", table=table)
    description = f"undoing line {line.number}, {line.text}"
    if line.ruling and line.ruling.verdict is Verdict.ILLEGAL:
        return Undoable(
            description, otherwise="It was illegal and changed nothing. Let it stand if it should count.", table=table
        )
    if line.is_seat_change:
        return Undoable(description, otherwise="Record the change of players again.", table=table)

    def again(reason: str) -> str:
        recording.let_stand(club, table, line.number, reason=reason)
        return f"Line {line.number}, {line.text}, counts again."

    return Undoable(description, again, table=table)


def undo_end(club: Club, match: MatchView, *, by_result: bool) -> Undoable:
    """Return how to undo the end of a match, whether by finishing it or by a result."""
    table = match.number
    results = [line.number for line in match.log if line.kind in (EntryKind.PLACES, EntryKind.CHIPS)]
    line = results[-1] if by_result and results else 0

    def back(reason: str) -> str:
        voiding.reopen_match(club, table, reason=reason)
        if line:
            recording.undo_line(club, table, line, reason=reason)
        return f"Table {table} is open again."

    description = f"the result of table {table}" if line else f"the end of table {table}"
    effect = "The table is open again, and its result does not count."
    return Undoable(description, back, effect, table=table, needs_reason=True)


def undo_result_correction(club: Club, match: MatchView) -> Undoable:
    """Return how to undo the correction of a finished result. Undoing it is a correction too."""
    line = [line.number for line in match.log if line.kind in (EntryKind.PLACES, EntryKind.CHIPS)][-1]

    def back(reason: str) -> str:
        corrections.decide_line(club, match.number, line, reason=reason)
        return f"The result on line {line} of table {match.number} no longer counts."

    description = f"the corrected result of table {match.number}"
    return Undoable(description, back, "The earlier result counts again.", table=match.number, needs_reason=True)


def undo_table_change(club: Club, change: TableChange) -> Undoable:
    """Return how to undo a change of players, a void or a reopening."""
    table, line, continuation = change.match.number, change.line, change.goes_on
    if line.kind is EntryKind.REOPENED:

        def closed(_reason: str) -> str:
            ending.finish(club, table, undecided=True)
            return f"Table {table} is finished again."

        return Undoable(f"reopening table {table}", closed, "It is finished again.", table=table)

    def back(reason: str) -> str:
        with club.group_changes() as joined_club:
            recording.undo_line(joined_club, table, line.number, reason=reason)
            if change.home:
                checkin.check_in(joined_club, [change.home])
        return effect

    effect = "The match that continued it becomes void." if continuation else "The table is as it was before."
    description = f"voiding table {table}" if line.kind is EntryKind.VOID else f"{line.text}, at table {table}"
    return Undoable(description, back, effect, table=table)
