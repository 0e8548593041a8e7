"""An exclusive lock on an open file, as every system has one: it goes with that file, and with a killed program."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EAGAIN
from typing import Final

if sys.platform == "win32":
    import msvcrt

    # Windows lets nobody read a byte that another has locked: it is one far behind all that is written.
    _LOCKED_BYTE: Final = 2**30

    def _lock(opened: int) -> None:
        os.lseek(opened, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)

    def _unlock(opened: int) -> None:
        os.lseek(opened, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(opened, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_UN)


def try_lock(descriptor: int) -> bool:
    """Lock an open file, unless somebody else has; return whether it is locked for us now.

    Raises `OSError` where the disk knows no locks.
    """
    try:
        _lock(descriptor)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            return False
        raise
    return True


def unlock(descriptor: int) -> None:
    """Let go of the lock at once: where a file is only closed, Windows may take its time."""
    _unlock(descriptor)
