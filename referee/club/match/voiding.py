"""Matches that count for nobody, and matches that are opened again after they were finished."""

from __future__ import annotations

from typing import Any

from referee.club.calendar.correcting import marked_if_closed
from referee.club.done import last_done
from referee.club.folder import Club
from referee.club.match.log import EntryKind, MatchLog, ended, log_of, read_log, with_entry, write_entry
from referee.club.match.outcome import came_of
from referee.club.match.seat_changes import SEAT_CHANGES, is_over, is_undone, is_void, read_change
from referee.club.match.table_changes import Changed, entry_of, refuse_closed
from referee.club.match.view import line_view, match_view
from referee.club.people import duties
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.store.hints import Do
from referee.store.kinds.kind import Kind
from referee.store.told import Entry


def void(club: Club, match: int, *, reason: str) -> Changed:
    """Let a match count for nobody, finished or not; it stays to be seen with all its lines."""
    why = reason_needed(reason, "Voiding a table")
    seen = log_of(club, match)
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.VOID)
        log = read_log(tx, match, seen)
        if is_void(log):
            raise ClubFault(f"Table {match} is void already.")
        return voided(tx, club, log, why, **marked_if_closed(tx, club, log.session))


def reopen(club: Club, match: int, *, reason: str) -> Changed:
    """Open a finished match again: its places no longer count, and lines can be added to it."""
    why = reason_needed(reason, "Opening a table again")
    seen = log_of(club, match)
    with club.writing() as tx:
        log = read_log(tx, match, seen)
        if log.match.finished_at is None:
            raise ClubFault(f"Table {match} is not finished; there is nothing to open again.")
        if is_over(log):
            last = max(entry.number for entry in log.entries if _ended(log, entry))
            said = "void" if is_void(log) else "over, as its players changed"
            raise ClubFault(f"Table {match} is {said}.", Do.TAKE_BACK_CHANGE("Take that back", table=match, line=last))
        refuse_closed(log)
        entry = entry_of(club, log, EntryKind.REOPENED, why)
        log = ended(with_entry(log, entry), None)
        finished = last_done(tx, Kind.TABLE_FINISHED, match=match).event
        log = write_entry(tx, log, entry, event=finished.n, kind=finished.kind, came=came_of(log))
        return Changed(match_view(log), line_view(log, entry))


def voided(tx: Writing, club: Club, log: MatchLog, why: str, **marked: Any) -> Changed:
    """Write down that a match counts for nobody, which ends it where it goes on; `marked` where that is a correction.

    See `referee.club.calendar.correcting`.
    """
    entry = entry_of(club, log, EntryKind.VOID, why, finished=log.match.finished_at is not None)
    log = ended(with_entry(log, entry), log.match.finished_at or tx.moment)
    log = write_entry(tx, log, entry, came=came_of(log), **marked)
    return Changed(match_view(log), line_view(log, entry), "4.8")


def _ended(log: MatchLog, entry: Entry) -> bool:
    """Tell whether it is by this entry that a match is over."""
    if entry.kind not in (EntryKind.VOID, *SEAT_CHANGES) or is_undone(log, entry):
        return False
    return entry.kind == EntryKind.VOID or read_change(entry).ends
