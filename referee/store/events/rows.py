"""The table changes of an event.

The tables are projections: everything in them follows from the log, and can be rebuilt from it at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, NamedTuple, Protocol

from referee.cards.immutable import frozen
from referee.store.events.event import Event


class BulkRows(NamedTuple):
    """Rows for a table, as values of these columns."""

    columns: Sequence[str] = ()
    rows: Iterable[Sequence[object]] = ()


class SqlTransaction(Protocol):
    """A transaction on either engine. In its SQL, ``?`` is the placeholder for a value."""

    @property
    def club(self) -> int:
        """The club's number in the engine."""

    @property
    def raw(self) -> Any:
        """The driver's connection."""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def do(self, sql: str, *values: object) -> int:
        """Run a statement. Return the number of rows it changed."""

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Insert many rows into a table, given the values of these columns."""

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Replace all rows of some tables."""

    def data_field(self, name: str) -> str:
        """Return the SQL for a field of an event's data, a number or a word, as text."""


@frozen
class Put:
    """A change that inserts or updates the row with this `key`. Columns missing from `values` keep their value."""

    table: str
    key: Mapping[str, object]
    values: Mapping[str, object] = field(default_factory=dict)


@frozen
class Alter:
    """A change that updates all rows matching this `key`."""

    table: str
    key: Mapping[str, object]
    values: Mapping[str, object]


@frozen
class Drop:
    """A change that deletes all rows matching this `key`."""

    table: str
    key: Mapping[str, object]


SIGNER: Final = "by"
"""The part of an event's texts that names who did it, if that is nobody of the club."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"))  # which takes longer to make than to use
Change = Put | Alter | Drop
Projection = Callable[[Event, Mapping[str, str]], Iterable[Change]]
"""A function that returns the changes that follow from an event and its remaining texts by part."""


def no_changes(_event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return no changes, for events that affect no table."""
    return ()


def signer(event: Event, texts: Mapping[str, str]) -> str:
    """Return the actor in the form of a column: a member's mark, the name of a person outside the club, or empty."""
    return event.by or texts.get(SIGNER, "")


def apply_changes(sql: SqlTransaction, changes: Iterable[Change]) -> None:
    """Apply the changes of an event to the club's tables."""
    for change in changes:
        key = change.key
        condition = " AND ".join(f"{quote_name(name)} {'IS NULL' if key[name] is None else '= ?'}" for name in key)
        key_values = [value for value in key.values() if value is not None]
        if isinstance(change, Drop):
            sql.do(f"DELETE FROM {quote_name(change.table)} WHERE {condition}", *key_values)
            continue
        values = {name: column_value(value) for name, value in change.values.items()}
        # Not INSERT ... ON CONFLICT, which would want every column that may not be empty.
        if values:
            assignments = ", ".join(f"{quote_name(name)} = ?" for name in values)
            match_count = sql.do(
                f"UPDATE {quote_name(change.table)} SET {assignments} WHERE {condition}", *values.values(), *key_values
            )
        else:
            match_count = len(sql.rows(f"SELECT 1 FROM {quote_name(change.table)} WHERE {condition}", *key_values))
        if not match_count and isinstance(change, Put):
            names = ", ".join(quote_name(name) for name in (*key, *values))
            placeholders = ", ".join("?" * (len(key) + len(values)))
            sql.do(
                f"INSERT INTO {quote_name(change.table)} ({names}) VALUES ({placeholders})",
                *key.values(),
                *values.values(),
            )


def quote_name(name: str) -> str:
    """Return the quoted name of a table or column. SQL reserves some names, such as ``by``."""
    return f'"{name}"'


def column_value(value: object) -> object:
    """Return a value in the form of a column: lists and mappings become JSON."""
    return _COMPACT.encode(value) if isinstance(value, list | dict) else value
