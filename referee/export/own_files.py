"""Which files at hand are as this program wrote them: nobody has to be asked before one of these is replaced.

Of each path a small file in the user's state folder keeps the checksum of what was written there last. A file that
somebody changed since, or that came from elsewhere, has another.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from referee.store.atomic_files import make_private_folder
from referee.store.own_folders import FolderKind, user_folder


def is_own(path: Path) -> bool:
    """Tell whether a file is still as it was written on this computer. Raises `OSError` where it cannot be read."""
    try:
        written = _record(path).read_text(encoding="ascii")
    except (OSError, ValueError):
        return False
    return written == _checksum(path)


def remember(path: Path) -> None:
    """Keep the checksum of a file that was just written. Where that fails, somebody is asked the next time."""
    with suppress(OSError):
        record = _record(path)
        make_private_folder(record.parent)
        record.write_text(_checksum(path), encoding="ascii")


def _record(path: Path) -> Path:
    name = hashlib.sha256(str(path.resolve()).encode(errors="surrogateescape")).hexdigest()
    return user_folder(FolderKind.STATE) / "files" / name[:32]


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
