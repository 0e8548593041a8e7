"""Copies of a club's file, taken while it is in use, and put back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.store.engine import connect
from referee.store.faults import ClubFault, StoreBusy, StoreDamaged, StoreFault, StoreMissing


def back_up(path: Path, copy: Path) -> Path:
    """Copy a club's file as it is at one moment, checked, under a name that is not taken yet."""
    if not path.is_file():
        raise StoreMissing(f"There is no club file {path}.")
    if copy.exists():
        raise ClubFault(f"{copy} is there already; a backup never overwrites anything.")
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        with closing(_opened(path)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
            # One file, without a write-ahead log beside it, is easier to carry about.
            target.execute("PRAGMA journal_mode = DELETE")
            _check(target, path)
        unfinished.replace(copy)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise StoreFault(f"{path} could not be copied to {copy}: {error}") from error
    return copy


def restore(copy: Path, path: Path, kept: Path) -> None:
    """Put a backup in the place of a club's file, of which a copy is `kept` first. The backup is not touched."""
    fresh = path.with_name(f"{path.name}.restored")
    fresh.unlink(missing_ok=True)
    try:
        back_up(copy, fresh)
        # What is not a club's, or too new, is refused before anything is lost; what is older is brought up to date.
        connect(fresh).close()
        back_up(path, kept)
        with closing(_opened(fresh)) as source, closing(_opened(path, "rw")) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        raise StoreBusy(f"{path} could not be replaced: {error}. Close the program elsewhere first.") from error
    finally:
        fresh.unlink(missing_ok=True)


def _opened(path: Path, mode: str = "ro") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=5.0)


def _check(copy: sqlite3.Connection, path: Path) -> None:
    found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise StoreDamaged(f"{path} is damaged: {found}")
