"""Repairing the tables of a club's file from its log."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from referee.cards.immutable import frozen
from referee.club.file.audit import Audit, audit
from referee.club.folder import Club
from referee.club.phones.damaged_states import remove_damaged
from referee.store.difference import Difference
from referee.store.error_messages import sqlite_result_code
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import SqlTransaction
from referee.store.events.sqlite import TABLES, open_file
from referee.store.faults import CAUSED_BY_DAMAGE, StoreAltered
from referee.store.hints import Do
from referee.store.progress import Progress, no_progress
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import sqlite_statements

# The errors that a forged event with a valid hash may cause.
_OF_THE_LOG: Final = (StoreAltered, sqlite3.IntegrityError, sqlite3.OperationalError, *CAUSED_BY_DAMAGE)
_OF_VALUES: Final = frozenset({0, sqlite3.SQLITE_ERROR})
"""SQLite's codes for a value that it cannot read; Python's own error for a text that is not UTF-8 has none."""
_NAMED: Final = re.compile(r'CREATE (?:UNIQUE )?(?:TABLE|INDEX|TRIGGER) "?(\w+)')


@frozen
class Repair:
    """The differences that were `repaired`, and the audit after the repair (`now`)."""

    repaired: tuple[Difference, ...]
    now: Audit


def repair(club: Club | Path, *, watch: Progress = no_progress) -> Repair:
    """Rebuild the tables projected from a club's log, and missing triggers in a file. Return the repair.

    The log does not change, so an altered name or reason stays altered. Raise `StoreAltered` if an altered log cannot
    be projected, and another `StoreFault` if the club cannot be written; nothing changes then.
    """
    before = audit(club, watch=watch)
    if not before.differences:
        return Repair((), before)
    with _open_for_repair(club) as sql:
        try:
            if isinstance(sql.raw, sqlite3.Connection):
                _recreate_tables(sql.raw)
            rebuild_tables(sql, sql.club, project, PROJECTIONS)
            remove_damaged(sql)
        except _OF_THE_LOG as error:
            if isinstance(error, sqlite3.OperationalError) and sqlite_result_code(error) not in _OF_VALUES:
                raise  # the disk is full, or another program has locked the file
            message = (
                f"The tables cannot be repaired from the log: {str(error).removesuffix('.')}. Nothing was changed."
            )
            raise StoreAltered(message, Do.RESTORE("Restore a backup")) from error
    result = audit(club, watch=watch)
    return Repair(
        tuple(difference for difference in before.differences if difference not in result.differences), result
    )


@contextmanager
def _open_for_repair(club: Club | Path) -> Iterator[SqlTransaction]:
    path = club if isinstance(club, Path) else club.store.path
    if path is None:
        assert isinstance(club, Club)
        with club.store.writing() as sql:
            yield sql
    else:
        with closing(open_file(path)) as file, file.writing() as sql:
            yield sql


def _recreate_tables(raw: sqlite3.Connection) -> None:
    """Recreate the projected tables empty, and any other missing table, index or trigger."""
    raw.execute("PRAGMA defer_foreign_keys = ON")  # foreign keys break until the rows are back
    for table in reversed(PROJECTIONS):
        raw.execute(f'DROP TABLE IF EXISTS "{table}"')
    existing_names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    for statement in (*TABLES, *sqlite_statements()):
        if (match := _NAMED.match(statement)) and match[1] not in existing_names:
            raw.execute(statement)
    raw.execute("REINDEX")
