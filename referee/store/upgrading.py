"""Rebuilding a club's tables in their current shape, from its log alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.store.events.log import head
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import SqlTransaction, quote_name
from referee.store.events.shapes import check_shape, is_elsewhere
from referee.store.events.sqlite import ClubFile
from referee.store.faults import StoreOlder
from referee.store.progress import Progress, no_progress
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import SHAPE, WRITABLE_TABLES, postgresql_statements, sqlite_statements

if TYPE_CHECKING:
    from referee.store.events.address import Server

_LOG_TABLES: Final = ("club", "officer", "event", "private", "writing")


def rebuild_file(opened: ClubFile, progress: Progress = no_progress) -> None:
    """Rebuild the tables of a club's file, unless another program has just done so.

    `progress` is called with the number of events read and their total. Raise `StoreNewer` if an event or the shape is
    from a newer version, and another `StoreFault` if the file cannot be used.
    """
    club_file = replace(opened, shape="", _spare=[], _watching=[])
    try:
        with club_file.writing() as sql:
            if _has_current_shape(sql, opened.club, opened.path):
                return
            sql.do("PRAGMA defer_foreign_keys = ON")
            log_placeholders = ", ".join("?" * len(_LOG_TABLES))
            query = (
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                f"AND name NOT IN ({log_placeholders}) ORDER BY rowid DESC"  # those that refer to others before these
            )
            for (table,) in sql.rows(query, *_LOG_TABLES):
                sql.do(f"DROP TABLE {quote_name(table)}")
            for statement in sqlite_statements():
                sql.do(statement)
            _rebuild(sql, opened.club, progress)
    finally:
        club_file.close()


def upgrade(server: Server, progress: Progress = no_progress, password: str = "") -> int:
    """Rebuild the tables of all clubs in a database, as their owner. Return the number of clubs with an older shape.

    Officers' logins keep their write access. Raise a `StoreFault` if the database cannot be used.
    """
    from referee.store.events.logins import grant_writing
    from referee.store.events.postgresql import all_clubs
    from referee.store.events.postgresql_schema import CLUB_SETTING, SCHEMA

    with all_clubs(server, password) as (sql, clubs):
        older = [club for club, shape in clubs if not is_elsewhere(shape) and not _has_current_shape(sql, club, server)]
        if not older:
            return 0
        log_placeholders = ", ".join("?" * len(_LOG_TABLES))
        query = f"SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename NOT IN ({log_placeholders})"
        for (table,) in sql.rows(query, SCHEMA, *_LOG_TABLES):
            sql.do(f"DROP TABLE {quote_name(table)}")
        for statement in postgresql_statements():
            sql.do(statement)
        for (role,) in sql.rows("SELECT DISTINCT role FROM officer"):
            grant_writing(sql, str(role), WRITABLE_TABLES)
        for club, shape in clubs:
            sql.do(f"SET LOCAL {CLUB_SETTING} = {club}")
            _rebuild(sql, club, progress)
            if is_elsewhere(shape):
                sql.do("UPDATE club SET shape = ? WHERE id = ?", shape, club)
        return len(older)


def _has_current_shape(sql: SqlTransaction, club: int, location: object) -> bool:
    [(shape,)] = sql.rows("SELECT shape FROM club WHERE id = ?", club)
    try:
        check_shape(str(shape), SHAPE, location)
    except StoreOlder:
        return False
    return True


def _rebuild(sql: SqlTransaction, club: int, progress: Progress) -> None:
    end = head(sql, club).n
    rebuild_tables(sql, club, project, PROJECTIONS, lambda count: progress(count, end))
    sql.do("UPDATE club SET shape = ? WHERE id = ?", SHAPE, club)
