"""Write files completely or not at all, and protect clubs and other programs' files from being overwritten.

On Windows, a file that another program has open, such as a spreadsheet, cannot be replaced.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from referee.cards.words import quantity
from referee.export.own_files import is_unchanged, record_checksum
from referee.store.faults import ClubFault
from referee.store.files.atomic_files import (
    PRIVATE_FILE,
    is_open_elsewhere,
    make_private_folder,
    replace_file,
    staging_folder,
    sync_file,
    sync_folder,
)

_SQLITE: Final = b"SQLite format 3\0"
_CLUB_FILE_NAME: Final = re.compile(r".*\.db(-wal|-shm|-journal|-lock)?", re.IGNORECASE)


class WouldOverwrite(ClubFault):
    """The fault that a file comes from another program or was changed, so overwriting it needs confirmation."""


def write_files(
    folder: Path, contents: Mapping[str, bytes], *, private: bool = False, replace: bool = False
) -> tuple[Path, ...]:
    """Write files into a folder, which is created if missing, and return their paths.

    Other files in the folder stay. Only the owner may read `private` files, or look into a folder created for them. All
    new files are synced to the disk before the first replaces an old one, in the given order. A failure before that
    leaves the old files. A crash after that leaves new files beside old ones, and the rest in a staging folder, which
    `verification` reports. Raise a fault of `check_replaceable`, `OSError`, or `ClubFault` if another program has one
    of the old files open. The files before that one are new then.
    """
    check_replaceable((folder / name for name in contents), replace=replace)
    _make_folder(folder, private=private)
    with staging_folder(folder / "export") as staging:
        for name, data in contents.items():
            with (staging / name).open("xb") as file:
                if private:
                    (staging / name).chmod(PRIVATE_FILE)
                file.write(data)
                file.flush()
                sync_file(file.fileno())
        for name in contents:
            record_checksum(folder / name, staging / name)
        for name in contents:  # with nothing in between: a crash here leaves files of two exports
            _replace(staging / name, folder / name)
    sync_folder(folder)
    return tuple(folder / name for name in contents)


def write_file(path: Path, data: bytes, *, private: bool = False, replace: bool = False) -> None:
    """Write one file, into a folder that is created if missing. The old file stays until the new one is synced.

    Only the owner may read a `private` file, or look into a folder created for it. Raise the same faults as
    `open_replacement`.
    """
    check_replaceable([path], replace=replace)
    _make_folder(path.parent, private=private)
    with open_replacement(path, replace=replace) as file:
        if private:
            Path(file.name).chmod(PRIVATE_FILE)
        file.write(data)


@contextmanager
def open_replacement(path: Path, *, replace: bool = False) -> Iterator[IO[bytes]]:
    """Open a new file that replaces the old one once it is synced to the disk.

    Raise a fault of `check_replaceable`, `OSError`, or `ClubFault` if another program has the old file open.
    """
    check_replaceable([path], replace=replace)
    with staging_folder(path) as staging:
        part = staging / path.name
        with part.open("xb") as file:
            yield file
            file.flush()
            sync_file(file.fileno())
        record_checksum(path, part)
        _replace(part, path)
    sync_folder(path.parent)


def check_replaceable(paths: Iterable[Path], *, replace: bool = False) -> None:
    """Raise `ClubFault` for a path that must not be written to: a club's file, a link or a folder.

    Raise `WouldOverwrite` for files from other programs, unless `replace` is set, and `OSError` if one cannot be read.
    """
    existing = [path for path in paths if _check_target(path)]
    foreign = [] if replace else [path for path in existing if not is_unchanged(path)]
    if not foreign:
        return
    if len(foreign) == 1:
        raise WouldOverwrite(f"{foreign[0]} exists, but its contents are not from this program. Overwrite it?")
    more_files = quantity(len(foreign) - 1, "other file")
    raise WouldOverwrite(
        f"{foreign[0]} and {more_files} exist, but their contents are not from this program. Overwrite them?"
    )


def _check_target(path: Path) -> bool:
    """Return whether a file exists. Raise `ClubFault` if it must not be replaced.

    Clubs and backups are recognised by their content under any name. Names like theirs are refused too, as a later
    command would take the file for a club.
    """
    if path.is_symlink():
        raise ClubFault(f"{path} is a link. Use the file to which it leads, or another name.")
    if _CLUB_FILE_NAME.fullmatch(path.name):
        raise ClubFault(
            f"Cannot write to {path}: names ending in .db are for clubs and their backups. Use another name."
        )
    if not path.exists():
        return False
    if path.is_dir():
        raise ClubFault(f"{path} is a folder. Use the name of a file in it.")
    if not path.is_file():
        raise ClubFault(f"{path} is not a file. Use the name of a file, or - for standard output.")
    with path.open("rb") as file:
        if file.read(len(_SQLITE)) == _SQLITE:
            raise ClubFault(f"{path} is the file of a club or a backup. Use another name.")
    return True


def _make_folder(folder: Path, *, private: bool) -> None:
    if private:
        make_private_folder(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)


def _replace(new: Path, path: Path) -> None:
    try:
        replace_file(new, path)
    except PermissionError as error:
        if not is_open_elsewhere(error) or not os.access(path, os.W_OK):
            raise
        raise ClubFault(f"{path} is open in another program. Close it there, then write it again.") from error
