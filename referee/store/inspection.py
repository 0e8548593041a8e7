"""Inspection of a club's file: its pages, its schema, its log, and the tables projected from the log.

Texts are read as stored. Only errors of SQLite itself are raised, whatever the file holds.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.store.difference import (
    CHANGED,
    Difference,
    file_difference,
    identity_column,
    line_difference,
    match_difference,
    row_difference,
)
from referee.store.events.engine import Engine
from referee.store.events.event import Event
from referee.store.events.log import Head, inspect_events_with_texts, latest_events
from referee.store.events.rebuild import (
    EventProgress,
    RowMismatch,
    altered_texts,
    no_event_progress,
    verify_projections,
)
from referee.store.events.rows import SqlTransaction, quote_name
from referee.store.events.sqlite import TABLES, SqliteTransaction, connect
from referee.store.faults import CAUSED_BY_DAMAGE
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.projections.kind import EventKind
from referee.store.tables import sqlite_statements as tables_in_file

EXPECTED_SHAPE: Final = "8219385a5503704f"
"""The `schema_digest` of a file made by this program. It changes with the models and with the tables of the log."""
_MOST_PAGES: Final = 20
_SMALL_FILE: Final = 8 * 2**20
_ADDED: Final = "was added by another program"
_REMOVED: Final = "was removed"
_AT_ONCE: Final = 1000
TEXT_SEPARATOR: Final = "\n0\n"
"""A separator between two texts, so that no name is found across the end of one and the beginning of the next."""


@frozen
class LogInspection:
    """The result of inspecting a log: its head, and the alterations of the log and of the projected tables."""

    head: Head
    differences: tuple[Difference, ...] = ()


def open_for_inspection(path: Path) -> closing[sqlite3.Connection]:
    """Open a file read-only. Its contents are not checked."""
    return closing(connect(path, "ro", 10.0))


def read_all_texts(path: Path) -> Iterator[str]:
    """Yield the texts in all tables of a database, many at a time, joined by `TEXT_SEPARATOR`.

    A write-ahead log beside the file is neither read nor created. Raise `sqlite3.Error` for unreadable parts.
    """
    with closing(connect(path, "ro&immutable=1", 0.0)) as raw:
        raw.text_factory = lambda data: data.decode("utf-8", "replace")
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = raw.execute(f"SELECT * FROM {quote_name(table)}")
            while batch := rows.fetchmany(_AT_ONCE):
                yield TEXT_SEPARATOR.join(value for row in batch for value in row if isinstance(value, str))


def quick_check(path: Path) -> tuple[Difference, ...]:
    """Return the faults that SQLite quickly finds in a file. This runs whenever a club is opened.

    Large files are left to the audit.
    """
    try:
        with open_for_inspection(path) as raw:
            differences = inspect_pages(raw) if path.stat().st_size <= _SMALL_FILE else []
            return tuple(difference for difference in differences if not difference.message.endswith(_ADDED))
    except (sqlite3.Error, OSError) as error:
        return (file_difference(f"it cannot be read: {error}"),)


def find_damage(path: Path, progress: EventProgress = no_event_progress) -> list[Difference]:
    """Return the differences of a file from its log, without rulings; none if the file does not exist.

    `progress` is called with the number of events read.
    """
    if not path.is_file():
        return []
    try:
        with open_for_inspection(path) as raw:
            # What was put in besides harms nothing by being there; an audit says that it is.
            differences = [difference for difference in inspect_pages(raw) if not difference.message.endswith(_ADDED)]
            return [*differences, *inspect_log(SqliteTransaction(raw), is_backup=True, progress=progress).differences]
    except (sqlite3.Error, *CAUSED_BY_DAMAGE) as error:
        return [file_difference(f"it cannot be read: {error}")]


def find_server_damage(store: Engine) -> list[Difference]:
    """Return the differences of a club on a server from its log; none if they cannot be determined."""
    with suppress(Exception), store.reading() as sql:
        return list(inspect_log(sql).differences)
    return []


def inspect_pages(raw: sqlite3.Connection) -> list[Difference]:
    """Return the faults that SQLite finds in a file, and differences from the schema of this program."""
    try:
        messages = [str(row[0]) for row in raw.execute(f"PRAGMA integrity_check({_MOST_PAGES})")]
        differences = [file_difference(message) for message in messages if message != "ok"]
        # Rows of which a reference leads to nothing: (table, rowid, table referred to, number of the reference).
        for table, row, target, _ in raw.execute("PRAGMA foreign_key_check"):
            differences.append(file_difference(f"row {row} of {table} refers to a missing row of {target}"))
        return [*differences, *_schema_differences(raw)]
    except sqlite3.Error as error:
        return [file_difference(f"it cannot be read to the end: {error}")]


def inspect_log(
    sql: SqlTransaction, *, is_backup: bool = False, progress: EventProgress = no_event_progress
) -> LogInspection:
    """Read a club's log from the start, compare every projected table with it, and return the result.

    With `is_backup`, missing texts are ignored, because their removal may be recorded after the end of the backup's
    log. Errors of the engine are passed on.
    """
    shapes = [shape for name, shape in expected_schema().items() if name.startswith("table ")]
    with reading_undecodable_texts(sql), _consistent_snapshot(sql):
        verification = verify_projections(sql, sql.club, project, PROJECTIONS, shapes, progress)
        differences = [_event_difference(altered.event, altered.message) for altered in verification.altered]
        differences += [] if is_backup else _missing_texts(sql, verification.missing)
        differences += [file_difference(message) for message in (verification.failure, *verification.unread) if message]
        differences += _row_differences(sql, verification.mismatches)
    return LogInspection(verification.head, tuple(differences))


def inspect_match(sql: SqlTransaction, number: int) -> list[Difference]:
    """Return a difference for each altered event or text of a table."""
    differences = []
    with reading_undecodable_texts(sql):
        try:
            for event, fault, texts in inspect_events_with_texts(sql, sql.club, match=number):
                differences += [
                    _event_difference(event, message) for message in ([fault] if fault else altered_texts(event, texts))
                ]
        except (sqlite3.Error, *CAUSED_BY_DAMAGE) as error:
            differences.append(match_difference(number, f"its events cannot be read: {error}"))
    return differences


@contextmanager
def _consistent_snapshot(sql: SqlTransaction) -> Iterator[None]:
    """Read everything at one moment. Within a transaction this is already the case."""
    raw = sql.raw
    if not isinstance(raw, sqlite3.Connection) or raw.in_transaction:
        yield
        return
    raw.execute("BEGIN")
    try:
        yield
    finally:
        raw.rollback()


@contextmanager
def reading_undecodable_texts(sql: SqlTransaction) -> Iterator[None]:
    """Read texts with undecodable bytes as surrogates, instead of raising an error."""
    raw = sql.raw
    if not isinstance(raw, sqlite3.Connection):
        yield
        return
    text_factory = raw.text_factory
    raw.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = text_factory


def _missing_texts(sql: SqlTransaction, missing: Sequence[tuple[Event, str]]) -> Iterator[Difference]:
    """Yield the missing texts whose removal is not recorded, by forgetting a member or restoring a backup."""
    if not missing:
        return
    events = latest_events(sql, sql.club, [EventKind.MEMBER_FORGOTTEN, EventKind.RESTORED])
    restored = next((event.n for event in events if event.kind == EventKind.RESTORED), 0)
    removed_keys: set[tuple[int, str]] = set()
    for event in events:
        with suppress(*CAUSED_BY_DAMAGE):  # as it may be altered itself
            removed_keys.update((number, part) for number, part in event.data.get("removed", ()))
    for event, part in missing:
        if event.n > restored and (event.n, part) not in removed_keys and event.kind != EventKind.MEMBER_FORGOTTEN:
            yield _event_difference(event, f"a text of event {event.n} ({event.kind}) was removed")


def _row_differences(sql: SqlTransaction, mismatches: Iterable[RowMismatch]) -> Iterator[Difference]:
    """Yield the mismatched rows as differences. For a removed match, nothing else is reported."""
    sides: dict[tuple[str, Any], set[bool]] = {}
    for mismatch in mismatches:
        sides.setdefault((mismatch.table, mismatch.row[identity_column(mismatch.table)]), set()).add(
            mismatch.is_missing
        )
    removed_matches = {number for (table, number), side in sides.items() if table == "match" and side == {True}}
    for (table, number), present_sides in sides.items():
        if table in ("match", "seat", "placing") and number in removed_matches:
            if table == "match":
                yield match_difference(number, "the whole match was removed")
            continue
        single = identity_column(table) == "id" and len(present_sides) == 1
        change = CHANGED if not single else _REMOVED if present_sides == {True} else _ADDED
        yield row_difference(table, number, change, name=_row_name(sql, table, number))


def _event_difference(event: Event, message: str) -> Difference:
    """Return a difference for a fault in an event, at its table and line if these can be read."""
    message = message.removesuffix(".")
    if not isinstance(event.match, int) or f"event {event.n} " not in message:  # one before it is missing
        return file_difference(message)
    with suppress(*CAUSED_BY_DAMAGE):
        if isinstance(line := event.data.get("number"), int):
            return line_difference(event.match, line, message)
    return match_difference(event.match, message)


def _row_name(sql: SqlTransaction, table: str, row: int) -> str:
    """Return the description of a row for people, if the file still has it."""
    queries = {
        "session": ("SELECT held_on FROM session WHERE id = ?", f"session {row}, {{}}"),
        "attendance": ("SELECT held_on FROM session WHERE id = ?", f"session {row}, {{}}"),
        "season": ("SELECT name FROM season WHERE id = ?", "season {}"),
        "house_rules": ("SELECT game FROM house_rules WHERE id = ?", f"house rules {row}, {{}}"),
    }
    if table in queries:
        query, template = queries[table]
        with suppress(sqlite3.Error):
            return "".join(template.format(value) for (value,) in sql.rows(query, row))
    return ""


def _schema_differences(raw: sqlite3.Connection) -> Iterator[Difference]:
    """Yield the differences from the tables, indexes and triggers of this program's schema."""
    actual = _schema(raw)
    if schema_digest(actual) == EXPECTED_SHAPE:
        return  # without the models, which take longer to load than most commands to run
    expected = expected_schema()
    for name in sorted({*expected, *actual}):
        if name not in actual:
            yield file_difference(f"{name} is missing: entries may have been changed")
        elif name not in expected:
            yield file_difference(f"{name} {_ADDED}")
        elif expected[name] != actual[name]:
            yield file_difference(f"{name} was changed")


def schema_digest(schema: Mapping[str, str]) -> str:
    """Return a digest of the tables, indexes and triggers of a file."""
    return hashlib.sha256("\n".join(f"{name} {schema[name]}" for name in sorted(schema)).encode()).hexdigest()[:16]


@cache
def expected_schema() -> dict[str, str]:
    """Return the SQL of each table, index and trigger of a new file by kind and name."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in (*TABLES, *tables_in_file()):
            fresh.execute(statement)
        return _schema(fresh)


def _schema(raw: sqlite3.Connection) -> dict[str, str]:
    query = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
    return {name: " ".join((sql or "").split()) for name, sql in raw.execute(query)}
