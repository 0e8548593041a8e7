"""A transaction on a club, for plain SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from referee.store.events.engine import Engine
from referee.store.events.rows import BulkRows, SqlTransaction

if TYPE_CHECKING:
    pass

Row = TypeVar("Row")
Columns = TypeVarTuple("Columns")


@dataclass(frozen=True, eq=False)
class Transaction:
    """A club at one moment, on either engine. `sql` is the engine's own transaction."""

    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The club's number in the engine."""
        return self.sql.club

    @property
    def raw(self) -> Any:
        """The driver's connection."""
        return self.sql.raw

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return self.sql.rows(sql, *values)

    def do(self, sql: str, *values: object) -> int:
        """Run a statement. Return the number of rows it changed."""
        return self.sql.do(sql, *values)

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Insert many rows into a table, given the values of these columns."""
        self.sql.insert_rows(table, columns, rows)

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Replace all rows of some tables."""
        self.sql.replace_rows(tables)

    def data_field(self, name: str) -> str:
        """Return the SQL for a field of an event's data, a number or a word, as text."""
        return self.sql.data_field(name)


@contextmanager
def reading(engine: Engine) -> Iterator[Transaction]:
    """Open a transaction that reads a club at one moment. Raise a `StoreFault` if the club cannot be read."""
    with engine.reading() as sql:
        yield Transaction(sql)
