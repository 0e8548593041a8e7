"""Copies of a club's file, taken while it is in use. Each is one checked file, named by its day and log head.

A backup never overwrites a file. The folder `backups/` keeps as many of them as the charter says. A name such as
``2026-11-16-e412-3f2a9c0185de``, noted elsewhere, proves the state of the log on that day.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from errno import EDQUOT, ENOSPC
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import Final, NamedTuple

from referee.cards.immutable import frozen
from referee.store.error_messages import translate_errors
from referee.store.events.log import Head, head
from referee.store.events.sqlite import ONLY_CLUB, SqliteTransaction, connect, is_read_only
from referee.store.faults import ClubFault, StoreDamaged, StoreFault, StoreFull, StoreMissing
from referee.store.files.atomic_files import create_private_file, make_private_folder, place_new, staging_folder
from referee.store.hints import Do
from referee.store.session_state import TABLE

FOLDER: Final = "backups"

_NAME: Final = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)-e(?P<events>\d{1,15})-(?P<head>[0-9a-f]{12})(-(?P<number>\d{1,9}))?(\.db)?", re.ASCII
)
_DIGITS: Final = 12
_RESTORE: Final = Do.RESTORE("Restore an earlier backup")
_AT_ONCE: Final = 2048
"""How many pages are copied at a time."""
_OF_THE_COPY = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR})
_OF_READING = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ})


class HeadMark(NamedTuple):
    """The head of a log in a backup's name: the number of events, and the first digits of the last hash."""

    events: int
    hash_prefix: str

    def __str__(self) -> str:
        return f"e{self.events}-{self.hash_prefix}"


@frozen
class DatedBackup:
    """A backup with the day and the log head in its name."""

    path: Path
    day: date
    anchor: HeadMark


def parse_head_mark(name: str) -> HeadMark | None:
    """Return the log head in a backup's name, such as ``2026-11-16-e412-3f2a9c0185de.db``; None if it has none.

    The name may follow the folders of a path on any system.
    """
    parsed = _NAME.fullmatch(PureWindowsPath(name.strip()).name)
    return HeadMark(int(parsed["events"]), parsed["head"]) if parsed else None


def head_mark(end: Head) -> HeadMark:
    """Return a log head in the short form for a backup's name."""
    return HeadMark(end.n, end.hash[:_DIGITS])


def copy_checked(path: Path, copy: Path, progress: Callable[[], None] = lambda: None) -> Head:
    """Copy a club's file to a single new file, even while it is in use. Return the head of its log.

    The state of the running session, such as paired phones, is left out, because a copy on a stick must not open a
    table to a phone. `progress` is called after each piece.

    Raise `StoreDamaged`, saying what is wrong, for a damaged file. Raise another `StoreFault` if it cannot be copied.
    """
    if not path.is_file():
        raise StoreMissing(f"There is no file {path}.")
    create_private_file(copy)
    with translate_errors(path), closing(open_database(path)) as source, closing(connect(copy, "rw", 5.0)) as target:
        try:
            # What is read in one transaction is what the file is at its beginning, however many steps it takes.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=_AT_ONCE, progress=lambda _status, _remaining, _of: progress())
            # One file, without a write-ahead log beside it, is easier to carry about.
            target.execute("PRAGMA journal_mode = DELETE")
            if target.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone():
                target.execute("PRAGMA secure_delete = ON")
                target.execute(f"DELETE FROM {TABLE}")
                target.commit()
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF in _OF_THE_COPY and error.sqlite_errorcode not in _OF_READING:
                with translate_errors(copy):
                    raise
            raise
        except UnicodeDecodeError:  # what SQLite complains of says it in the file's own words
            raise StoreDamaged(f"{path} is damaged: the names of its tables are not text.", _RESTORE) from None
        return read_checked_head(target, path)


def open_database(path: Path, mode: str = "ro", patience: float = 5.0) -> sqlite3.Connection:
    """Open a file with SQLite. Its contents are not checked."""
    mode = "ro&immutable=1" if mode == "ro" and is_read_only(path) else mode
    return connect(path, mode, patience)


def read_checked_head(raw: sqlite3.Connection, path: Path) -> Head:
    """Return the head of the log in a file. Raise `StoreDamaged` if SQLite finds a fault, or if it is no club's
    file.
    """
    try:
        [(check_result,)] = raw.execute("PRAGMA integrity_check(1)")
    except sqlite3.OperationalError as error:
        if "JSON" not in str(error):  # which an index on an event's data needs
            raise
        check_result = str(error)
    if check_result != "ok":
        raise StoreDamaged(f"{path} is damaged: {' '.join(str(check_result).split())}.", _RESTORE)
    tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"club", "event", "private"} <= tables:
        raise StoreDamaged(f"{path} is not a club's file.", _RESTORE)
    end = head(SqliteTransaction(raw), ONLY_CLUB)
    if not isinstance(end.n, int) or not isinstance(end.hash, str):
        raise StoreDamaged(f"{path} is damaged: the last event of its log is missing.", _RESTORE)
    return end


@contextmanager
def stage_file(place: Path) -> Iterator[Path]:
    """Yield a staging folder for a file to be moved to `place`. Raise a `StoreFault` that names `place` for an
    `OSError`.
    """
    try:
        with staging_folder(place) as staging:
            try:
                yield staging
            except StoreFault as fault:  # what is aside is nothing that anybody knows of
                if str(staging) not in str(fault):
                    raise
                raise type(fault)(str(fault).replace(str(staging), str(place.parent)), *fault.hints) from fault
    except OSError as error:
        kind = StoreFull if error.errno in (ENOSPC, EDQUOT) else StoreFault
        raise kind(f"{place} cannot be written: {error.strerror or error}.") from error


def place_backup(part: Path, copy: Path) -> None:
    """Move a finished backup to its final path. Raise `ClubFault` if the path is taken."""
    try:
        place_new(part, copy)
    except FileExistsError:
        raise ClubFault(f"{copy} already exists, and a backup never overwrites a file. Use another name.") from None


def place_dated_backup(part: Path, folder: Path, day: date, end: Head) -> Path:
    """Name a finished backup by its day and head, and number it if the name is taken. Return its path."""
    make_private_folder(folder)
    for number in count(1):
        copy = folder / f"{day}-{head_mark(end)}{'' if number == 1 else f'-{number}'}.db"
        try:
            place_new(part, copy)
        except FileExistsError:
            continue
        return copy
    raise AssertionError


def dated_backups(folder: Path) -> list[DatedBackup]:
    """Return the backups in a folder with a day and a head in their names, oldest first."""
    dated = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if (name := _NAME.fullmatch(path.name)) and path.suffix == ".db" and path.is_file():
            try:
                backup = DatedBackup(path, date.fromisoformat(name["day"]), HeadMark(int(name["events"]), name["head"]))
                # Of one day the number of events does not tell which is the later: another one may have been restored.
                dated.append((backup.day, path.stat().st_mtime_ns, backup.anchor.events, backup))
            except (ValueError, OSError):
                continue
    return [backup for *_, backup in sorted(dated, key=lambda row: row[:-1])]


def remove_oldest(folder: Path, most: int) -> None:
    """Remove the oldest dated backups of a folder. Keep the newest `most`."""
    for backup in dated_backups(folder)[: -max(most, 1)]:
        with suppress(PermissionError):  # Windows removes none that a program has open
            backup.path.unlink(missing_ok=True)
