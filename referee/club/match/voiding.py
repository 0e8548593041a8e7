"""Voiding matches, and reopening finished ones."""

from __future__ import annotations

from typing import Any

from referee.club import table_numbers
from referee.club.activity_log import find_entries, last_entry
from referee.club.calendar.closed_seasons import closed_season_data
from referee.club.folder import Club
from referee.club.match.log import EntryKind, MatchLog, load_log, read_log, with_end, with_entry, write_entry
from referee.club.match.outcome import outcome_data
from referee.club.match.seat_changes import SEAT_CHANGES, is_over, is_undone, is_void, read_change
from referee.club.match.table_changes import TableChange, draft_change, refuse_closed
from referee.club.match.view import line_view, match_view
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault
from referee.club.text.names import clean_text, reason_needed
from referee.store.hints import Do
from referee.store.match_replay import TableEntry
from referee.store.projections.kind import EventKind
from referee.store.projections.tournaments import SEATED
from referee.store.transaction import Transaction


def void_match(club: Club, match: int, *, reason: str = "") -> TableChange:
    """Void a match, finished or not, and return it. Its lines stay visible. A finished match needs a reason."""
    clean_reason = clean_text(reason, "the reason").strip()
    match_log = load_log(club, match)
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.VOID)
        log = read_log(tx, match, match_log)
        if is_void(log):
            raise ClubFault(f"Table {match} is already void.")
        if log.match.finished_at is not None:
            reason_needed(reason, "Voiding a finished match")
        return write_void(tx, club, log, clean_reason, **closed_season_data(tx, club, log.session))


def reopen_match(club: Club, match: int, *, reason: str) -> TableChange:
    """Reopen a finished match, and return it. Its places no longer count, and lines can be added."""
    clean_reason = reason_needed(reason, "Reopening a match")
    match_log = load_log(club, match)
    with club.writing() as tx:
        log = read_log(tx, match, match_log)
        if log.match.finished_at is None:
            raise ClubFault(f"Table {match} is not finished, so it cannot be reopened.")
        if is_over(log):
            last_number = max(entry.number for entry in log.entries if _has_ended_match(log, entry))
            state = "void" if is_void(log) else "over, as its players changed"
            raise ClubFault(
                f"Table {match} is {state}.", Do.TAKE_BACK_CHANGE("Undo that", table=match, line=last_number)
            )
        refuse_closed(log)
        entry = draft_change(club, log, EntryKind.REOPENED, clean_reason)
        log = with_end(with_entry(log, entry), None)
        finished = last_entry(tx, EventKind.TABLE_FINISHED, match=match).event
        log = write_entry(tx, log, entry, event=finished.n, kind=finished.kind, came=outcome_data(log))
        return TableChange(match_view(log), line_view(log, entry))


def void_fault(tx: Transaction, match: int) -> ClubFault:
    """Return the fault that a match is void, with a hint to its replay or to undoing the void."""
    if (replay := _replay_of(tx, match)) is None:
        return ClubFault(f"Table {match} is void.", Do.UNVOID("Undo that", table=match))
    _, replayed_in = replay
    return ClubFault(
        f"Table {match} is void, and is replayed as table {replayed_in}.",
        Do.RESULT("Record the result there", table=replayed_in),
    )


def refuse_replayed(tx: Transaction, match: int) -> None:
    """Raise `ClubFault` for a void match that a tournament replays, because both would count."""
    if (replay := _replay_of(tx, match)) is not None:
        tournament, replayed_in = replay
        raise ClubFault(
            f"Table {match} is replayed as table {replayed_in}, so it stays void.",
            Do.RESULT("Record the result there", table=replayed_in),
            Do.UNDO("Or undo the replay first", tournament=tournament),
        )


def _replay_of(tx: Transaction, match: int) -> tuple[int, TableNumber] | None:
    """Return the tournament that replays a match, and the number of the replay; None if there is none."""
    seatings = [entry.data for entry in find_entries(tx, EventKind.TOURNAMENT, what=[SEATED])]
    for seating in seatings:
        for table, started_matches in seating["matches"]:
            if started_matches == match:
                table_key = seating["tournament"], seating["round"], table
                # Latest first; the last match of a table counts.
                replayed = next(
                    match_id
                    for place in seatings
                    for other_table, match_id in place["matches"]
                    if (place["tournament"], place["round"], other_table) == table_key
                )
                return (
                    None
                    if replayed == match
                    else (seating["tournament"], table_numbers.numbers(tx, [replayed])[replayed])
                )
    return None


def write_void(tx: Writing, club: Club, log: MatchLog, clean_reason: str, **marked: Any) -> TableChange:
    """Record that a match is void, and return it. A match in play ends.

    `marked` is the event data of a correction; see `referee.club.calendar.closed_seasons`.
    """
    entry = draft_change(club, log, EntryKind.VOID, clean_reason, finished=log.match.finished_at is not None)
    log = with_end(with_entry(log, entry), log.match.finished_at or tx.moment)
    log = write_entry(tx, log, entry, came=outcome_data(log), **marked)
    return TableChange(match_view(log), line_view(log, entry), "4.8")


def _has_ended_match(log: MatchLog, entry: TableEntry) -> bool:
    """Tell whether an entry ended a match: a void, or a change of players after the first hand."""
    if entry.kind not in (EntryKind.VOID, *SEAT_CHANGES) or is_undone(log, entry):
        return False
    return entry.kind == EntryKind.VOID or read_change(entry).ends
