"""Why a file cannot be locked, as Windows says it: the C library there gives a reason, and that of Wine gives none."""

import errno
import msvcrt
import os

_lock = msvcrt.locking


def locking(fd: int, mode: int, nbytes: int) -> None:
    """Lock bytes of a file as `msvcrt.locking` does. Raises `PermissionError` where somebody else has them."""
    try:
        _lock(fd, mode, nbytes)
    except OSError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


msvcrt.locking = locking
