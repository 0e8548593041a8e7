"""The tables of a club made in the shape that this program knows, from the log alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.store.events.log import head
from referee.store.events.rebuild import refold
from referee.store.events.rows import Asking, quoted
from referee.store.events.shapes import is_elsewhere, refuse_other
from referee.store.events.sqlite import ClubFile
from referee.store.faults import StoreOlder
from referee.store.projections.handlers import PROJECTIONS, fold
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
        with known.writing() as asking:
            if _is_known(asking, opened.club, opened.path):
                return
            asking.do("PRAGMA defer_foreign_keys = ON")
            kept = ", ".join("?" * len(_OF_THE_LOG))
            asked = (
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                f"AND name NOT IN ({kept}) ORDER BY rowid DESC"  # those that refer to others before these
            )
            for (table,) in asking.rows(asked, *_OF_THE_LOG):
                asking.do(f"DROP TABLE {quoted(table)}")
            for statement in in_file():
                asking.do(statement)
            _fold(asking, opened.club, progress)
    finally:
        known.close()


def upgrade(server: Server, progress: Progress = unheard, password: str = "") -> int:
    """Make the tables of all clubs in a database again, as their owner; return how many clubs have others now.

    Officers' logins may write to them as before. Raises a `StoreFault`.
    """
    from referee.store.events.logins import let_write
    from referee.store.events.postgresql import all_clubs
    from referee.store.events.postgresql_schema import CLUB_NOW, SCHEMA

    with all_clubs(server, password) as (asking, clubs):
        older = [club for club, shape in clubs if not is_elsewhere(shape) and not _is_known(asking, club, server)]
        if not older:
            return 0
        kept = ", ".join("?" * len(_OF_THE_LOG))
        asked = f"SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename NOT IN ({kept})"
        for (table,) in asking.rows(asked, SCHEMA, *_OF_THE_LOG):
            asking.do(f"DROP TABLE {quoted(table)}")
        for statement in on_server():
            asking.do(statement)
        for (role,) in asking.rows("SELECT DISTINCT role FROM officer"):
            let_write(asking, str(role), WRITTEN)
        for club, shape in clubs:
            asking.do(f"SET LOCAL {CLUB_NOW} = {club}")
            _fold(asking, club, progress)
            if is_elsewhere(shape):
                asking.do("UPDATE club SET shape = ? WHERE id = ?", shape, club)
        return len(older)


def _is_known(asking: Asking, club: int, where: object) -> bool:
    [(shape,)] = asking.rows("SELECT shape FROM club WHERE id = ?", club)
    try:
        refuse_other(str(shape), SHAPE, where)
    except StoreOlder:
        return False
    return True


def _fold(asking: Asking, club: int, progress: Progress) -> None:
    end = head(asking, club).n
    refold(asking, club, fold, PROJECTIONS, lambda done: progress(done, end))
    asking.do("UPDATE club SET shape = ? WHERE id = ?", SHAPE, club)
