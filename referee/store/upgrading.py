"""The tables of a club made in the shape that this program knows, from the log alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.store.events.log import head
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import SqlTransaction, quoted
from referee.store.events.shapes import check_known, is_elsewhere
from referee.store.events.sqlite import ClubFile
from referee.store.faults import StoreOlder
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import SHAPE, WRITTEN, in_file, on_server

if TYPE_CHECKING:
    from referee.store.events.address import Server

Progress = Callable[[int, int], None]
_OF_THE_LOG: Final = ("club", "officer", "event", "private")


def unheard(_done: int, _all: int) -> None:
    """Let nobody know how far it is."""


def make_again(opened: ClubFile, progress: Progress = unheard) -> None:
    """Make the tables of a club's file again, unless another program was faster.

    `progress` is told how many events have been read, and of how many. Raises a `StoreFault`: `StoreNewer` where an
    event or the shape is a newer program's.
    """
    known = replace(opened, shape="", _spare=[], _watching=[])
    try:
        with known.writing() as sql:
            if _is_known(sql, opened.club, opened.path):
                return
            sql.do("PRAGMA defer_foreign_keys = ON")
            kept = ", ".join("?" * len(_OF_THE_LOG))
            asked = (
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                f"AND name NOT IN ({kept}) ORDER BY rowid DESC"  # those that refer to others before these
            )
            for (table,) in sql.rows(asked, *_OF_THE_LOG):
                sql.do(f"DROP TABLE {quoted(table)}")
            for statement in in_file():
                sql.do(statement)
            _fold(sql, opened.club, progress)
    finally:
        known.close()


def upgrade(server: Server, progress: Progress = unheard, password: str = "") -> int:
    """Make the tables of all clubs in a database again, as their owner; return how many clubs have others now.

    Officers' logins may write to them as before. Raises a `StoreFault`.
    """
    from referee.store.events.logins import grant_writing
    from referee.store.events.postgresql import all_clubs
    from referee.store.events.postgresql_schema import CLUB_NOW, SCHEMA

    with all_clubs(server, password) as (sql, clubs):
        older = [club for club, shape in clubs if not is_elsewhere(shape) and not _is_known(sql, club, server)]
        if not older:
            return 0
        kept = ", ".join("?" * len(_OF_THE_LOG))
        asked = f"SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename NOT IN ({kept})"
        for (table,) in sql.rows(asked, SCHEMA, *_OF_THE_LOG):
            sql.do(f"DROP TABLE {quoted(table)}")
        for statement in on_server():
            sql.do(statement)
        for (role,) in sql.rows("SELECT DISTINCT role FROM officer"):
            grant_writing(sql, str(role), WRITTEN)
        for club, shape in clubs:
            sql.do(f"SET LOCAL {CLUB_NOW} = {club}")
            _fold(sql, club, progress)
            if is_elsewhere(shape):
                sql.do("UPDATE club SET shape = ? WHERE id = ?", shape, club)
        return len(older)


def _is_known(sql: SqlTransaction, club: int, where: object) -> bool:
    [(shape,)] = sql.rows("SELECT shape FROM club WHERE id = ?", club)
    try:
        check_known(str(shape), SHAPE, where)
    except StoreOlder:
        return False
    return True


def _fold(sql: SqlTransaction, club: int, progress: Progress) -> None:
    end = head(sql, club).n
    rebuild_tables(sql, club, project, PROJECTIONS, lambda done: progress(done, end))
    sql.do("UPDATE club SET shape = ? WHERE id = ?", SHAPE, club)
