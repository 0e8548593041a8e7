"""Undoing and redoing events. They stay in the log but no longer count, and the tables follow from the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from referee.club.activity_log import LogEntry
from referee.club.folder import Club
from referee.club.people.duties import Duty, require_duty
from referee.club.signatures import Writing, reason_texts
from referee.club.text.faults import ClubFault
from referee.club.undoing.dependents import refuse_dependents
from referee.store import session_state
from referee.store.events.event import Event
from referee.store.events.log import event_texts, events_by_number
from referee.store.events.refold import project_standing_events, row_changes, undone_numbers
from referee.store.events.rows import Change, Drop, Put
from referee.store.plain_rows import Session, find_row
from referee.store.projections.handlers import PROJECTIONS, kinds_touching, project
from referee.store.projections.kind import EventKind

_DUTIES: Final = {
    EventKind.SEASON_CLOSED: Duty.CLOSE_SEASON,
    EventKind.SEASON_REOPENED: Duty.CLOSE_SEASON,
    EventKind.HOUSE_RULES_SET: Duty.HOUSE_RULES,
    EventKind.PENALTY_GIVEN: Duty.PENALTY,
    EventKind.DISPUTE_RULED: Duty.DECIDE,
    EventKind.TOURNAMENT: Duty.TOURNAMENT,
}
_OPENED: Final = frozenset({"opened_at", "closed_at"})
_ANNOUNCED: Final = frozenset({"held_on", "starts", "room", "note", "cancelled_at"})
"""The columns of a session that calendars show."""


def undo_events(club: Club, action: Sequence[LogEntry], reason: str = "") -> None:
    """Undo the events of an action.

    Raise `ClubFault`, naming the later entry, if one depends on them. Raise `NotAnOfficer` if the action is an
    officer's duty and the actor is none.
    """
    with club.writing() as tx:
        _require_duties(tx, club, (entry.event for entry in action))
        numbers = [entry.event.n for entry in action]
        undone_events_now = undone_numbers(tx, tx.club)
        if undone_already := undone_events_now.intersection(numbers):
            raise ClubFault(f"Event {min(undone_already)} was undone already.")
        changes = _changes_between(
            tx, [entry.event for entry in action], undone_events_now, undone_events_now.union(numbers)
        )
        refuse_dependents(tx, action, changes, undone_events_now)
        rows = [[entry.event.n, *_created_row(tx, entry.event, changes)] for entry in reversed(action)]
        _append_undo(tx, EventKind.UNDONE, rows, changes, reason)


def redo_events(club: Club, undo: LogEntry, reason: str = "") -> None:
    """Let the events that `undo` undid count again. The caller knows that nothing was entered since."""
    with club.writing() as tx:
        rows = undo.data["undoes"]
        undone_events_now = undone_numbers(tx, tx.club)
        events = events_by_number(tx, tx.club, [number for number, *_ in rows])
        _require_duties(tx, club, events)
        changes = _changes_between(
            tx, events, undone_events_now, undone_events_now.difference(number for number, *_ in rows)
        )
        _append_undo(tx, EventKind.REDONE, rows, changes, reason)


def undo_standing(tx: Writing, events: Sequence[Event], reason: str = "") -> None:
    """Undo events that no later entry depends on. The caller has checked this."""
    undone_events_now = undone_numbers(tx, tx.club)
    changes = _changes_between(tx, events, undone_events_now, undone_events_now.union(event.n for event in events))
    rows = [[event.n, *_created_row(tx, event, changes)] for event in events]
    _append_undo(tx, EventKind.UNDONE, rows, changes, reason)


def _append_undo(
    tx: Writing, kind: EventKind, undoes: Sequence[Sequence[Any]], changes: Sequence[Change], reason: str
) -> None:
    """Apply changes to the tables, and append the event that undoes or redoes others."""
    tx.apply(changes)
    data: dict[str, Any] = {"undoes": [list(row) for row in undoes]}
    if announced := list(_next_sequences(tx, changes)):
        data["announced"] = announced
    tx.append(kind, data, texts=reason_texts(tx, reason))
    for change in changes:
        if change.table == "session" and isinstance(change, Put) and not _OPENED.isdisjoint(change.values):
            session_state.clear(tx, int(str(change.key["id"])))


def _require_duties(tx: Writing, club: Club, events: Iterable[Event]) -> None:
    for event in events:
        kind = event.data["kind"] if event.kind == EventKind.RETRACTED else event.kind
        if duty := _DUTIES.get(EventKind(kind)):
            require_duty(tx, club, duty)


def _changes_between(
    tx: Writing, events: Iterable[Event], before: Collection[int], after: Collection[int]
) -> list[Change]:
    """Return the table changes between two states of some events: with `before` undone, and with `after` undone."""
    changed_tables = {change.table for event in events for change in project(event, event_texts(tx, tx.club, event))}
    tables, kinds = [table for table in PROJECTIONS if table in changed_tables], kinds_touching(changed_tables)
    old_tables, new_tables = (
        project_standing_events(tx, tx.club, project, kinds, undone_events_then)
        for undone_events_then in (before, after)
    )
    return list(row_changes(old_tables, new_tables, tables))


def _created_row(tx: Writing, event: Event, changes: Iterable[Change]) -> tuple[str, int]:
    """Return the table and number of the row that an event created and its undoing removes; empty and 0 if there is
    none.
    """
    dropped = {(change.table, change.key.get("id")) for change in changes if isinstance(change, Drop)}
    for change in project(event, event_texts(tx, tx.club, event)):
        number = change.key.get("id")
        if isinstance(change, Put) and isinstance(number, int) and (change.table, number) in dropped:
            return change.table, number
    return "", 0


def _next_sequences(tx: Writing, changes: Iterable[Change]) -> Iterator[tuple[int, int]]:
    """Yield the sessions that subscribed calendars must update, each with its next sequence number."""
    for change in changes:
        if change.table == "session" and isinstance(change, Put) and not _ANNOUNCED.isdisjoint(change.values):
            session = find_row(tx, Session, int(str(change.key["id"])))
            sequences = [int(str(change.values.get("sequence", 0))), session.sequence if session else 0]
            yield int(str(change.key["id"])), max(sequences) + 1
