"""Writing files so that a reader sees the old one or the new one, and never half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO


def write_files(folder: Path, contents: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, which is made if need be, and return their paths.

    All are written under other names, and safe on the disk, before the first takes the place of an old one; they do
    so in the order given. When something fails before that, the old files stay as they were.
    """
    folder.mkdir(parents=True, exist_ok=True)
    staged = {folder / f".{name}.{token_hex(4)}.part": folder / name for name in contents}
    try:
        for part, data in zip(staged, contents.values(), strict=True):
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        for part, whole in staged.items():
            part.replace(whole)
    finally:
        for part in staged:
            part.unlink(missing_ok=True)
    _sync_folder(folder)
    return tuple(staged.values())


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written that takes the place of the old one when all of it is safe on the disk."""
    part = path.parent / f".{path.name}.{token_hex(4)}.part"
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new names as durable as what they name, where the system can: Windows cannot open a folder."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
