"""Remember checksums of written files, so that unchanged ones can be overwritten without a question.

For each path, a small file in the user's state folder keeps two checksums: of the last content, and of the content
before it, as the program may be killed just before it replaces a file. A file changed by others has another checksum.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from referee.store.files.atomic_files import make_private_folder
from referee.store.files.user_folders import FolderKind, user_folder


def is_unchanged(path: Path) -> bool:
    """Return whether a file still has the content written on this computer. Raise `OSError` if it is unreadable."""
    checksums = _checksums(path)
    return bool(checksums) and _checksum(path) in checksums


def record_checksum(path: Path, new: Path) -> None:
    """Record the checksum of the new file that will replace a path.

    If that fails, the next export asks before it overwrites the path.
    """
    with suppress(OSError):
        record = _record_path(path)
        make_private_folder(record.parent)
        record.write_text(" ".join([_checksum(new), *_checksums(path)[:1]]), encoding="ascii")


def _checksums(path: Path) -> list[str]:
    """Return the recorded checksums of a path, newest first."""
    try:
        return _record_path(path).read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []


def _record_path(path: Path) -> Path:
    name = hashlib.sha256(str(path.resolve()).encode(errors="surrogateescape")).hexdigest()
    return user_folder(FolderKind.STATE) / "files" / name[:32]


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
