"""A transaction on a club, for plain SQL and, where they are worth loading, for the SQLModel models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, overload

from referee.store.events.engine import Engine
from referee.store.events.rows import BulkRows, SqlTransaction

if TYPE_CHECKING:
    from sqlalchemy.engine import ScalarResult, TupleResult
    from sqlmodel import Session
    from sqlmodel.sql.expression import Select, SelectOfScalar

Row = TypeVar("Row")
Columns = TypeVarTuple("Columns")


@dataclass(frozen=True, eq=False)
class Transaction:
    """A club as of one moment, on either engine; `sql` is the engine's own transaction.

    `exec`, `get` and `get_one` use an SQLModel session, created on first use on the connection of this transaction.
    """

    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The club's number on its engine."""
        return self.sql.club

    @property
    def key(self) -> bytes | None:
        """The key that the club's log is hashed with, if it has one that is available."""
        return self.sql.key

    @property
    def raw(self) -> Any:
        """The driver's connection."""
        return self.sql.raw

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return self.sql.rows(sql, *values)

    def do(self, sql: str, *values: object) -> int:
        """Run a statement, and return how many rows it changed."""
        return self.sql.do(sql, *values)

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Insert many rows into a table, with these values in these columns."""
        self.sql.insert_rows(table, columns, rows)

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Replace all rows of some tables."""
        self.sql.replace_rows(tables)

    def data_field(self, name: str) -> str:
        """Return the SQL of a field of an event's data, a number or a word, as text."""
        return self.sql.data_field(name)

    @cached_property
    def session(self) -> Session:
        """An SQLModel session on this transaction, which it never ends."""
        from referee.store.borrowed_session import session_on

        return session_on(self.raw)

    @overload
    def exec(self, statement: Select[*Columns]) -> TupleResult[tuple[*Columns]]: ...
    @overload
    def exec(self, statement: SelectOfScalar[Row]) -> ScalarResult[Row]: ...
    def exec(self, statement: Any) -> Any:
        """Return the result of a query on models."""
        return self.session.exec(statement)

    def get(self, model: type[Row], key: Any) -> Row | None:
        """Return the row with a key, or None."""
        return self.session.get(model, key)

    def get_one(self, model: type[Row], key: Any) -> Row:
        """Return the row with a key. Raises `NoResultFound`."""
        return self.session.get_one(model, key)

    def refresh_changed(self, has_changed: Callable[[Any], bool]) -> None:
        """Read changed rows of the session again, and drop those that no longer exist."""
        if "session" in self.__dict__:
            from referee.store.borrowed_session import refresh_changed

            refresh_changed(self.session, has_changed)

    def end(self) -> None:
        """Close the session, if one was created."""
        if "session" in self.__dict__:
            from referee.store.borrowed_session import end

            end(self.session)


@contextmanager
def reading(engine: Engine) -> Iterator[Transaction]:
    """Read a club as of one moment. Raises a `StoreFault`."""
    with engine.reading() as sql:
        tx = Transaction(sql)
        try:
            yield tx
        finally:
            tx.end()
