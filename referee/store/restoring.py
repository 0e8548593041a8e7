"""Putting a backup in the place of a club's file, also while that is in use.

A file that SQLite can read is written over by SQLite, in one transaction: desks that have it open see the backup at
once, a program killed in between leaves the old file whole, and no log of the old file is ever read with the new one.
Before the first page is written, and with the write lock held, all that the old file has is copied aside. A file that
cannot be read is moved aside with its log, and the backup is moved in.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from referee.store.aside import put, sync_folder
from referee.store.backup import building, copy_checked, opened, put_new, refuse_unless_whole
from referee.store.engine import PATIENCE
from referee.store.faults import StoreBusy, StoreFault
from referee.store.plain_words import in_plain_words

BESIDE = ("-wal", "-shm", "-journal")


def is_whole(path: Path) -> bool:
    """Tell whether SQLite can read all of a file, and it is a club's. Raises `StoreBusy` where nobody can tell now."""
    if not path.is_file() or not path.stat().st_size:
        return False  # and is not opened: SQLite takes the log of an empty file away
    try:
        with in_plain_words(path), closing(opened(path)) as found:
            refuse_unless_whole(found, path)
    except StoreBusy:  # it may be sound
        raise
    except (StoreFault, sqlite3.Error):
        return False
    return True


def put_in_place(fresh: Path, path: Path, kept: Path, patience: float = PATIENCE) -> bool:
    """Put a fresh file, which nobody else has open, in the place of a club's; tell whether anything was there.

    That is under the name `kept` then, with what lay beside it, and nothing that was confirmed is missing from it.
    """
    if is_whole(path):
        _write_over(fresh, path, kept, patience)
        return True
    with closing(opened(fresh, "rw")) as file:
        file.execute("PRAGMA journal_mode = WAL")
    was_there = _moved_aside(path, kept)
    fresh.replace(path)
    sync_folder(path.parent)
    return was_there


def _write_over(fresh: Path, path: Path, kept: Path, patience: float) -> None:
    with (
        building(kept) as aside,
        in_plain_words(path),
        closing(opened(fresh, "rw")) as source,
        closing(opened(path, "rw", 0.1)) as target,
    ):
        _of_one_size(source, target)
        target.execute("PRAGMA journal_mode = WAL")  # readers go on while the lock is held
        target.execute("PRAGMA synchronous = FULL")
        keep = _with_the_lock_held(lambda: _keep(path, aside / kept.name, kept), path, patience)
        source.backup(target, pages=1, progress=keep, sleep=0.05)
        target.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _with_the_lock_held(keep: Callable[[], None], path: Path, patience: float) -> Callable[[int, int, int], None]:
    """Return what is told of each page that SQLite has copied: the first one takes the write lock."""
    deadline = time.monotonic() + patience
    kept = False

    def told(status: int, _remaining: int, _total: int) -> None:
        nonlocal kept
        if status == sqlite3.SQLITE_OK and not kept:
            keep()
            kept = True
        elif status != sqlite3.SQLITE_OK and time.monotonic() > deadline:
            raise StoreBusy(f"{path} is busy: another program has been writing to it. Nothing was restored.")

    return told


def _keep(path: Path, part: Path, kept: Path) -> None:
    copy_checked(path, part)
    put_new(part, kept)


def _of_one_size(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Give the backup pages of the size that the club's file has: a file with a log cannot change its own."""
    size = target.execute("PRAGMA page_size").fetchone()[0]
    if source.execute("PRAGMA page_size").fetchone()[0] != size:
        source.execute(f"PRAGMA page_size = {int(size)}")
        source.execute("VACUUM")


def _moved_aside(path: Path, kept: Path) -> bool:
    """Move what is left of a file, and all that lies beside it, to another name; it is there under either at least."""
    there = path.exists()
    if there:
        put(path, kept)
    for beside in BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + beside).rename(kept.with_name(kept.name + beside))
            there = True
    return there
