"""A transaction on a club: asked by SQL, or by the models where those are worth the time that they take to load."""

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
    """A club as it is at one moment, on whichever engine; `sql` is the engine's transaction, which it stands for.

    `exec`, `get` and `get_one` are those of an SQLModel session, which is made when the first of them is called, on the
    connection that this transaction has.
    """

    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The number that the club has on its engine."""
        return self.sql.club

    @property
    def key(self) -> bytes | None:
        """The key by which the club's log is hashed, where it has one and it is at hand."""
        return self.sql.key

    @property
    def raw(self) -> Any:
        """The driver's connection."""
        return self.sql.raw

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        return self.sql.rows(sql, *values)

    def do(self, sql: str, *values: object) -> int:
        """Change rows, and return how many."""
        return self.sql.do(sql, *values)

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Put many rows into a table at once, with these values in these columns."""
        self.sql.insert_rows(table, columns, rows)

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Put rows in the place of all that tables have."""
        self.sql.replace_rows(tables)

    def data_field(self, name: str) -> str:
        """Return the SQL of a part of an event's data, a number or a word, as text."""
        return self.sql.data_field(name)

    @cached_property
    def session(self) -> Session:
        """An SQLModel session of this transaction, which never ends it."""
        from referee.store.borrowed_session import session_on

        return session_on(self.raw)

    @overload
    def exec(self, statement: Select[*Columns]) -> TupleResult[tuple[*Columns]]: ...
    @overload
    def exec(self, statement: SelectOfScalar[Row]) -> ScalarResult[Row]: ...
    def exec(self, statement: Any) -> Any:
        """Return what a query of the models gives."""
        return self.session.exec(statement)

    def get(self, model: type[Row], key: Any) -> Row | None:
        """Return the row of a key, or None."""
        return self.session.get(model, key)

    def get_one(self, model: type[Row], key: Any) -> Row:
        """Return the row of a key. Raises `NoResultFound`."""
        return self.session.get_one(model, key)

    def refresh_changed(self, changed: Callable[[Any], bool]) -> None:
        """Read rows again that the session holds and that have changed; let go of those that are gone."""
        if "session" in self.__dict__:
            from referee.store.borrowed_session import refresh_changed

            refresh_changed(self.session, changed)

    def end(self) -> None:
        """Let go of what the session holds."""
        if "session" in self.__dict__:
            from referee.store.borrowed_session import end

            end(self.session)


@contextmanager
def reading(engine: Engine) -> Iterator[Transaction]:
    """Read a club as it is at one moment. Raises a `StoreFault`."""
    with engine.reading() as sql:
        tx = Transaction(sql)
        try:
            yield tx
        finally:
            tx.end()
