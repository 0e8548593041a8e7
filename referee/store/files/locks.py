"""An exclusive lock on an open file, on any system. It ends when the file is closed or the program is killed."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EAGAIN
from typing import Final

if sys.platform == "win32":
    import msvcrt

    # Windows lets nobody read a byte that another has locked: it is one far behind all that is written.
    _LOCKED_BYTE: Final = 2**30

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def try_lock(descriptor: int) -> bool:
    """Lock an open file unless another program has locked it. Tell whether this succeeded.

    Raise `OSError` if the disk does not support locks.
    """
    try:
        _lock(descriptor)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            return False
        raise
    return True


def unlock(descriptor: int) -> None:
    """Release the lock at once. On Windows, closing the file alone may delay the release."""
    _unlock(descriptor)
