"""The projected tables without undone events."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.store.events.bulk import InMemoryTables
from referee.store.events.event import Event
from referee.store.events.log import latest_events, texts_by_event
from referee.store.events.rows import Change, Drop, Projection, Put, SqlTransaction
from referee.store.projections.kind import EventKind


def undone_numbers(sql: SqlTransaction, club: int) -> frozenset[int]:
    """Return the numbers of events that do not count, because they were undone and not redone.

    They are read from the log, because the tables may be damaged or missing.
    """
    query = "SELECT kind, data FROM event WHERE club = ? AND kind IN (?, ?) ORDER BY n"
    return undone_after(sql.rows(query, club, EventKind.UNDONE, EventKind.REDONE))


def undone_after(kinds_and_data: Iterable[tuple[str, str]]) -> frozenset[int]:
    """Return the numbers of the events that are undone after some undo and redo events, oldest first."""
    undone_events: set[int] = set()
    for kind, data_json in kinds_and_data:
        numbers = {number for number, *_ in json.loads(data_json)["undoes"]}
        undone_events = undone_events | numbers if kind == EventKind.UNDONE else undone_events - numbers
    return frozenset(undone_events)


def project_standing_events(
    sql: SqlTransaction, club: int, project: Projection, kinds: Sequence[str], undone: Collection[int]
) -> InMemoryTables:
    """Return the tables projected from the events of some kinds, without those that are `undone`."""
    events = [event for event in reversed(latest_events(sql, club, kinds)) if event.n not in undone]
    return project_events(sql, club, project, events)


def project_events(sql: SqlTransaction, club: int, project: Projection, events: Sequence[Event]) -> InMemoryTables:
    """Return the tables projected from some events, oldest first."""
    tables, texts = InMemoryTables(), texts_by_event(sql, club, events)
    for event in events:
        tables.apply_changes(project(event, texts[event.n]))
    return tables


def row_changes(before: InMemoryTables, after: InMemoryTables, tables: Sequence[str]) -> Iterator[Change]:
    """Yield the changes that turn the rows of some tables into those of others.

    Each of `tables` comes after the tables that it refers to.
    """
    old_rows, new_rows = ({table: rows.rows_by_key(table) for table in tables} for rows in (before, after))
    for table in reversed(tables):
        for key in old_rows[table].keys() - new_rows[table].keys():
            yield Drop(table, dict(key))
    for table in tables:
        for key, row in new_rows[table].items():
            previous, columns = old_rows[table].get(key), dict(key)
            names = [name for name in {**(previous or {}), **row} if name not in columns]
            values = {name: row.get(name) for name in names if not previous or previous.get(name) != row.get(name)}
            if values or previous is None:
                yield Put(table, columns, values)
