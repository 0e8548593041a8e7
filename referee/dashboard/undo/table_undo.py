"""How actions at a table are undone: lines, decisions, results, ends, players."""

from __future__ import annotations

from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import ending, recording, voiding
from referee.club.match.log import DecisionKind, EntryKind
from referee.club.match.table_changes import Changed
from referee.club.match.view import LineView, MatchView
from referee.dashboard.done import Done
from referee.rules import Verdict


def line_written(club: Club, table: int, line: LineView) -> Done:
    """Return that a line was written down; in the place of another, that one counts again."""
    said = f"line {line.number}, {line.text}, at table {table}"
    old = line.instead_of
    if old is None:

        def back(reason: str) -> str:
            recording.undo(club, table, line.number, reason=reason)
            return f"Line {line.number}, {line.text}, is taken back."

        return Done(said, back, table=table)

    def put_back(reason: str) -> str:
        recording.undo(club, table, line.number, reason=reason, mistake=True)
        recording.stands(club, table, old, reason=reason)
        return f"Line {old} counts again, and not line {line.number}."

    return Done(f"{said}, in the place of line {old}", put_back, f"Line {old} counts again.", table=table)


def decided(club: Club, table: int, line: LineView) -> Done:
    """Return that a line was taken back or let stand."""
    if line.decision is DecisionKind.STANDS:

        def no_longer(reason: str) -> str:
            recording.undo(club, table, line.number, reason=reason)
            return f"Line {line.number}, {line.text}, stands no longer: it is taken back."

        said = f"that line {line.number}, {line.text}, stands"
        return Done(said, no_longer, f"It changes table {table} no longer.", table=table)
    said = f"that line {line.number}, {line.text}, was taken back"
    if line.ruling and line.ruling.verdict is Verdict.ILLEGAL:
        return Done(said, otherwise="It was illegal and changed nothing; let it stand if it is to count.", table=table)
    if line.is_turn:
        return Done(said, otherwise="Who comes and goes is said anew.", table=table)

    def again(reason: str) -> str:
        recording.stands(club, table, line.number, reason=reason)
        return f"Line {line.number}, {line.text}, counts again."

    return Done(said, again, "It counts again.", table=table)


def ended(club: Club, match: MatchView, *, by_result: bool) -> Done:
    """Return that a match was finished, or a result written down that ended it."""
    table = match.number
    results = [each.number for each in match.log if each.kind in (EntryKind.PLACES, EntryKind.CHIPS)]
    line = results[-1] if by_result and results else 0

    def back(reason: str) -> str:
        voiding.reopen(club, table, reason=reason)
        if line:
            recording.undo(club, table, line, reason=reason)
        return f"Table {table} is open again."

    what = f"the result of table {table}" if line else f"the end of table {table}"
    return Done(what, back, "The table is open again, and its places do not count.", table=table)


def result_corrected(club: Club, match: MatchView) -> Done:
    """Return that the result of a finished match was corrected; taking that back is a correction, too."""
    line = [each.number for each in match.log if each.kind in (EntryKind.PLACES, EntryKind.CHIPS)][-1]

    def back(reason: str) -> str:
        corrections.decide_line(club, match.number, line, reason=reason)
        return f"The result on line {line} of table {match.number} no longer counts."

    what = f"the corrected result of table {match.number}"
    return Done(what, back, "What counted before it counts again.", table=match.number)


def changed(club: Club, done: Changed) -> Done:
    """Return that somebody came or went, or that a table is void or open again."""
    table, line, new = done.match.number, done.line, done.goes_on
    if line.kind is EntryKind.REOPENED:

        def closed(_reason: str) -> str:
            ending.finish(club, table, undecided=True)
            return f"Table {table} is finished again."

        return Done(f"that table {table} is open again", closed, "It is finished again.", table=table)

    def back(reason: str) -> str:
        recording.undo(club, table, line.number, reason=reason)
        return f"Line {line.number} of table {table} is taken back: {line.text}."

    will = f"Table {new.number}, which goes on from it, will be void." if new else "The table is as it was before."
    return Done(f"line {line.number} of table {table}, {line.text}", back, will, table=table)
