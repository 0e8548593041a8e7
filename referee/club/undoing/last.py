"""The last action in a club's log, and how to undo or redo it.

An undone action stays in the log. Undoing is no action itself, so undoing twice undoes two actions.

Most actions are undone by the log (`referee.club.undoing.events`). At a table, an officer's decision undoes a line,
because the lines after it are judged again. Each event of such a decision names the undone event
(`Undoable.for_event`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import groupby
from typing import Final

from referee.club.activity_log import LogEntry, find_entries
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.signatures import names
from referee.club.text.faults import ClubFault
from referee.club.undoing.describing import describe_action
from referee.club.undoing.events import redo_events, undo_events
from referee.club.undoing.table import undo_at_table
from referee.club.undoing.undoable import Undoable
from referee.store.decoding import decoding
from referee.store.events.refold import undone_numbers
from referee.store.hints import Do, Hint
from referee.store.projections.kind import RETRACTION_DESCRIPTIONS, EventKind
from referee.store.projections.play import ENTRIES
from referee.store.transaction import Transaction

_FIRST_BATCH, _GROWTH = 32, 8
"""The number of events that are read first, and the factor for reading more."""
_PASSED_OVER: Final = frozenset({EventKind.BACKED_UP, EventKind.CLOCK, EventKind.LOSS_ACCEPTED})
"""The kinds that are no action of an officer at the tables: backups, the clock, and accepted losses."""
_REVERSALS: Final = frozenset({EventKind.UNDONE, EventKind.REDONE})
_AT_A_TABLE: Final = ENTRIES | {
    EventKind.LINE_DECIDED,
    EventKind.TABLE_FINISHED,
    EventKind.SEATS_CHANGED,
    EventKind.SEAT_CORRECTED,
}
"""The kinds that are undone at their table, by a decision there."""
_OF_A_TOURNAMENT: Final = frozenset({EventKind.TOURNAMENT, EventKind.TOURNAMENT_ENTERED})
_OTHERWISE: Final[Mapping[str, Hint | str]] = {
    EventKind.DISPUTE_RULED: Do.APPEAL("Appeal against the decision"),
    EventKind.MEMBER_FORGOTTEN: "An erased name cannot be restored.",
    EventKind.RESTORED: Do.RESTORE("Restore another backup"),
    EventKind.FORK_IMPORTED: Do.RESTORE("Restore the backup that was made before"),
}
"""Advice for the kinds that cannot be undone here."""
_EARLIER: Final = timedelta(hours=12)
"""An action is of an earlier evening if it is older than this, or was made before the open session was opened."""


def last_undoable(
    club: Club, in_tournament: Callable[[Club, int], Undoable | None], *, at_tables: bool = True
) -> Undoable:
    """Return the last action, or the last one outside tables. Raise `ClubFault` if there is none.

    `in_tournament` takes a tournament's number and returns how to undo its last step; None if there is none.
    """
    with club.reading() as tx:
        for action in _read_actions(tx):
            is_at_a_table = _is_at_a_table(action)
            if not at_tables and (is_at_a_table or _has_lines(club, action)):
                continue
            with decoding(action[0].place):
                numbers = [entry.data["tournament"] for entry in action if entry.event.kind in _OF_A_TOURNAMENT]
            undoable = in_tournament(club, numbers[0]) if numbers else None
            if undoable is None and is_at_a_table:
                undoable = _table_undoable(tx, club, action)
            if undoable is None:
                return _undoable_by_log(tx, club, action)
            return replace(undoable, is_older=_is_older(tx, club, action)).for_event(action[0].event.n)
    raise ClubFault(f"There is nothing to undo.{'' if at_tables else ' To undo a line, name its table.'}")


def last_redoable(club: Club) -> Undoable:
    """Return the last undone action, as one to redo. Raise `ClubFault` if there is none, or if anything was entered
    since.
    """
    with club.reading() as tx:
        redone_numbers: set[int] = set()
        for group in _read_event_groups(tx):
            first = group[0]
            if first.event.kind == EventKind.REDONE:
                redone_numbers.update(number for number, *_ in first.data["undoes"])
            elif first.event.kind == EventKind.UNDONE:
                numbers = [number for number, *_ in first.data["undoes"]]
                if not redone_numbers.issuperset(numbers):
                    description = describe_action(tx, _undone_entries(tx, numbers))
                    return Undoable(description, partial(_redo_action, club, first))
                redone_numbers.difference_update(numbers)
            elif "redoes" in first.data:
                redone_numbers.add(first.data["redoes"])
            elif "undoes" in first.data:
                if first.event.n not in redone_numbers and (undoable := _table_undoable(tx, club, group)):
                    return undoable.for_event(first.event.n, redo=True)
            elif not {entry.event.kind for entry in group} <= _PASSED_OVER and not _is_undone(tx, first):
                break
    raise ClubFault("There is nothing to redo: the last entry was not undone.")


def _redo_action(club: Club, undo: LogEntry, reason: str) -> str:
    redo_events(club, undo, reason)
    return ""


def _undo_action(club: Club, action: Sequence[LogEntry], reason: str) -> str:
    undo_events(club, action, reason)
    return ""


def _table_undoable(tx: Transaction, club: Club, action: Sequence[LogEntry]) -> Undoable | None:
    departures = [entry for entry in action if entry.event.kind == EventKind.CHECKED_OUT]
    home = names(tx).get(departures[0].data["members"][0], "") if departures else ""
    return undo_at_table(club, action, home)


def _is_at_a_table(action: Sequence[LogEntry]) -> bool:
    """Tell whether an action recorded something at a table. Starting a table or changing a draw does not count."""
    kinds = {
        entry.data["kind"] if entry.event.kind == EventKind.RETRACTED else entry.event.kind
        for entry in action
        if entry.event.match
    }
    return not kinds.isdisjoint(_AT_A_TABLE) and not any(
        entry.event.kind in (EventKind.DRAW_CHANGED, EventKind.DISPUTE_RULED) for entry in action
    )


def _has_lines(club: Club, action: Sequence[LogEntry]) -> bool:
    """Tell whether a table started by an action has a line or a result that counts or waits."""
    return any(
        line.counts or line.waits for match in _started_matches(action) for line in matches.show(club, match).log
    )


def _started_matches(action: Sequence[LogEntry]) -> list[int]:
    """Return the matches that an action started."""
    return [entry.event.match for entry in action if entry.event.match and entry.event.kind == EventKind.TABLE_STARTED]


def _with_undone_lines(tx: Transaction, club: Club, action: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Return an action that starts tables, with the lines of these tables if all of them are undone."""
    if _has_lines(club, action):
        return action
    entries = {
        entry.event.n: entry
        for match in _started_matches(action)
        for entry in find_entries(tx, *map(EventKind, _AT_A_TABLE), retracted=[EventKind.TABLE_FINISHED], match=match)
    }
    return [*(entries[number] for number in sorted(entries, reverse=True)), *action]


def _is_older(tx: Transaction, club: Club, action: Sequence[LogEntry]) -> bool:
    """Tell whether an action belongs to an earlier evening."""
    query = "SELECT max(opened_at) FROM session WHERE closed_at IS NULL"
    [(opened_at,)] = tx.rows(query)
    entry = action[-1]
    return club.clock() - entry.moment > _EARLIER or bool(opened_at and entry.event.at < opened_at)


def _is_undone(tx: Transaction, entry: LogEntry) -> bool:
    return bool(tx.rows("SELECT 1 FROM undone_event WHERE n = ?", entry.event.n))


def _undone_entries(tx: Transaction, numbers: Sequence[int]) -> list[LogEntry]:
    """Return the entries of some undone events, latest first."""
    from referee.store.events.log import event_texts, events_by_number  # rarely needed

    return [
        LogEntry(event, event_texts(tx, tx.club, event)) for event in reversed(events_by_number(tx, tx.club, numbers))
    ]


def _read_actions(tx: Transaction) -> Iterator[list[LogEntry]]:
    """Yield the actions that were not undone, latest first. Events written together are one action."""
    undone_events = set(undone_numbers(tx, tx.club))
    for action in _read_event_groups(tx):
        is_undone = any(entry.event.n in undone_events for entry in action)
        kinds = {entry.event.kind for entry in action}
        marks = {mark: entry.data[mark] for entry in action for mark in ("undoes", "redoes") if mark in entry.data}
        if not is_undone and not kinds & _REVERSALS:
            undone_events.update(marks.values())
        if is_undone or marks or EventKind.CLUB_FOUNDED in kinds:
            continue
        if not kinds <= _PASSED_OVER | _REVERSALS:
            yield action


def _read_event_groups(tx: Transaction) -> Iterator[list[LogEntry]]:
    """Yield groups of events written together, latest first. The log is read only as far back as needed."""
    kinds = [kind for kind in EventKind if kind is not EventKind.RETRACTED]
    retracted = list(map(EventKind, RETRACTION_DESCRIPTIONS))
    most, before, is_complete = _FIRST_BATCH, None, False
    while not is_complete:
        entries = find_entries(tx, *kinds, retracted=retracted, limit=most, with_undone=True)
        is_complete = len(entries) < most
        for _, simultaneous in groupby(entries, key=lambda entry: (entry.event.at, entry.event.by)):
            group = list(simultaneous)
            if group[-1] is entries[-1] and not is_complete:
                break  # its group may be incomplete
            if before is None or group[0].event.n < before:
                before = group[-1].event.n
                yield group
        most *= _GROWTH


def _undoable_by_log(tx: Transaction, club: Club, action: Sequence[LogEntry]) -> Undoable:
    """Return how to undo an action by the log, or advice for another way."""
    description = describe_action(tx, action)
    kinds = {entry.event.kind for entry in action}
    if any(entry.event.match and entry.event.kind in _AT_A_TABLE for entry in action):
        return Undoable(description, otherwise="Let the player leave the table.")
    decides_lines = any(entry.event.kind == EventKind.DISPUTE_RULED and "decided" in entry.data for entry in action)
    for kind, advice in _OTHERWISE.items():
        if kind in kinds and (kind != EventKind.DISPUTE_RULED or decides_lines):
            return Undoable(description, otherwise=advice)
    events = _with_undone_lines(tx, club, action)
    return Undoable(description, partial(_undo_action, club, events), is_older=_is_older(tx, club, action))
