"""The fcntl of macOS, done by that of Linux: Apple's numbers, and Apple's layout of a lock (`struct flock`).

What is Linux's own is refused, or misread, as macOS would do it.
"""

import fcntl as linux
import os
import struct
from errno import EINVAL
from pathlib import Path
from typing import Any, Final

F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, FD_CLOEXEC = 0, 1, 2, 3, 4, 1
F_GETLK, F_SETLK, F_SETLKW = 7, 8, 9
F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK = 90, 91, 92
F_RDLCK, F_UNLCK, F_WRLCK = 1, 2, 3
F_FULLFSYNC, F_DUPFD_CLOEXEC = 51, 67
LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN = linux.LOCK_SH, linux.LOCK_EX, linux.LOCK_NB, linux.LOCK_UN
flock, lockf, ioctl = linux.flock, linux.lockf, linux.ioctl

SYNCED: Final[list[str]] = []
"""The files that were synced with F_FULLFSYNC, by their paths, in order."""
# l_start, l_len, l_pid, l_type, l_whence; on Linux l_type, l_whence, l_start, l_len, l_pid.
_APPLES: Final = struct.Struct("qqihh")
_LINUXES: Final = struct.Struct("hhqqi4x")
_COMMANDS: Final = {
    F_GETLK: linux.F_GETLK, F_SETLK: linux.F_SETLK, F_SETLKW: linux.F_SETLKW,
    F_OFD_GETLK: linux.F_OFD_GETLK, F_OFD_SETLK: linux.F_OFD_SETLK, F_OFD_SETLKW: linux.F_OFD_SETLKW,
}  # fmt: skip
_KINDS: Final = {F_RDLCK: linux.F_RDLCK, F_UNLCK: linux.F_UNLCK, F_WRLCK: linux.F_WRLCK}
_SAME: Final = {number: number for number in (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL)}


def fcntl(fd: Any, command: int, arg: int | bytes = 0) -> int | bytes:
    """Do with an open file what a number of Apple's means. Raises `OSError` (EINVAL) for what macOS does not know."""
    if command == F_FULLFSYNC:
        number = fd if isinstance(fd, int) else fd.fileno()
        os.fsync(number)
        SYNCED.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        return 0
    if command in _COMMANDS:
        return _lock(fd, command, arg)
    if command == F_DUPFD_CLOEXEC:
        return linux.fcntl(fd, linux.F_DUPFD_CLOEXEC, arg)
    if command in _SAME:
        return linux.fcntl(fd, command, arg)
    raise OSError(EINVAL, os.strerror(EINVAL))


def _lock(fd: Any, command: int, arg: int | bytes) -> bytes:
    # As the kernel does it: so many bytes as Apple's struct has, whatever was meant by them.
    at, length, pid, kind, whence = _APPLES.unpack_from(bytes(arg).ljust(_APPLES.size, b"\0"))
    if kind not in _KINDS or whence not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
        raise OSError(EINVAL, os.strerror(EINVAL))
    request = _LINUXES.pack(_KINDS[kind], whence, at, length, pid)
    kind, whence, at, length, pid = _LINUXES.unpack(linux.fcntl(fd, _COMMANDS[command], request))
    return _APPLES.pack(at, length, pid, {linuxes: apples for apples, linuxes in _KINDS.items()}[kind], whence)
