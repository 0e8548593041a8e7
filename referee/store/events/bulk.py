"""Projections of many events at once: rows are built in memory, then written together.

Each row written to a server takes a round trip, and a log of several years has a hundred thousand rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.store.events.rows import Alter, BulkRows, Change, Drop, SqlTransaction, column_value

Names = tuple[str, ...]
Values = tuple[object, ...]
_JSON_TYPES: Final = (list, dict)


@dataclass(slots=True)
class InMemoryTables:
    """Tables that start empty and accept the changes of events. Columns are in order of first use."""

    tables: dict[str, _Rows] = field(default_factory=dict)

    def apply_changes(self, changes: Iterable[Change]) -> None:
        """Apply the changes of an event, as `referee.store.events.rows.apply_changes` does in a club."""
        for change in changes:
            rows = self.tables.setdefault(change.table, _Rows())
            numbers = rows.matching(change.key)
            if isinstance(change, Drop):
                for number in tuple(numbers):
                    rows.drop(number)
                continue
            values = {
                name: column_value(value) if isinstance(value, _JSON_TYPES) else value
                for name, value in change.values.items()
            }
            if numbers:
                for number in tuple(numbers):
                    rows.change(number, values)
            elif not isinstance(change, Alter):
                rows.key = tuple(change.key)
                rows.add({**change.key, **values})

    def write(self, sql: SqlTransaction, tables: Collection[str] | None = None) -> None:
        """Replace all rows of the given `tables`, by default of the changed tables, with the rows in memory."""
        sql.replace_rows({table: self._bulk_rows(table) for table in (self.tables if tables is None else tables)})

    def rows_by_key(self, table: str) -> dict[tuple[tuple[str, object], ...], dict[str, object]]:
        """Return the rows of a table by the columns and values of their key."""
        rows = self.tables.get(table, _Rows())
        return {tuple((name, row[name]) for name in rows.key): row for row in rows.rows.values()}

    def _bulk_rows(self, table: str) -> BulkRows:
        rows = self.tables.get(table, _Rows())
        columns = list(rows.columns)
        return BulkRows(columns, ([row.get(name) for name in columns] for row in rows.rows.values()))


@dataclass(slots=True)
class _Rows:
    """The rows of a table by an arbitrary number, with indexes on the columns used as keys of changes.

    `key` names the columns that identify a row.
    """

    rows: dict[int, dict[str, object]] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)
    key: Names = ()
    indexes: dict[Names, dict[Values, set[int]]] = field(default_factory=dict)
    last: int = 0

    def matching(self, key: Mapping[str, object]) -> Collection[int]:
        names = tuple(key)
        if names not in self.indexes:
            self.indexes[names] = {}
            for number, row in self.rows.items():
                self._add_to_index(number, row, names)
        return self.indexes[names].get(tuple(key.values()), ())

    def add(self, row: dict[str, object]) -> None:
        self.last += 1
        self.rows[self.last] = row
        self.columns.update(dict.fromkeys(row))
        for names in self.indexes:
            self._add_to_index(self.last, row, names)

    def change(self, number: int, values: Mapping[str, object]) -> None:
        row = self.rows[number]
        changed_columns = {name for name, value in values.items() if name not in row or row[name] != value}
        indexes = [names for names in self.indexes if not changed_columns.isdisjoint(names)]
        for names in indexes:
            self._remove_from_index(number, row, names)
        row.update(values)
        self.columns.update(dict.fromkeys(values))
        for names in indexes:
            self._add_to_index(number, row, names)

    def drop(self, number: int) -> None:
        row = self.rows.pop(number)
        for names in self.indexes:
            self._remove_from_index(number, row, names)

    def _add_to_index(self, number: int, row: Mapping[str, object], names: Names) -> None:
        self.indexes[names].setdefault(tuple(row.get(name) for name in names), set()).add(number)

    def _remove_from_index(self, number: int, row: Mapping[str, object], names: Names) -> None:
        self.indexes[names][tuple(row.get(name) for name in names)].discard(number)
