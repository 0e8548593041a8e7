"""Restoring a backup over a club's file in any state, even while the file is in use.

SQLite overwrites a readable file in one transaction: open desks see the backup at once, a crash leaves the old file
complete, and an old write-ahead log is never read with the new file. The old contents are copied to another name under
the write lock, before the first page is written. Anything else in the way, even a folder, is moved aside with its side
files.
"""

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path

from referee.store.backup import copy_checked, open_database, place_backup, read_checked_head, stage_file
from referee.store.error_messages import translate_errors
from referee.store.events.log import Head
from referee.store.events.sqlite import PATIENCE
from referee.store.events.write_lock import SUFFIX as LOCK
from referee.store.events.write_lock import exclusive_turn
from referee.store.faults import StoreBusy, StoreDamaged, StoreFault
from referee.store.files.atomic_files import (
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    is_open_elsewhere,
    place_new,
    replace_file,
    sync_folder,
)

SIDE_FILES = ("-wal", "-shm", "-journal")


def find_head(path: Path) -> Head | None:
    """Return the head of the log in a club's file; None if the file is missing, unreadable or no club's file.

    Raise `StoreBusy` if it cannot be determined now.
    """
    try:
        if not path.is_file() or not path.stat().st_size:
            return None  # and is not opened: SQLite takes the log of an empty file away
        with translate_errors(path), closing(open_database(path)) as database:
            return read_checked_head(database, path)
    except StoreBusy:  # it may be sound
        raise
    except (StoreFault, sqlite3.Error, OSError, ValueError, RuntimeError):  # such as a link that leads back to itself
        return None


def exclusive_access(path: Path) -> AbstractContextManager[None]:
    """Hold the write lock of a club's file, unless its lock is no regular file.

    Raise `StoreBusy` if another program keeps the lock.
    """
    return nullcontext() if _is_irregular(path.with_name(path.name + LOCK)) else exclusive_turn(path, PATIENCE)


def replace_club_file(fresh: Path, path: Path, old_copy: Path, patience: float = PATIENCE) -> Path | None:
    """Replace a club's file by a fresh one that no program has open. Return the path of the old one; None if there was
    none.

    The old file and its side files are kept as `old_copy`, with every confirmed entry. Raise `StoreBusy` if another
    program is in the way.
    """
    irregular = [beside for beside in (*SIDE_FILES, LOCK) if _is_irregular(path.with_name(path.name + beside))]
    if not irregular and find_head(path):
        try:
            _overwrite(fresh, path, old_copy, patience)
            return old_copy
        except (StoreDamaged, sqlite3.DatabaseError):
            if os.path.lexists(old_copy):  # all that it has; what failed then is nothing that moving would mend
                raise
    with closing(open_database(fresh, "rw")) as file:
        file.execute("PRAGMA journal_mode = WAL")
    try:
        moved_to = _move_aside(path, old_copy, (*SIDE_FILES, LOCK) if LOCK in irregular else SIDE_FILES)
        replace_file(fresh, path)
    except PermissionError as error:
        if not is_open_elsewhere(error):
            raise
        raise StoreBusy(
            f"{path} is open in another program. Close the desk, board and phones, then try again."
        ) from error
    sync_folder(path.parent)
    return moved_to


def _overwrite(fresh: Path, path: Path, old_copy: Path, patience: float) -> None:
    deadline = time.monotonic() + patience

    def copied(status: int, _remaining: int, _total: int) -> None:
        """Save the old contents once the first page has been copied, because the write lock is then held."""
        if status == sqlite3.SQLITE_OK and not os.path.lexists(old_copy):
            copy_checked(path, staging / old_copy.name)
            place_backup(staging / old_copy.name, old_copy)
        elif status != sqlite3.SQLITE_OK and time.monotonic() > deadline:
            raise StoreBusy(f"{path} is busy: another program has been writing to it. Nothing was restored.")

    with (
        stage_file(old_copy) as staging,
        translate_errors(path),
        closing(open_database(fresh, "rw")) as source,
        closing(open_database(path, "rw", 0.1)) as target,
    ):
        # A file with a log cannot change the size of its pages.
        [(size,)] = target.execute("PRAGMA page_size")
        if source.execute("PRAGMA page_size").fetchone() != (size,):
            source.execute(f"PRAGMA page_size = {int(size)}")
            source.execute("VACUUM")
        target.execute("PRAGMA journal_mode = WAL")  # readers go on while the lock is held
        source.backup(target, pages=1, progress=copied, sleep=0.05)
        target.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _is_irregular(beside: Path) -> bool:
    """Tell whether a side file of a club exists but is no regular file, so that SQLite cannot write the club."""
    return os.path.lexists(beside) and (beside.is_symlink() or not beside.is_file())


def _move_aside(path: Path, old_copy: Path, suffixes: Sequence[str]) -> Path | None:
    """Move a file and its side files to another name, in an order that leaves a complete copy under either name.

    Return the first new path; None if nothing was moved. Nothing may take the old name meanwhile, because SQLite would
    read it with another file's write-ahead log.
    """
    displaced = []
    if os.path.lexists(path):
        place_new(path, old_copy)
        with suppress(FileNotFoundError):
            path.unlink()
        displaced.append(old_copy)
    for beside in suffixes:
        with suppress(FileNotFoundError):
            displaced.append(path.with_name(path.name + beside).rename(old_copy.with_name(old_copy.name + beside)))
    for moved_path in displaced:
        if not moved_path.is_symlink():
            moved_path.chmod(PRIVATE_FOLDER if moved_path.is_dir() else PRIVATE_FILE)
    return displaced[0] if displaced else None
