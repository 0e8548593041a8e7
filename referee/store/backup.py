"""Copies of a club's file, taken while it is in use: one file each, checked, and named by the day.

A backup never overwrites anything. Those of the folder `backups/` are kept in a number that the charter says.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from errno import EDQUOT, ENOSPC
from filecmp import cmp
from pathlib import Path
from typing import Final

from referee.store.aside import begin, made_aside, put
from referee.store.engine import stays_as_it_is
from referee.store.faults import ClubFault, StoreDamaged, StoreFault, StoreFull, StoreMissing
from referee.store.plain_words import in_plain_words

FOLDER: Final = "backups"

_DATED: Final = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)(-(?P<number>\d{1,9}))?\.db", re.ASCII)
_OF_THE_COPY = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR})
_OF_READING = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ})


@dataclass(frozen=True, slots=True)
class Dated:
    """A backup that is named by its day; of several on one day the later have a number."""

    path: Path
    day: date
    number: int


def copy_checked(path: Path, copy: Path) -> None:
    """Copy a club's file, in use or not, as it is at one moment into a new single file. Raises a `StoreFault`.

    What is not whole is not copied: a `StoreDamaged` says why.
    """
    if not path.is_file():
        raise StoreMissing(f"There is no file {path}.")
    begin(copy)
    with in_plain_words(path), closing(opened(path)) as source, closing(sqlite3.connect(copy)) as target:
        try:
            source.backup(target)
            # One file, without a write-ahead log beside it, is easier to carry about.
            target.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF in _OF_THE_COPY and error.sqlite_errorcode not in _OF_READING:
                with in_plain_words(copy):
                    raise
            raise
        refuse_unless_whole(target, path)


def opened(path: Path, mode: str = "ro", patience: float = 5.0) -> sqlite3.Connection:
    """Open a file as SQLite does, without a look at what it holds."""
    mode = "ro&immutable=1" if mode == "ro" and stays_as_it_is(path) else mode
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=patience, isolation_level=None)


def refuse_unless_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreDamaged` when SQLite finds a fault in a file, or it is not a club's."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreDamaged(f"{path} is damaged: {' '.join(str(found).split())}")
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'event'").fetchone():
        raise StoreDamaged(f"{path} is not a club's file.")


@contextmanager
def building(place: Path) -> Iterator[Path]:
    """Make a folder aside for a file that shall stand in a place, in plain words when that cannot be."""
    try:
        with made_aside(place) as aside:
            try:
                yield aside
            except StoreFault as fault:  # what is aside is nothing that anybody knows of
                if str(aside) not in str(fault):
                    raise
                raise type(fault)(str(fault).replace(str(aside), str(place.parent)), *fault.hints) from fault
    except OSError as error:
        kind = StoreFull if error.errno in (ENOSPC, EDQUOT) else StoreFault
        raise kind(f"{place} cannot be written: {error.strerror or error}.") from error


def put_new(part: Path, copy: Path) -> None:
    """Give a whole backup its name. Raises `ClubFault` when that is taken."""
    try:
        put(part, copy)
    except FileExistsError:
        raise ClubFault(f"{copy} is there already; a backup never overwrites anything.") from None


def put_dated(part: Path, folder: Path, day: date) -> Path:
    """Give a whole backup the name of its day; return its path, or that of the last if nothing has changed since."""
    if (before := dated(folder)) and cmp(part, before[-1].path, shallow=False):
        return before[-1].path
    folder.mkdir(mode=0o700, exist_ok=True)
    number = max((each.number for each in before if each.day == day), default=0)
    while True:
        number += 1
        copy = folder / (f"{day}.db" if number == 1 else f"{day}-{number}.db")
        try:
            put(part, copy)
        except FileExistsError:
            continue
        return copy


def dated(folder: Path) -> list[Dated]:
    """Return the backups of a folder that are named by their days, the oldest first."""
    found = []
    for each in folder.iterdir() if folder.is_dir() else ():
        if (name := _DATED.fullmatch(each.name)) and each.is_file():
            try:
                found.append(Dated(each, date.fromisoformat(name["day"]), int(name["number"] or 1)))
            except ValueError:
                continue
    return sorted(found, key=lambda backup: (backup.day, backup.number))


def keep_last(folder: Path, count: int) -> None:
    """Remove the oldest backups named by their days, but for so many."""
    for each in dated(folder)[: -max(count, 1)]:
        each.path.unlink(missing_ok=True)
