"""Undoing a change of players, or the voiding of a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.cards.words import join_words, quantity
from referee.club.folder import Club
from referee.club.match.log import (
    RESULTS,
    DecisionKind,
    EntryKind,
    MatchLog,
    draft_decision,
    read_log,
    with_decision,
    with_end,
    write_decisions,
)
from referee.club.match.outcome import outcome_data
from referee.club.match.seat_changes import (
    SeatChange,
    is_over,
    is_undone,
    is_void,
    list_seat_changes,
    read_change,
    seated_before,
)
from referee.club.match.table_changes import new_seats, refuse_closed, refuse_unfit
from referee.club.match.view import line_view
from referee.club.match.voiding import refuse_replayed, write_void
from referee.club.people import duties
from referee.club.signatures import Writing, current_member_numbers
from referee.club.text.faults import ClubFault
from referee.club.text.names import clean_text
from referee.store.hints import Do
from referee.store.match_replay import Decision, TableEntry


def undo_change(
    tx: Writing, club: Club, log: MatchLog, entry: TableEntry, kind: DecisionKind, reason: str, **marked: Any
) -> MatchLog:
    """Undo a change of players or a void, and return the log.

    `marked` is the event data of a correction; see `referee.club.calendar.closed_seasons`.
    """
    match = log.match.id
    if kind is DecisionKind.STANDS:
        raise ClubFault(
            f"Line {entry.number} is not a play. Record the change again.",
            Do.SHOW_TABLE("See", table=match),
        )
    if is_undone(log, entry):
        raise ClubFault(f"Line {entry.number} is already {log.decision(entry)}.")
    if entry.kind == EntryKind.REOPENED:
        raise ClubFault(f"Table {match} was reopened.", Do.FINISH("Finish it", table=match))
    if entry.kind == EntryKind.VOID:
        duties.require_duty(tx, club, duties.Duty.VOID)
        _refuse_if_come_back(tx, log)
        refuse_replayed(tx, match)
        log, decision = _draft_undo(club, log, entry, kind, reason)
        if not entry.details["finished"] and not is_over(log):
            log = with_end(log, None)
        write_decisions(tx, log, [decision], came=outcome_data(log), **marked)
        return read_log(tx, match)
    change, outcome_values = read_change(entry), dict[str, Any]()
    if change.ends:
        if is_void(log):
            raise ClubFault(f"Table {match} is void. Undo that first.", Do.SHOW_TABLE("See", table=match))
        refuse_closed(log)
        _void_continuation(tx, club, log, change, reason)
        log, decision = _draft_undo(club, log, entry, kind, reason)
        outcome_values = {"came": outcome_data(with_end(log, None))}
    elif change.last:
        log, decision = _draft_undo(club, log, entry, kind, reason)
        if log.match.finished_at:
            outcome_values = {"came": outcome_data(log)}
    else:
        if line_numbers := [entry.number for entry in log.entries if entry.kind in (EntryKind.LINE, *RESULTS)]:
            raise ClubFault(
                f"{'Line' if len(line_numbers) == 1 else 'Lines'} {join_words(line_numbers)} of table {match} "
                "came after the seats changed, and would go to the wrong player.",
                Do.VOID("If it was the wrong table", table=match),
            )
        # The entry names the player who left by seat, and that seat would get another player.
        if later_lines := [
            later_entry.number for later_entry in log.entries[entry.number :] if _left_last(log, later_entry)
        ]:
            raise ClubFault(
                f"Somebody left table {match} after that, on line {later_lines[-1]}. Undo that first.",
                Do.TAKE_BACK_CHANGE("Undo it", table=match, line=later_lines[-1]),
            )
        current_numbers = current_member_numbers(tx)
        change = replace(
            change,
            who=current_numbers.get(change.who, change.who),
            other=current_numbers.get(change.other, change.other),
        )
        after = seated_before(tuple(seat.member_id for seat in log.seats), change)
        refuse_unfit(tx, log, after)
        log, decision = _draft_undo(club, log, entry, kind, reason)
        outcome_values = new_seats(tx, log, after)
    write_decisions(tx, log, [decision], **marked, **outcome_values)
    return read_log(tx, match)


def _draft_undo(
    club: Club, log: MatchLog, entry: TableEntry, kind: DecisionKind, reason: str
) -> tuple[MatchLog, Decision]:
    """Return the log and the decision that undoes an entry. Nothing is stored. The reason refers to members by
    number.
    """
    decision = draft_decision(club, log, entry.number, kind, reason, by_seat=False)
    return with_decision(log, decision), decision


def _void_continuation(tx: Writing, club: Club, log: MatchLog, change: SeatChange, reason: str) -> None:
    """Void the continuing match of a table, because its change of players is undone. Raise `ClubFault` if it has
    lines.
    """
    if not change.goes_on:
        return
    continuation = read_log(tx, change.goes_on)
    if is_void(continuation):
        return
    if counted_lines := [entry.number for entry in continuation.entries if line_view(continuation, entry).counts]:
        table = continuation.match.id
        lines = f"{quantity(len(counted_lines), 'line')} that {'counts' if len(counted_lines) == 1 else 'count'}"
        raise ClubFault(
            f"Table {log.match.id} continues as table {table}, with {lines}.",
            Do.VOID("Void that first", table=table),
        )
    clean_reason = clean_text(reason, "the reason") if reason.strip() else f"table {log.match.id} continues itself"
    write_void(tx, club, continuation, clean_reason)


def _left_last(log: MatchLog, entry: TableEntry) -> bool:
    """Tell whether an entry records that a player left a match without a record. That player is ranked last."""
    return entry.kind == EntryKind.LEAVE and not is_undone(log, entry) and read_change(entry).last


def _refuse_if_come_back(tx: Writing, log: MatchLog) -> None:
    """Raise `ClubFault` if the earlier match that this one continues is in play again."""
    if log.match.continues is None:
        return
    before = read_log(tx, log.match.continues)
    if all(seat_change.goes_on != log.match.id for seat_change in list_seat_changes(before)):
        raise ClubFault(f"Table {log.match.id} continued table {before.match.id}, which is in play again.")
