"""Translation of SQLite's errors into faults that people can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import Final

from referee.store.faults import StoreBusy, StoreDamaged, StoreFault, StoreFull, StoreReadOnly

_LEAST_ROOM: Final = 2**16
_FAULTS: Final[dict[int, tuple[type[StoreFault], str]]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "{path} is busy: another program has been writing to it. Try again in a moment."),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "{path} is locked by another program. Try again in a moment."),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "{path} cannot be written: the file or its folder is read-only."),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "{path} cannot be used: you do not have permission."),
    sqlite3.SQLITE_CANTOPEN: (StoreFault, "{path} cannot be opened. Is its folder there, and may you write to it?"),
    sqlite3.SQLITE_IOERR: (
        StoreFault,
        "{path} cannot be read or written: the disk reports an error, or is full ({error}).",
    ),
    sqlite3.SQLITE_FULL: (StoreFull, "There is no room left on the disk for {path}."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "{path} is damaged ({error}). Restore it from a backup."),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "{path} is not a club's file. Restore a backup of it."),
}


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise store faults in place of SQLite's errors. A violated constraint is passed on, because it is a bug."""
    try:
        yield
    except Exception as caught:
        error = getattr(caught, "orig", caught)  # SQLAlchemy wraps what the database raises; it need not be loaded here
        if not isinstance(error, sqlite3.Error) or isinstance(error, sqlite3.IntegrityError):
            raise
        code = sqlite_result_code(error)
        if code == sqlite3.SQLITE_IOERR and _is_full(path):
            code = sqlite3.SQLITE_FULL  # what SQLite writes beside the file is missed as an error of the disk
        kind, message = _FAULTS.get(code, (None, ""))
        if kind is None:
            raise
        raise kind(message.format(path=path, error=error)) from caught


def _is_full(path: Path) -> bool:
    try:
        return disk_usage(path.parent).free < _LEAST_ROOM
    except OSError:
        return False


def sqlite_result_code(error: Exception) -> int:
    """Return SQLite's primary result code; 0 for an error of another kind."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return int(code) & 0xFF
