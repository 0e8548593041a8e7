"""The queue of those who write to a club's file: one lock beside it, taken in order of arrival, and asked for once.

The lock belongs to the open file, so that the threads of one program queue as well, and goes with a program that is
killed. Who holds it writes its number into it, so that whoever waits in vain can be told.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path
from typing import Final

from referee.store.aside import begin
from referee.store.faults import StoreBusy, StoreFault, StoreReadOnly

try:
    import fcntl
except ImportError:  # Windows, which has a lock of another name for the bytes of a file
    fcntl = None  # type: ignore[assignment]

BESIDE: Final = "-lock"
"""What the name of the lock ends with, after that of the file."""
_HOLDER: Final = 32


@contextmanager
def turn(path: Path, patience: float) -> Iterator[None]:
    """Wait for the turn to write to a file, at most `patience` seconds, and hold it.

    Raises `StoreBusy`, saying which process held it, and `StoreFault` where no lock can be had at all.
    """
    lock = path.with_name(path.name + BESIDE)
    try:
        opened = _opened(lock)
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be written: {lock.name} cannot be opened ({error.strerror}).") from None
    try:
        if not _taken_at_once(opened, path) and not _waited(opened, patience):
            waited = f"You have waited for {patience:.0f} seconds" if patience >= 1 else "You have waited"
            raise StoreBusy(f"{path} is busy: {_holder(lock)} is writing to it. {waited}; try again in a moment.")
        _sign(opened)
        yield
    finally:
        os.close(opened)


def _opened(lock: Path) -> int:
    """Open the lock, which is made where there is none yet."""
    flags = os.O_RDWR | os.O_CLOEXEC
    try:
        return os.open(lock, flags)
    except FileNotFoundError:
        with suppress(FileExistsError):  # somebody else has just made it
            begin(lock)
        return os.open(lock, flags)


def _taken_at_once(opened: int, path: Path) -> bool:
    try:
        _lock(opened, wait=False)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN, EDEADLK):
            return False
        raise StoreFault(
            f"{path} cannot be locked ({error.strerror}): its disk knows no locks. "
            "Keep the club's folder on a disk of this computer."
        ) from None
    return True


def _waited(opened: int, patience: float) -> bool:
    """Wait for the lock in a thread, which can be left waiting: the system has no end to a wait for a lock.

    The thread has the same open file by another number, and closes it: the lock stays with whoever waits here, or goes
    where nobody does any more.
    """
    mine, came = os.dup(opened), threading.Event()

    def wait() -> None:
        with suppress(OSError):
            _lock(mine, wait=True)
            came.set()
        os.close(mine)

    threading.Thread(target=wait, daemon=True).start()
    return came.wait(patience)


def _lock(opened: int, *, wait: bool) -> None:
    if fcntl is not None:
        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    else:
        import msvcrt  # not run: no Windows was at hand

        msvcrt.locking(opened, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)


def _sign(opened: int) -> None:
    os.pwrite(opened, f"{os.getpid()} {Path(sys.argv[0]).name}".encode()[:_HOLDER].ljust(_HOLDER), 0)


def _holder(lock: Path) -> str:
    """Return who wrote into the lock last, as people know a process."""
    number, _, program = lock.read_bytes()[:_HOLDER].decode(errors="replace").strip().partition(" ")
    return f"process {number} ({program})" if number else "another program"
