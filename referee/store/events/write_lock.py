"""The queue for writing to a club's file: an exclusive lock on a file beside it, polled until it is free.

The lock belongs to the open file. Threads of one program therefore queue as well, and the system releases the lock of a
killed program. Polling becomes more frequent with time, so that mostly the first to wait is served first. A repeated
writer pauses after a turn that another writer has waited for. The holder writes its process number and program into the
file, for the message when a wait fails.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.store.faults import StoreBusy, StoreFault, StoreReadOnly
from referee.store.files.atomic_files import create_private_file
from referee.store.files.locks import try_lock, unlock

SUFFIX: Final = "-lock"
"""The suffix of the lock's name, after the name of the club's file."""
_HOLDER_BYTES: Final = 32
"""How many bytes of the lock describe its holder."""
_PAUSE: Final = 0.02
"""How many seconds a new writer waits before asking again; after a second of waiting, half as long."""
_LONG_WAIT: Final = 0.1
"""After how many seconds a waiting writer says so in the byte after the holder's."""
_WAITING: Final = b"!"


@contextmanager
def exclusive_turn(path: Path, patience: float) -> Iterator[None]:
    """Wait up to `patience` seconds for the turn to write to a file, and hold it.

    Raise `StoreBusy`, naming the holding process, if it does not come, and `StoreFault` if the disk does not support
    locks.
    """
    lock = path.with_name(path.name + SUFFIX)
    try:
        descriptor = _open_lock_file(lock)
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be written: {lock.name} cannot be opened ({error.strerror}).") from None
    has_waited = False
    try:
        start = time.monotonic()
        while not _try_lock(descriptor, path):
            waiting_time = time.monotonic() - start
            if waiting_time >= patience:
                for_long = f"You have waited for {patience:.0f} seconds" if patience >= 1 else "You have waited"
                raise StoreBusy(f"{path} is busy: {_holder(lock)} is writing to it. {for_long}. Try again in a moment.")
            if waiting_time >= _LONG_WAIT:
                _write_at(descriptor, _HOLDER_BYTES, _WAITING)
            time.sleep(min(_PAUSE / (1 + waiting_time), patience - waiting_time))
        try:
            _write_at(
                descriptor,
                0,
                f"{os.getpid()} {Path(sys.argv[0]).name}".encode()[:_HOLDER_BYTES].ljust(_HOLDER_BYTES + 1),
            )
            yield
        finally:
            with suppress(OSError):
                os.lseek(descriptor, _HOLDER_BYTES, os.SEEK_SET)
                has_waited = os.read(descriptor, 1) == _WAITING
            unlock(descriptor)
    finally:
        os.close(descriptor)
        if has_waited:
            time.sleep(_PAUSE)


def _open_lock_file(lock: Path) -> int:
    """Return the descriptor of the open lock file, which is created if missing."""
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0)
    try:
        return os.open(lock, flags)
    except FileNotFoundError:
        with suppress(FileExistsError):  # somebody else has just made it
            create_private_file(lock)
        return os.open(lock, flags)


def _try_lock(descriptor: int, path: Path) -> bool:
    """Try to lock a file. Tell whether this succeeded. Raise `StoreFault` if the disk does not support locks."""
    try:
        return try_lock(descriptor)
    except OSError as error:
        raise StoreFault(
            f"{path} cannot be locked ({error.strerror}): its disk does not support locks. Keep it on this computer."
        ) from None


def _write_at(descriptor: int, offset: int, data: bytes) -> None:
    # Nobody has to know: where there is no room for it, the turn comes without it.
    with suppress(OSError):
        os.lseek(descriptor, offset, os.SEEK_SET)
        os.write(descriptor, data)


def _holder(lock: Path) -> str:
    """Return the name of the last process to hold the lock, for messages."""
    number, _, program = lock.read_bytes()[:_HOLDER_BYTES].decode(errors="replace").strip(" \0").partition(" ")
    return f"process {number} ({program})" if number else "another program"
