"""Writing files so that a reader sees the old one or the new one, and never half of one.

On Windows nothing takes the place of a file that a program has open, as a spreadsheet has what it shows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from referee.store.aside import OWN_FILE, give_place, is_open_elsewhere, made_aside, make_folder, sync_file, sync_folder
from referee.store.faults import ClubFault


def write_files(folder: Path, contents: Mapping[str, bytes], *, private: bool = False) -> tuple[Path, ...]:
    """Write files into a folder, which is made if need be, and return their paths. Other files in it stay.

    Nobody else may read `private` ones, nor look into a folder that is made for them.

    All are safe on the disk before the first takes the place of an old one; they do so in the order given. When
    something fails before that, the old files stay as they were. Raises `OSError`, and `ClubFault` where a program has
    one of the old files open: those before it are new then.
    """
    _make(folder, private=private)
    with made_aside(folder / "export") as aside:
        for name, data in contents.items():
            with (aside / name).open("xb") as file:
                if private:
                    (aside / name).chmod(OWN_FILE)
                file.write(data)
                file.flush()
                sync_file(file.fileno())
        for name in contents:
            _give_place(aside / name, folder / name)
    sync_folder(folder)
    return tuple(folder / name for name in contents)


def write_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write one file into a folder, which is made if need be; the old one stays until all of it is on the disk.

    A `private` one nobody else may read, nor look into a folder that is made for it. Raises as `replacing` does.
    """
    _make(path.parent, private=private)
    with replacing(path) as file:
        if private and (part := Path(file.name)).is_file():
            part.chmod(OWN_FILE)
        file.write(data)


def _make(folder: Path, *, private: bool) -> None:
    if private:
        make_folder(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written that takes the place of the old one when all of it is safe on the disk.

    What is no file, such as /dev/null or a pipe, is written to as it is: nothing may take its place. A link goes on
    leading where it leads. Raises `OSError`, and `ClubFault` where a program has the old one open.
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
            sync_file(file.fileno())
        _give_place(part, path)
    sync_folder(path.parent)


def _give_place(new: Path, path: Path) -> None:
    try:
        give_place(new, path)
    except PermissionError as error:
        if not is_open_elsewhere(error) or not os.access(path, os.W_OK):
            raise
        raise ClubFault(f"{path} is open in another program. Close it there, then write it again.") from error
