"""The SQL of the tables beside the log, for either engine: the projections, from their models, and the session state.

The version of these tables, their shape, is defined here too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from referee.store import session_state
from referee.store.events.postgresql_schema import CURRENT_CLUB, separate_by_hidden_column
from referee.store.postgresql_checks import check_statements
from referee.store.projections.handlers import PROJECTIONS

if TYPE_CHECKING:
    from sqlalchemy import Column, Index, Table

SHAPE: Final = "5 e1da2a70"
"""The shape of these tables: a number that increases with each change, and the digest of their SQL.

It changes with the columns of a model, and whenever a projection treats an older event differently. A club of another
shape has its tables rebuilt from its log; one with a higher number was written by a newer version and is left alone.
"""
WRITABLE_TABLES: Final = ("private", session_state.TABLE, *PROJECTIONS)
"""The tables of a server that an officer's login may write to, besides appending to the log."""
_POSTGRESQL_TYPES: Final = {"INTEGER": "bigint", "BOOLEAN": "boolean", "FLOAT": "double precision"}


def shape_digest() -> str:
    """Return the digest that `SHAPE` must contain."""
    of_projections = [sql for table in _model_tables() if table.name in PROJECTIONS for sql in _file_statements(table)]
    return hashlib.sha256("\n".join([*of_projections, *session_state.sqlite_statements()]).encode()).hexdigest()[:8]


def sqlite_statements() -> Iterator[str]:
    """Yield the SQL that creates the tables in a club's file, referenced tables first."""
    for table in _model_tables():
        yield from _file_statements(table)
    yield from session_state.sqlite_statements()


def postgresql_statements() -> Iterator[str]:
    """Yield the SQL that creates the tables for all clubs of a server. Each club sees only its own rows.

    They hold and sort the same values as those in a file, but have no foreign keys, because an audit compares them with
    the log.
    """
    from sqlalchemy import UniqueConstraint

    for table in _model_tables():
        if table.name not in PROJECTIONS:
            continue
        columns = ", ".join(_column_sql(column) for column in table.columns)
        keys = [("PRIMARY KEY", table.primary_key.columns.keys())]
        unique = [rule for rule in table.constraints if isinstance(rule, UniqueConstraint)]
        keys += [("UNIQUE", rule.columns.keys()) for rule in unique]
        of_club = ", ".join(f"{constraint} (club, {_quoted_list(names)})" for constraint, names in keys)
        yield f'CREATE TABLE "{table.name}" (club integer NOT NULL DEFAULT {CURRENT_CLUB}, {columns}, {of_club})'
        yield from separate_by_hidden_column(table.name)
        for index in _indexes(table):
            yield f'CREATE INDEX "{index.name}" ON "{table.name}" (club, {_quoted_list(index.columns.keys())})'
    yield from session_state.postgresql_statements()
    yield from check_statements()


def _model_tables() -> list[Table]:
    """Return the tables of all models. Loading the models is slow and seldom needed."""
    from sqlmodel import SQLModel

    from referee.store import models  # noqa: F401 - so that all of them are known

    return list(SQLModel.metadata.sorted_tables)


def _file_statements(table: Table) -> Iterator[str]:
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex, CreateTable

    dialect = sqlite.dialect()
    yield str(CreateTable(table).compile(dialect=dialect)).strip()
    for index in _indexes(table):
        yield str(CreateIndex(index).compile(dialect=dialect))


def _indexes(table: Table) -> list[Index]:
    return sorted(table.indexes, key=lambda index: str(index.name))


def _column_sql(column: Column[object]) -> str:
    kind = _POSTGRESQL_TYPES.get(str(column.type), 'text COLLATE "C"')
    return f'"{column.name}" {kind}{"" if column.nullable else " NOT NULL"}'


def _quoted_list(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
