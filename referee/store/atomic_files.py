"""Making something aside, so that a name only ever stands for the whole of it.

What is made lies in a folder of its own beside its place, `.NAME.xxxxxxxx.referee`, with a file in it that its maker
keeps locked for as long as it lives. Who makes the next thing there sweeps what one that was killed has left.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST, ENOTDIR
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from typing import Final

from referee.store.locks import try_lock

_ERRORS_OF_OPEN_FILES: Final = (5, 32, 33)
"""What Windows says of a file that a program has open: access denied, a sharing violation, a lock violation."""
PATIENCE: Final = 2.0
"""For how many seconds a file is tried that a program has open."""
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
"""What nobody but its owner may look into."""
_STAGING_NAME: Final = re.compile(r"\..+\.[0-9a-f]{8}\.referee")
_LOCK: Final = ".lock"


@contextmanager
def staging_folder(place: Path) -> Iterator[Path]:
    """Make a folder beside a place, to build in what shall stand there; it is gone on leaving, with what is left in it.

    Raises `OSError` when none can be made.
    """
    remove_abandoned(place.parent)
    folder, lock = _make_locked_folder(place)
    try:
        yield folder
    finally:
        _remove(folder, lock)


def is_staging_folder(folder: Path) -> bool:
    """Tell whether a folder is one in which something is made that has its place elsewhere."""
    return _STAGING_NAME.fullmatch(folder.name) is not None


def remove_abandoned(folder: Path) -> None:
    """Take away what makers that are no more have left in a folder."""
    with suppress(OSError):
        for child in list(folder.iterdir()):
            if _STAGING_NAME.fullmatch(child.name) and child.is_dir() and not child.is_symlink():
                with suppress(OSError):  # its maker is at work
                    _remove_if_abandoned(child)


def create_private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, whatever is usual here: what is written into it stays so.

    SQLite gives the files that it puts beside its mode. Raises `FileExistsError`.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    path.chmod(PRIVATE_FILE)  # what is usual here may be less


def make_private_folder(folder: Path) -> list[Path]:
    """Make a folder that only its owner may look into, whatever is usual here, with those above it.

    Return those that were made, the innermost first; one that is there stays as it is. Raises `OSError`.
    """
    missing = [missing_folder for missing_folder in (folder, *folder.parents) if not missing_folder.exists()]
    if missing and missing[-1].parent.is_file():  # Windows would say that there is no such folder
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(missing[-1].parent))
    for folder_to_make in reversed(missing):
        folder_to_make.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        folder_to_make.chmod(PRIVATE_FOLDER)
    if not folder.is_dir():
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(folder))
    return missing


def place_new(new: Path, place: Path) -> None:
    """Give something new its place, if nothing is there yet. Raises `FileExistsError`."""
    if os.name == "nt":
        _retry_while_open(new.rename, place)  # which never replaces anything there
        return
    try:
        os.link(new, place)  # unlike a renaming it never replaces anything
    except FileExistsError:
        raise
    except OSError:  # not every disk has links
        if os.path.lexists(place):
            raise FileExistsError(place) from None
        new.rename(place)
    sync_folder(place.parent)


def replace_file(new: Path, place: Path) -> None:
    """Have a file take the place of an old one. Raises `OSError`: on Windows also while a program has the old one open.

    That is tried again for a while: a search for viruses, say, soon lets go of a file.
    """
    _retry_while_open(new.replace, place)


def _retry_while_open(move: Callable[[Path], object], place: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            move(place)
        except PermissionError as error:
            if not is_open_elsewhere(error) or time.monotonic() > deadline:
                raise
        else:
            return
        time.sleep(0.05)


def is_open_elsewhere(error: OSError) -> bool:
    """Tell whether something may have failed because a program has the file open, which only Windows minds."""
    return getattr(error, "winerror", None) in _ERRORS_OF_OPEN_FILES


def sync_file(descriptor: int) -> None:
    """Have all that was written to an open file on the disk itself: on macOS it would stay in the disk's own memory."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # not every disk can be asked
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the new names as durable as what they name, where the system can: Windows cannot open a folder."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            sync_file(opened)
        finally:
            os.close(opened)


def _make_locked_folder(place: Path) -> tuple[Path, int]:
    """Make a folder, and return it with its open lock."""
    while True:
        folder = place.with_name(f".{place.name}.{token_hex(4)}.referee")
        folder.mkdir(mode=PRIVATE_FOLDER)
        folder.chmod(PRIVATE_FOLDER)
        try:
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        except FileNotFoundError:
            continue  # swept before there was a lock
        is_swept = False
        with suppress(OSError):  # some shared disks know no locks; nothing is swept there
            is_swept = not try_lock(lock)
        if not is_swept and (folder / _LOCK).exists():
            return folder, lock
        os.close(lock)


def _remove_if_abandoned(folder: Path) -> None:
    """Take away a folder whose maker is no more, which its lock tells."""
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        try:
            folder.rmdir()  # whoever has just made it makes another one
        except OSError:  # the lock is the first in it: it was made in this moment, or what is left has none
            if not (folder / _LOCK).exists():
                rmtree(folder, ignore_errors=True)
        return
    try:
        is_ours = try_lock(lock)
    except OSError:  # who knows whether anybody is at work there
        is_ours = False
    if is_ours:
        _remove(folder, lock)
    else:
        os.close(lock)


def _remove(folder: Path, lock: int) -> None:
    rmtree(folder, ignore_errors=True)
    os.close(lock)
    rmtree(folder, ignore_errors=True)  # Windows removes no file that is open
