"""Rebuilding the projected tables from the log, for a repair or for a comparison with the stored ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.store.events.bulk import InMemoryTables
from referee.store.events.event import TEXTS, Event, EventText
from referee.store.events.log import Head, events_with_texts, inspect_events_with_texts
from referee.store.events.refold import undone_numbers
from referee.store.events.rows import Projection, SqlTransaction, quote_name
from referee.store.events.sqlite import SqliteTransaction

EventProgress = Callable[[int], None]
_EVENTS_BETWEEN_REPORTS: Final = 1000


def no_event_progress(_events: int) -> None:
    """Ignore the progress."""


@frozen
class RowMismatch:
    """A row that does not follow from the log, or a missing row (`is_missing`) that does."""

    table: str
    row: dict[str, Any]
    is_missing: bool


@frozen
class AlteredEvent:
    """An altered event, or an event with an altered text, and a message on the fault."""

    event: Event
    message: str


@frozen
class Verification:
    """The result of reading a club's log from the start: its head, its altered events, and mismatched rows.

    `failure` says why the tables could not be compared; empty if they were. `unread` describes the tables that could
    not be read. `missing` are removed texts by event and part.
    """

    head: Head
    altered: tuple[AlteredEvent, ...]
    mismatches: tuple[RowMismatch, ...]
    failure: str = ""
    unread: tuple[str, ...] = ()
    missing: tuple[tuple[Event, str], ...] = ()


def verify_projections(
    sql: SqlTransaction,
    club: int,
    project: Projection,
    tables: Collection[str],
    shapes: Iterable[str],
    progress: EventProgress = no_event_progress,
) -> Verification:
    """Read a club's log once, check each event and text, and compare `tables` with their projection. Return the result.

    `shapes` is the SQL that creates the tables. `progress` is called with the number of events read. Only errors of the
    engine itself are raised, whatever the log holds.
    """
    altered: list[AlteredEvent] = []
    missing_texts: list[tuple[Event, str]] = []
    in_memory = InMemoryTables()
    failure, last_head = "", Head(0, "")
    undone_events = _undone_if_readable(sql, club)
    for event, fault, texts in inspect_events_with_texts(sql, club):
        last_head = Head(event.n, event.hash)
        if event.n % _EVENTS_BETWEEN_REPORTS == 1:
            progress(event.n - 1)
        if fault:
            altered.append(AlteredEvent(event, fault))
        try:
            if not fault:
                altered.extend(AlteredEvent(event, message) for message in altered_texts(event, texts))
                missing_texts.extend((event, part) for part in _missing_texts(event, texts))
            if not failure and event.n not in undone_events:
                changes = project(event, {text.part: text.text for text in texts})
                in_memory.apply_changes(change for change in changes if change.table in tables)
        except Exception as error:  # an event that was tampered with may hold anything
            failure = f"event {event.n} ({event.kind}) cannot be read: {error}"
    verification = Verification(last_head, tuple(altered), (), failure, missing=tuple(missing_texts))
    if failure:
        return verification
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        expected = SqliteTransaction(raw)
        for shape in shapes:
            expected.do(shape)
        try:
            in_memory.write(expected, tables)
        except (sqlite3.Error, ValueError, TypeError) as error:
            return replace(verification, failure=f"an event of the log does not fit the tables: {error}")
        mismatches: list[RowMismatch] = []
        unread: list[str] = []
        for table in tables:
            try:
                mismatches.extend(_mismatches(sql, expected, table))
            except Exception as error:  # by whichever engine
                unread.append(f"the table {table!r} cannot be read: {error}")
        return replace(verification, mismatches=tuple(mismatches), unread=tuple(unread))


def _undone_if_readable(sql: SqlTransaction, club: int) -> frozenset[int]:
    """Return the numbers of the undone events; none if an altered log cannot be read, which is reported elsewhere."""
    try:
        return undone_numbers(sql, club)
    except (ValueError, TypeError, LookupError, AttributeError):
        return frozenset()


def altered_texts(event: Event, texts: Sequence[EventText]) -> Iterator[str]:
    """Yield a message for each altered text of an event. Raise `ValueError` or a similar error for unreadable data."""
    digests = event.data.get(TEXTS, {}) if texts else {}
    if any(digests.get(text.part) != text.digest for text in texts):
        yield f"a text of event {event.n} ({event.kind}) was changed."


def _missing_texts(event: Event, texts: Sequence[EventText]) -> Collection[str]:
    if f'"{TEXTS}":' not in event.data_json:  # as most have none
        return ()
    digests: dict[str, str] = event.data.get(TEXTS, {})
    return digests.keys() - {text.part for text in texts}


def rebuild_tables(
    sql: SqlTransaction,
    club: int,
    project: Projection,
    tables: Collection[str],
    progress: EventProgress = no_event_progress,
) -> None:
    """Rebuild tables from the log within a transaction. Other tables are unchanged.

    `progress` is called with the number of events read. Raise `StoreAltered` if the log itself was altered.
    """
    in_memory, undone_events = InMemoryTables(), _undone_if_readable(sql, club)
    for event, texts in events_with_texts(sql, club):
        if event.n not in undone_events:
            changes = project(event, {text.part: text.text for text in texts})
            in_memory.apply_changes(change for change in changes if change.table in tables)
        if event.n % _EVENTS_BETWEEN_REPORTS == 0:
            progress(event.n)
    in_memory.write(sql, tables)


def _mismatches(sql: SqlTransaction, expected: SqlTransaction, table: str) -> Iterator[RowMismatch]:
    columns = [row[1] for row in expected.rows(f"PRAGMA table_info({quote_name(table)})")]
    quoted_columns = ", ".join(map(quote_name, columns))
    query = f"SELECT {quoted_columns} FROM {quote_name(table)}"
    stored_rows, expected_rows = set(sql.rows(query)), set(expected.rows(query))
    for rows, are_expected in ((stored_rows - expected_rows, False), (expected_rows - stored_rows, True)):
        for row in sorted(rows, key=repr):
            yield RowMismatch(table, dict(zip(columns, row, strict=True)), are_expected)
