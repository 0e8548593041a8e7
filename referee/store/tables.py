"""The tables beside the log for either engine: of what follows from it, as the models say, and of what ends with the
evening; and what their shape is called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from referee.store import session_state
from referee.store.events.postgresql_schema import CURRENT_CLUB, separate_by_hidden_column
from referee.store.projections.handlers import PROJECTIONS

if TYPE_CHECKING:
    from sqlalchemy import Column, Index, Table

SHAPE: Final = "3 9970819f"
"""What this shape is called in a club: a number, which is higher for every later one, and the digest of its SQL.

It changes with the columns of a model, and where a fold makes something else of an event of before. A club of another
shape has its tables made again from its log; one of a higher number is a later program's, and is left alone.
"""
WRITABLE_TABLES: Final = ("private", session_state.TABLE, *PROJECTIONS)
"""The tables of a server that an officer's login may write to, besides appending to the log."""
_POSTGRESQL_TYPES: Final = {"INTEGER": "bigint", "BOOLEAN": "boolean", "FLOAT": "double precision"}


def shape_digest() -> str:
    """Return what `SHAPE` has to have as its digest."""
    of_projections = [sql for table in _tables() if table.name in PROJECTIONS for sql in _in_file(table)]
    return hashlib.sha256("\n".join([*of_projections, *session_state.sqlite_statements()]).encode()).hexdigest()[:8]


def sqlite_statements() -> Iterator[str]:
    """Yield the SQL that makes the tables in a club's file, those first that others refer to."""
    for table in _tables():
        yield from _in_file(table)
    yield from session_state.sqlite_statements()


def postgresql_statements() -> Iterator[str]:
    """Yield the SQL that makes the tables on a server, for all of its clubs, each of which sees its own rows alone.

    They hold what those in a file hold, and sort as those do. Nothing is asked to be there that a row refers to: the
    log says what is, and an audit compares.
    """
    from sqlalchemy import UniqueConstraint

    for table in _tables():
        if table.name not in PROJECTIONS:
            continue
        columns = ", ".join(_column(column) for column in table.columns)
        keys = [("PRIMARY KEY", table.primary_key.columns.keys())]
        unique = [rule for rule in table.constraints if isinstance(rule, UniqueConstraint)]
        keys += [("UNIQUE", rule.columns.keys()) for rule in unique]
        of_club = ", ".join(f"{constraint} (club, {_quoted_list(names)})" for constraint, names in keys)
        yield f'CREATE TABLE "{table.name}" (club integer NOT NULL DEFAULT {CURRENT_CLUB}, {columns}, {of_club})'
        yield from separate_by_hidden_column(table.name)
        for index in _indexes(table):
            yield f'CREATE INDEX "{index.name}" ON "{table.name}" (club, {_quoted_list(index.columns.keys())})'
    yield from session_state.postgresql_statements()


def _tables() -> list[Table]:
    """Return the tables of all models; loading those takes a while, and is seldom needed."""
    from sqlmodel import SQLModel

    from referee.store import models  # noqa: F401 - so that all of them are known

    return list(SQLModel.metadata.sorted_tables)


def _in_file(table: Table) -> Iterator[str]:
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex, CreateTable

    dialect = sqlite.dialect()
    yield str(CreateTable(table).compile(dialect=dialect)).strip()
    for index in _indexes(table):
        yield str(CreateIndex(index).compile(dialect=dialect))


def _indexes(table: Table) -> list[Index]:
    return sorted(table.indexes, key=lambda index: str(index.name))


def _column(column: Column[object]) -> str:
    kind = _POSTGRESQL_TYPES.get(str(column.type), 'text COLLATE "C"')
    return f'"{column.name}" {kind}{"" if column.nullable else " NOT NULL"}'


def _quoted_list(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
