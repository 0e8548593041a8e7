"""All of a club in one JSON file, to be kept, looked through by other programs, or made a club of again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.club.folder import Club
from referee.export.files import replacing
from referee.store.whole import whole


def write_whole(club: Club, path: Path) -> None:
    """Write all of a club, which has everybody's full name, into a file that nobody else may read. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        part = Path(file.name)
        if part.is_file():
            part.chmod(0o600)
        file.writelines(whole_text(club))


def whole_text(club: Club) -> Iterator[bytes]:
    """Yield all of a club as it is written, piece by piece."""
    return (each.encode() for each in whole(club.store.path))
