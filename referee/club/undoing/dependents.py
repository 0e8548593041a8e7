"""The reasons why an action cannot be undone: later entries that depend on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.club import table_numbers
from referee.club.activity_log import LogEntry
from referee.club.history import describe_target
from referee.club.text.faults import ClubFault
from referee.club.undoing.describing import describe_action
from referee.store.events.event import Event
from referee.store.events.log import event_texts, events_with_texts
from referee.store.events.rows import Change, Drop
from referee.store.hints import Do, Hint
from referee.store.moment import in_local_time
from referee.store.projections.handlers import project
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_REFERRING_COLUMNS: Final[Mapping[str, Collection[str]]] = {
    "member": ("member_id", "one_id", "other_id", "merged_into"),
    "season": ("season_id",),
    "session": ("session_id",),
    "draw": ("draw_id",),
    "match": ("match_id",),
    "dispute": ("dispute_id",),
    "tournament": ("tournament_id",),
}
"""The columns, of any table, that refer to a row of a table by its number."""
_NO_ENTRY: Final = frozenset({EventKind.UNDONE, EventKind.REDONE, EventKind.BACKED_UP, EventKind.CLOCK})
"""The kinds that depend on no other entry."""
_EVENT_REFERENCES: Final = ("event", "follows", "because")
"""The fields of an event's data that name earlier events by number."""


@frozen
class _PlannedUndo:
    """The changes that undoing an action would make.

    They are the events by number, the removed rows by table and number, the removed attendance, and the new cells.
    `seasons` are those of the events that are closed now, and `numbered` the sessions in which tables were started.
    """

    numbers: frozenset[int]
    rows: frozenset[tuple[str, int]]
    attendance: frozenset[tuple[int, int]]
    changes: tuple[Change, ...]
    seasons: frozenset[int]
    numbered: frozenset[int]


def refuse_dependents(
    tx: Transaction, action: Sequence[LogEntry], changes: Sequence[Change], undone: Collection[int]
) -> None:
    """Raise `ClubFault`, naming the first later entry that depends on an action with these changes."""
    undoing = _plan_undo(tx, action, changes)
    for event, _ in events_with_texts(tx, tx.club, after=min(undoing.numbers)):
        if event.n in undoing.numbers or event.n in undone or event.kind in _NO_ENTRY:
            continue
        if _is_dependent(tx, event, undoing):
            raise _dependent_fault(tx, LogEntry(event, event_texts(tx, tx.club, event)))


def _plan_undo(tx: Transaction, action: Sequence[LogEntry], changes: Sequence[Change]) -> _PlannedUndo:
    rows, attendance = set(), set()
    for change in changes:
        if isinstance(change, Drop) and isinstance(number := change.key.get("id"), int):
            rows.add((change.table, number))
        elif isinstance(change, Drop) and change.table == "attendance":
            attendance.add((_key_number(change, "session_id"), _key_number(change, "member_id")))
    # Whatever happens in a session depends on its opening.
    rows |= {("session", entry.data["session"]) for entry in action if entry.event.kind == EventKind.SESSION_OPENED}
    return _PlannedUndo(
        frozenset(entry.event.n for entry in action),
        frozenset(rows),
        frozenset(attendance),
        (*changes, *(change for entry in action for change in project(entry.event, entry.texts))),
        frozenset(_closed_seasons(tx, action)),
        frozenset(entry.data["session"] for entry in action if entry.event.kind == EventKind.TABLE_STARTED),
    )


def _is_dependent(tx: Transaction, event: Event, undoing: _PlannedUndo) -> bool:
    data = event.data
    if event.kind == EventKind.SEASON_CLOSED and data["season"] in undoing.seasons:
        return True
    # Tables are numbered in order, and keep their numbers.
    if event.kind == EventKind.TABLE_STARTED and data["session"] in undoing.numbered:
        return True
    if any(_refers_to(event, data, table, number) for table, number in undoing.rows):
        return True
    if any(not undoing.numbers.isdisjoint(_as_collection(data.get(field))) for field in _EVENT_REFERENCES):
        return True
    if event.kind == EventKind.CHECKED_OUT and any(
        data["session"] == session and member in data["members"] for session, member in undoing.attendance
    ):
        return True
    for change in project(event, {}):
        cells = {**change.key, **({} if isinstance(change, Drop) else change.values)}
        if any(
            cells.get(column) == number
            for table, number in undoing.rows
            for column in _REFERRING_COLUMNS.get(table, ())
        ):
            return True
        if any(_same_cells(change, planned_change) for planned_change in undoing.changes):
            return True
        if change.table in ("seat", "drawn") and any(
            cells.get("member_id") == member and _session_of(tx, event, data) == session
            for session, member in undoing.attendance
        ):
            return True
    return False


def _refers_to(event: Event, data: Mapping[str, Any], table: str, number: int) -> bool:
    """Tell whether an event refers to a row."""
    if table == "match" and event.match == number:
        return True
    return number in _as_collection(data.get(table)) or (
        table == "member" and number in _as_collection(data.get("members"))
    )


def _as_collection(value: object) -> Collection[object]:
    return value if isinstance(value, list) else (value,)


def _same_cells(later: Change, planned: Change) -> bool:
    """Tell whether a later change touches a changed cell or a removed row."""
    if later.table != planned.table or any(planned.key.get(name) != value for name, value in later.key.items()):
        return False
    return isinstance(planned, Drop) or isinstance(later, Drop) or not later.values.keys().isdisjoint(planned.values)


def _closed_seasons(tx: Transaction, action: Sequence[LogEntry]) -> Iterator[int]:
    """Yield the seasons of an action that were closed after it."""
    of_session = "SELECT season_id FROM session WHERE id = ?"
    query = f"SELECT id FROM season WHERE closed_at IS NOT NULL AND (id = ? OR id = ({of_session}))"
    for entry in action:
        if entry.event.kind != EventKind.SEASON_CLOSED:
            for (season,) in tx.rows(query, entry.data.get("season"), entry.data.get("session")):
                yield int(season)


def _session_of(tx: Transaction, event: Event, data: Mapping[str, Any]) -> object:
    """Return the session of an event that seats players."""
    if "session" in data:
        return data["session"]
    source = ("match", event.match) if event.match else ("draw", data.get("draw"))
    rows = tx.rows(f'SELECT session_id FROM "{source[0]}" WHERE id = ?', source[1])
    return rows[0][0] if rows else None


def _key_number(change: Change, column: str) -> int:
    return int(str(change.key[column]))


def _dependent_fault(tx: Transaction, entry: LogEntry) -> ClubFault:
    return ClubFault(
        f"It cannot be undone, because a later entry depends on it: {describe_action(tx, [entry])} "
        f"({in_local_time(entry.moment):%Y-%m-%d %H:%M}).",
        *_undo_hints(tx, entry),
    )


def _undo_hints(tx: Transaction, entry: LogEntry) -> Iterator[Hint]:
    """Yield a hint to undo an entry first."""
    if entry.event.kind == EventKind.SEASON_CLOSED:
        yield Do.REOPEN_SEASON("Reopen the season first", season=describe_target(tx, entry, {}))
    elif entry.event.match and (table := table_numbers.numbers(tx, [entry.event.match]).get(entry.event.match)):
        yield Do.UNDO_AT_TABLE("Undo that first", table=table)
    elif isinstance(tournament := entry.data.get("tournament"), int):
        yield Do.UNDO("Undo that first", tournament=tournament)
    else:
        yield Do.UNDO_LAST("Undo that first")
