"""A club made of a whole club that was exported."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from referee.club.folder import FILE, Club, open_club
from referee.club.text.faults import ClubFault, StoreFault
from referee.store.backup import building, opened
from referee.store.engine import connect
from referee.store.hints import Do
from referee.store.restoring import put_in_place
from referee.store.whole import make_of, read_whole

_OF_AN_EMPTY_CLUB: Final = frozenset({"charter", "club", "event", "private", "seal", "sealed"})


def take_over(file: Path, folder: Path) -> Club:
    """Make a club of a whole one that was exported, in a folder without a club or with one in which nothing is written.

    Everything is as it was, seals and all. Raises `ClubFault` or a `StoreFault`, and nothing is changed then.
    """
    content = read_whole(file)
    path = folder / FILE
    _refuse_unless_empty(path)
    there = folder.exists()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with building(path) as aside:
            fresh = aside / FILE
            make_of(content, fresh, file)
            connect(fresh).close()  # what this program cannot open is refused
            _refuse_unless_empty(path)
            put_in_place(fresh, path, aside / "before.db")
        for each in (folder / "schedules", folder / "exports"):
            each.mkdir(mode=0o700, exist_ok=True)
    except BaseException as error:
        if not there:
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise StoreFault(f"{folder} cannot be a club's folder: {error.strerror}.") from None
        raise
    return open_club(folder)


def _refuse_unless_empty(path: Path) -> None:
    if not path.exists():
        return
    try:
        with closing(opened(path)) as raw:
            tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            full = any(raw.execute(f'SELECT 1 FROM "{each}"').fetchone() for each in tables - _OF_AN_EMPTY_CLUB)
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be read: {error}.") from None
    if full:
        raise ClubFault(
            f"{path} is in use already; a whole club comes only where nothing is written down yet.",
            Do.IMPORT_ELSEWHERE("Choose another folder"),
        )
