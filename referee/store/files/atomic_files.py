"""Files and folders that appear under their names only when complete.

They are built in a staging folder beside their target, `.NAME.xxxxxxxx.referee`. Its owner holds a lock on a file in it
until it is finished. The next staging folder created there removes those of killed owners.
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
    """Yield a staging folder beside a path, for building its new contents. Remove it and its remaining contents at the
    end.

    Raise `OSError` if it cannot be created.
    """
    remove_abandoned(place.parent)
    folder, lock = _make_locked_folder(place)
    try:
        yield folder
    finally:
        _remove(folder, lock)


def is_staging_folder(folder: Path) -> bool:
    """Tell whether a folder has the name of a staging folder."""
    return _STAGING_NAME.fullmatch(folder.name) is not None


def remove_abandoned(folder: Path) -> None:
    """Remove the staging folders in a folder whose owners no longer run."""
    with suppress(OSError):
        for child in list(folder.iterdir()):
            if _STAGING_NAME.fullmatch(child.name) and child.is_dir() and not child.is_symlink():
                with suppress(OSError):  # its maker is at work
                    _remove_if_abandoned(child)


def create_private_file(path: Path) -> None:
    """Create an empty file readable only by its owner, whatever the umask. It keeps that mode when written.

    SQLite gives its side files the same mode. Raise `FileExistsError` if the path is taken.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    path.chmod(PRIVATE_FILE)  # what is usual here may be less


def make_private_folder(folder: Path) -> list[Path]:
    """Create a folder and its missing parents, all readable only by their owner, whatever the umask.

    Return the created folders, innermost first. An existing folder keeps its mode. Raise `OSError` if one cannot be
    created.
    """
    missing_folders = [missing_folder for missing_folder in (folder, *folder.parents) if not missing_folder.exists()]
    if missing_folders and missing_folders[-1].parent.is_file():  # Windows would say that there is no such folder
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(missing_folders[-1].parent))
    for folder_to_make in reversed(missing_folders):
        folder_to_make.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        folder_to_make.chmod(PRIVATE_FOLDER)
    if not folder.is_dir():
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(folder))
    return missing_folders


def place_new(new: Path, place: Path) -> None:
    """Move a new file or folder to its final path. Raise `FileExistsError` if the path is taken."""
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
    """Replace an old file by a new one.

    On Windows, another program that has the old file open, such as a virus scanner, prevents this. It is retried for
    `PATIENCE` seconds. Raise `OSError` if it still fails.
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
    """Tell whether another program that has the file open may have caused an error. Only Windows refuses this."""
    return getattr(error, "winerror", None) in _ERRORS_OF_OPEN_FILES


def sync_file(descriptor: int) -> None:
    """Write an open file through to the disk itself. On macOS, `fsync` alone stops at the disk's cache."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # not every disk can be asked
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable if possible. Windows cannot open a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            sync_file(descriptor)
        finally:
            os.close(descriptor)


def _make_locked_folder(place: Path) -> tuple[Path, int]:
    """Create a staging folder. Return it and the descriptor of its lock."""
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
    """Remove a staging folder unless its lock is held."""
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
