"""Writing files so that a reader sees the old ones or the new ones, and never half of them.

A folder that holds nothing but files is made anew beside itself and exchanged in whole. In one that cannot be moved,
as it has folders of its own or is the one that the command is given in, each file is exchanged by itself, in the order
given.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import copymode
from typing import IO, Final

from referee.store.aside import OLD, made_aside, sync_folder

_LINUX_HERE, _LINUX_EXCHANGE, _MAC_SWAP = -100, 2, 2
_LEFT_BY_OLDER_VERSIONS: Final = re.compile(r"\..+\.[0-9a-f]{8}\.part")


def write_files(folder: Path, contents: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, which is made if need be, and return their paths. Other files in it stay.

    All are safe on the disk before the first takes the place of an old one. When something fails before that, the old
    files stay as they were.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    there = folder.resolve()
    if not _written_in_whole(there, contents):
        _write_one_by_one(there, contents)
    return tuple(folder / name for name in contents)


def write_file(path: Path, data: bytes) -> None:
    """Write one file into a folder, which is made if need be; the old one stays until all of it is on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written that takes the place of the old one when all of it is safe on the disk.

    What is no file, such as /dev/null or a pipe, is written to as it is: nothing may take its place. A link goes on
    leading where it leads.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    path = path.resolve()
    with made_aside(path) as aside:
        part = aside / path.name
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    sync_folder(path.parent)


def _written_in_whole(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Make a folder beside with the files and those that stay, and exchange it; tell whether that could be done."""
    if folder.exists() and not _may_be_moved(folder):
        return False
    with ExitStack() as making:
        try:
            aside = making.enter_context(made_aside(folder))
        except OSError:
            return False
        new = aside / folder.name
        new.mkdir()
        _write(new, contents)
        if not folder.exists():
            new.rename(folder)
        elif _linked(folder, new, contents):
            copymode(folder, new)
            _bring_what_came_late(_exchanged(new, folder, aside), folder, contents)
        else:
            return False
        sync_folder(folder.parent)
    return True


def _write_one_by_one(folder: Path, contents: Mapping[str, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    with made_aside(folder / "export") as aside:
        _write(aside, contents)
        for name in contents:
            (aside / name).replace(folder / name)
    sync_folder(folder)


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    for name, data in contents.items():
        with (folder / name).open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    sync_folder(folder)


def _may_be_moved(folder: Path) -> bool:
    """Tell whether nobody stands in a folder, as far as can be told, and there is nothing but files in it."""
    here = Path.cwd()
    if not folder.is_dir() or os.path.ismount(folder) or folder == here or folder in here.parents:
        return False
    with os.scandir(folder) as entries:
        return all(entry.is_file(follow_symlinks=False) for entry in entries)


def _linked(old: Path, new: Path, contents: Mapping[str, bytes]) -> bool:
    """Let the files of an old folder that are not written stand in the new one too; tell whether they all do."""
    try:
        for file in _others(old, contents):
            os.link(file, new / file.name, follow_symlinks=False)
    except OSError:  # not every disk has links
        return False
    return True


def _bring_what_came_late(old: Path, new: Path, contents: Mapping[str, bytes]) -> None:
    """Bring along what somebody else has put into the old folder while the new one was being made."""
    for file in _others(old, contents):
        there = new / file.name
        if not there.exists() or file.stat().st_mtime_ns > there.stat().st_mtime_ns:
            file.replace(there)


def _others(folder: Path, contents: Mapping[str, bytes]) -> Iterator[Path]:
    """Yield the files of a folder that are not the export's."""
    for file in list(folder.iterdir()):
        if file.name not in contents and not _LEFT_BY_OLDER_VERSIONS.fullmatch(file.name):
            yield file


def _exchanged(new: Path, folder: Path, aside: Path) -> Path:
    """Exchange two folders, at once where the system can; return where the old one is then."""
    if _exchange_at_once(new, folder):
        return new
    old = aside / OLD  # from where it is put back if the program dies here
    folder.rename(old)
    new.rename(folder)
    return old


def _exchange_at_once(one: Path, other: Path) -> bool:
    with suppress(AttributeError, OSError, TypeError):
        system = ctypes.CDLL(None)
        names = os.fsencode(one), os.fsencode(other)
        if sys.platform == "darwin":
            return bool(system.renamex_np(*names, _MAC_SWAP) == 0)
        return bool(system.renameat2(_LINUX_HERE, names[0], _LINUX_HERE, names[1], _LINUX_EXCHANGE) == 0)
    return False
