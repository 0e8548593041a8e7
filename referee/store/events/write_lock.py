"""The queue of those who write to a club's file: one exclusive lock on a file beside it, asked for until it is free.

The lock belongs to the open file, so that the threads of one program queue as well, and the system lets go of it when a
program is killed. The longer somebody has waited, the more often the lock is asked for, so that whoever came first is
mostly served first. Whoever writes again and again pauses after a turn for which somebody else has waited for long.

The holder writes its number and its program into the file, so that whoever waits in vain can be told.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.store.atomic_files import create_private_file
from referee.store.faults import StoreBusy, StoreFault, StoreReadOnly
from referee.store.locks import try_lock, unlock

SUFFIX: Final = "-lock"
"""What the name of the lock ends with, after that of the file."""
_HOLDER_BYTES: Final = 32
"""How many bytes the holder has in the file."""
_PAUSE: Final = 0.02
"""For how many seconds whoever has just come waits before asking again; after a second of waiting, half as long."""
_LONG_WAIT: Final = 0.1
"""After how many seconds of waiting somebody says so in the byte after the holder's."""
_WAITING: Final = b"!"


@contextmanager
def exclusive_turn(path: Path, patience: float) -> Iterator[None]:
    """Wait for the turn to write to a file, at most `patience` seconds, and hold it.

    Raises `StoreBusy`, saying which process held it, and `StoreFault` where no lock can be had at all.
    """
    lock = path.with_name(path.name + SUFFIX)
    try:
        opened = _open(lock)
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be written: {lock.name} cannot be opened ({error.strerror}).") from None
    has_waited = False
    try:
        start = time.monotonic()
        while not _try_lock(opened, path):
            waited = time.monotonic() - start
            if waited >= patience:
                for_long = f"You have waited for {patience:.0f} seconds" if patience >= 1 else "You have waited"
                raise StoreBusy(f"{path} is busy: {_holder(lock)} is writing to it. {for_long}. Try again in a moment.")
            if waited >= _LONG_WAIT:
                _write(opened, _HOLDER_BYTES, _WAITING)
            time.sleep(min(_PAUSE / (1 + waited), patience - waited))
        try:
            _write(
                opened, 0, f"{os.getpid()} {Path(sys.argv[0]).name}".encode()[:_HOLDER_BYTES].ljust(_HOLDER_BYTES + 1)
            )
            yield
        finally:
            with suppress(OSError):
                os.lseek(opened, _HOLDER_BYTES, os.SEEK_SET)
                has_waited = os.read(opened, 1) == _WAITING
            unlock(opened)
    finally:
        os.close(opened)
        if has_waited:
            time.sleep(_PAUSE)


def _open(lock: Path) -> int:
    """Open the lock, which is made where there is none yet."""
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0)
    try:
        return os.open(lock, flags)
    except FileNotFoundError:
        with suppress(FileExistsError):  # somebody else has just made it
            create_private_file(lock)
        return os.open(lock, flags)


def _try_lock(opened: int, path: Path) -> bool:
    """Try to lock; return whether nobody else has the lock. Raises `StoreFault` where the disk knows no locks."""
    try:
        return try_lock(opened)
    except OSError as error:
        raise StoreFault(
            f"{path} cannot be locked ({error.strerror}): its disk does not support locks. Keep it on this computer."
        ) from None


def _write(opened: int, at: int, data: bytes) -> None:
    # Nobody has to know: where there is no room for it, the turn comes without it.
    with suppress(OSError):
        os.lseek(opened, at, os.SEEK_SET)
        os.write(opened, data)


def _holder(lock: Path) -> str:
    """Return who wrote into the lock last, as people know a process."""
    number, _, program = lock.read_bytes()[:_HOLDER_BYTES].decode(errors="replace").strip(" \0").partition(" ")
    return f"process {number} ({program})" if number else "another program"
