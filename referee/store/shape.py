"""The shape of a club's file: the tables of the log, and those of what follows from it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.engine import Connection, Engine

from referee.store.events.sqlite import TABLES, InFile, begin_log
from referee.store.faults import StoreDamaged, StoreNewer
from referee.store.hints import Do
from referee.store.tables import SHAPE, in_file


def make_unless_there(engine: Engine, path: Path, *, create: bool = False) -> None:
    """Make the tables in a file that is empty, where it is to be made; leave one alone that has them.

    Raises `StoreDamaged` for one that is empty or no club's, and `StoreNewer` when it has another shape.
    """
    with engine.connect() as reader:
        if _is_made(reader, path):
            return
    if not create:
        raise StoreDamaged(f"{path} is empty.", Do.RESTORE("Put a backup in its place"))
    with engine.execution_options(writes=True).begin() as writer:
        if not _is_made(writer, path):  # another process may have been faster since we looked
            raw = raw_of(writer)
            make_tables(raw)
            begin_log(InFile(raw), SHAPE)


def make_tables(raw: sqlite3.Connection) -> None:
    """Make every table that a club's file has, with nothing in it."""
    for statement in (*TABLES, *in_file()):
        raw.execute(statement)


def refuse_unless_known(connection: Connection, path: Path) -> None:
    """Raise a fault when a file in use has become one that this program does not know."""
    if not _is_made(connection, path):
        raise StoreDamaged(f"{path} has been emptied. Restore it from a backup.")


def raw_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection under one of the engine's."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _is_made(connection: Connection, path: Path) -> bool:
    tables = {row[0] for row in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return False
    if "club" not in tables:
        raise StoreDamaged(f"{path} is a database, but not a club's file.")
    shape = connection.exec_driver_sql("SELECT shape FROM club").scalar()
    if shape != SHAPE:
        raise StoreNewer(
            f"{path} was written by a newer version of referee (shape {shape!r}). Update referee to use it."
        )
    return True
