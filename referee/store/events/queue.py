"""The queue of those who write to a club's file: locks beside it, taken in order of arrival, and asked for once.

Whoever comes takes the next number, as at a counter, and waits for whoever has the number before, so that nobody is
overtaken by a program that happens to be running while others are only being woken. The turn itself is a lock of its
own: whoever is killed in the queue lets no two write at once.

The locks belong to the open file, so that the threads of one program queue as well, and go with a program that is
killed. Who holds the turn writes its number into the file, so that whoever waits in vain can be told.
"""

from __future__ import annotations

import os
import struct
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
"""How many bytes the holder has in the file; as many after them have the last number that was taken."""
# Which byte of the file stands for what, far behind all that is written in it.
_TURN: Final = 2**20
_COUNTER: Final = _TURN + 1
_NUMBERS: Final = 2**21
_MOST: Final = 10**15
_BY_BYTES: Final = hasattr(fcntl, "F_OFD_SETLKW")
"""Whether bytes of an open file can be locked. Elsewhere there is but the turn, and who waits may be overtaken."""


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
        try:
            number = _number(opened, wait=False)
            came = number is not None and _follow(opened, number, wait=False)
        except OSError as error:
            raise StoreFault(
                f"{path} cannot be locked ({error.strerror}): its disk does not support locks. "
                "Keep the club's folder on a disk of this computer."
            ) from None
        if not came and not _waited(opened, number, patience):
            waited = f"You have waited for {patience:.0f} seconds" if patience >= 1 else "You have waited"
            raise StoreBusy(f"{path} is busy: {_holder(lock)} is writing to it. {waited}. Try again in a moment.")
        _write(opened, 0, f"{os.getpid()} {Path(sys.argv[0]).name}"[:_HOLDER])
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


def _number(opened: int, *, wait: bool) -> int | None:
    """Take the next number; None where somebody else takes one in this moment, who is not to be waited for."""
    if not _lock(opened, _COUNTER, wait=wait):
        return None
    try:
        last = int(os.pread(opened, _HOLDER, _HOLDER))
    except ValueError:  # nobody has taken one, or the file was spoiled
        last = 0
    number = last + 1 if 0 < last < _MOST else 1
    # What stands there is where to begin: what nobody holds is free, whatever stands there.
    while not _lock(opened, _NUMBERS + number, wait=False):
        number += 1
    _write(opened, _HOLDER, str(number))
    _lock(opened, _COUNTER, let_go=True)
    return number


def _follow(opened: int, number: int, *, wait: bool) -> bool:
    """Have the turn after whoever has the number before."""
    return _lock(opened, _NUMBERS + number - 1, wait=wait) and _lock(opened, _TURN, wait=wait)


def _waited(opened: int, number: int | None, patience: float) -> bool:
    """Wait for the turn in a thread, which can be left waiting: the system has no end to a wait for a lock.

    The thread has the same open file by another number, and closes it: the lock stays with whoever waits here, or goes
    where nobody does any more.
    """
    mine, came = os.dup(opened), threading.Event()

    def wait() -> None:
        with suppress(OSError):
            _follow(mine, number or _number(mine, wait=True) or 1, wait=True)
            came.set()
        os.close(mine)

    threading.Thread(target=wait, daemon=True).start()
    return came.wait(patience)


def _lock(opened: int, at: int, *, wait: bool = True, let_go: bool = False) -> bool:
    """Lock a byte, or let go of it; return whether that could be done at once, or after waiting."""
    try:
        if _BY_BYTES:
            kind = fcntl.F_UNLCK if let_go else fcntl.F_WRLCK
            asked = struct.pack("hhqqi4x", kind, os.SEEK_SET, at, 1, 0)
            fcntl.fcntl(opened, fcntl.F_OFD_SETLKW if wait else fcntl.F_OFD_SETLK, asked)
        elif at != _TURN:
            return True
        elif fcntl is not None:
            fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        else:
            import msvcrt  # not run: no Windows was at hand

            msvcrt.locking(opened, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if wait or error.errno not in (EACCES, EAGAIN, EDEADLK):
            raise
        return False
    return True


def _write(opened: int, at: int, said: str) -> None:
    # Nobody has to know: where there is no room for it, the turn comes without it.
    with suppress(OSError):
        os.pwrite(opened, said.encode()[:_HOLDER].ljust(_HOLDER), at)


def _holder(lock: Path) -> str:
    """Return who wrote into the lock last, as people know a process."""
    number, _, program = lock.read_bytes()[:_HOLDER].decode(errors="replace").strip(" \0").partition(" ")
    return f"process {number} ({program})" if number else "another program"
