"""What follows from an event in the tables that are queried: rows put and rows dropped.

These tables are projections: they hold nothing that the log does not say, and can be made again from it at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from referee.store.events.event import Event


class BulkRows(NamedTuple):
    """Rows of a table: values in these columns."""

    columns: Sequence[str] = ()
    rows: Iterable[Sequence[object]] = ()


class SqlTransaction(Protocol):
    """A transaction as it is asked by SQL, in which ``?`` stands for each value, whatever the engine."""

    @property
    def club(self) -> int:
        """The number that the club has on its engine."""

    @property
    def raw(self) -> Any:
        """The driver's connection."""

    @property
    def key(self) -> bytes | None:
        """The key that is at hand, for a club whose log is hashed with one."""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""

    def do(self, sql: str, *values: object) -> int:
        """Change rows, and return how many."""

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Put many rows into a table at once, with these values in these columns."""

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Put rows in the place of all that tables have."""

    def data_field(self, name: str) -> str:
        """Return the SQL of a part of an event's data, a number or a word, as text."""


@dataclass(frozen=True, slots=True)
class Put:
    """That a table has a row of this `key`, with these `values`; what else stands in the row stays."""

    table: str
    key: Mapping[str, object]
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Alter:
    """That in every row of this `key` that a table has, these `values` stand from now on."""

    table: str
    key: Mapping[str, object]
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Drop:
    """That a table has no rows of this `key`."""

    table: str
    key: Mapping[str, object]


SIGNER: Final = "by"
"""The part of an event's texts that says who did it, where that is nobody of the club."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"))  # which takes longer to make than to use
Change = Put | Alter | Drop
Projection = Callable[[Event, Mapping[str, str]], Iterable[Change]]
"""What follows from an event and its texts by their parts, of which a text that was removed is missing."""


def no_changes(_event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Fold an event of which no table needs to know."""
    return ()


def signer(event: Event, texts: Mapping[str, str]) -> str:
    """Return who did it as a column keeps it: a member's mark, or the name of who is none, or empty."""
    return event.by or texts.get(SIGNER, "")


def apply_changes(sql: SqlTransaction, changes: Iterable[Change]) -> None:
    """Bring the tables of the club that is asked to where an event leaves them."""
    for change in changes:
        key = change.key
        where = " AND ".join(f"{quote_name(name)} {'IS NULL' if key[name] is None else '= ?'}" for name in key)
        key_values = [value for value in key.values() if value is not None]
        if isinstance(change, Drop):
            sql.do(f"DELETE FROM {quote_name(change.table)} WHERE {where}", *key_values)
            continue
        values = {name: column_value(value) for name, value in change.values.items()}
        # Not INSERT ... ON CONFLICT, which would want every column that may not be empty.
        if values:
            assignments = ", ".join(f"{quote_name(name)} = ?" for name in values)
            matched = sql.do(
                f"UPDATE {quote_name(change.table)} SET {assignments} WHERE {where}", *values.values(), *key_values
            )
        else:
            matched = len(sql.rows(f"SELECT 1 FROM {quote_name(change.table)} WHERE {where}", *key_values))
        if not matched and isinstance(change, Put):
            names = ", ".join(quote_name(name) for name in (*key, *values))
            placeholders = ", ".join("?" * (len(key) + len(values)))
            sql.do(
                f"INSERT INTO {quote_name(change.table)} ({names}) VALUES ({placeholders})",
                *key.values(),
                *values.values(),
            )


def quote_name(name: str) -> str:
    """Return the name of a table or a column as SQL takes any: some are words of its own, such as ``by``."""
    return f'"{name}"'


def column_value(value: object) -> object:
    """Return a value as a column keeps it: lists and mappings as JSON."""
    return _COMPACT.encode(value) if isinstance(value, list | dict) else value
