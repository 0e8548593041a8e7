"""Files and folders that appear under their name only when they are complete.

They are built in a staging folder beside their target, `.NAME.xxxxxxxx.referee`. Its owner holds a lock on a file in it
until it is done. The next staging folder made beside it removes those whose owner was killed.
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

from referee.store.files.locks import try_lock

_ERRORS_OF_OPEN_FILES: Final = (5, 32, 33)
"""The errors of Windows for a file that another program has open: access denied, sharing violation, lock violation."""
PATIENCE: Final = 2.0
"""For how many seconds to retry a file that another program has open."""
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
"""The modes of files and folders that only their owner may read."""
_STAGING_NAME: Final = re.compile(r"\..+\.[0-9a-f]{8}\.referee")
_LOCK: Final = ".lock"


@contextmanager
def staging_folder(place: Path) -> Iterator[Path]:
    """Make a folder beside a path, to build its new contents in; on leaving, remove the folder and whatever is still in
    it.

    Raises `OSError` if the folder cannot be made.
    """
    remove_abandoned(place.parent)
    folder, lock = _make_locked_folder(place)
    try:
        yield folder
    finally:
        _remove(folder, lock)


def is_staging_folder(folder: Path) -> bool:
    """Tell whether a folder is a staging folder, by its name."""
    return _STAGING_NAME.fullmatch(folder.name) is not None


def remove_abandoned(folder: Path) -> None:
    """Remove the staging folders in a folder whose owners no longer run."""
    with suppress(OSError):
        for child in list(folder.iterdir()):
            if _STAGING_NAME.fullmatch(child.name) and child.is_dir() and not child.is_symlink():
                with suppress(OSError):  # its maker is at work
                    _remove_if_abandoned(child)


def create_private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, whatever the umask; it keeps that mode when it is written to.

    SQLite gives its side files the same mode. Raises `FileExistsError`.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    path.chmod(PRIVATE_FILE)  # what is usual here may be less


def make_private_folder(folder: Path) -> list[Path]:
    """Make a folder and its missing parents, all readable by their owner only, whatever the umask.

    Return the folders that were made, innermost first; an existing folder keeps its mode. Raises `OSError`.
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
    """Move a new file or folder to its place. Raises `FileExistsError` if the place is taken."""
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
    """Replace an old file by a new one. Raises `OSError`, on Windows also while another program has the old file open.

    An open file is retried for `PATIENCE` seconds, as a virus scanner, say, soon closes it.
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
    """Tell whether an error may come from another program that has the file open, which only Windows refuses."""
    return getattr(error, "winerror", None) in _ERRORS_OF_OPEN_FILES


def sync_file(descriptor: int) -> None:
    """Write an open file through to the disk itself; on macOS, `fsync` alone stops at the disk's cache."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # not every disk can be asked
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable where the system can: Windows cannot open a folder."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            sync_file(opened)
        finally:
            os.close(opened)


def _make_locked_folder(place: Path) -> tuple[Path, int]:
    """Make a staging folder, and return it with the descriptor of its lock."""
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
    """Remove a staging folder if nobody holds its lock."""
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
