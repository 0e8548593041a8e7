"""Conflicted copies of a club's file, created by a synchronised folder when two computers write at once."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.cards.words import join_words
from referee.club.folder import FILE

# The names that Dropbox and Nextcloud (in any language), Google Drive, iCloud, OneDrive and Syncthing use.
_MADE: Final = (
    r" \(.+\)",  # club (Ann's conflicted copy 2026-11-16).db, club (1).db
    r" \d+",  # club 2.db
    r"-(?=[^a-z]*[A-Z])[A-Z0-9-]+",  # club-LAPTOP-4F2K.db
    r"-[\w-]*Mac[\w-]*",  # club-Anns-MacBook-Air.db
    r"\.sync-conflict-.+",  # club.sync-conflict-20261116-213000-ABCDEFG.db
)
_NAMES: Final = re.compile(rf"{Path(FILE).stem}(?:{'|'.join(_MADE)}){re.escape(Path(FILE).suffix)}(?:-wal)?")

_LOG_BEGINS: Final = b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"
"""The first bytes of a write-ahead log of SQLite."""


def conflicted_copies(folder: Path) -> list[str]:
    """Return the names of the conflicted copies in a club's folder: files of the same club, and their logs."""
    with suppress(OSError):
        copies = [path for path in folder.iterdir() if _NAMES.fullmatch(path.name)]
        return sorted(path.name for path in copies if _is_of_the_club(path, folder / FILE)) if copies else []
    return []


def _is_of_the_club(path: Path, club: Path) -> bool:
    if path.name.endswith("-wal"):
        with path.open("rb") as log:
            return log.read(4) in _LOG_BEGINS
    from referee.club.file.comparison import is_copy_of  # loads SQLite; most folders have no such file

    return is_copy_of(path, club)


def describe_conflict(folder: Path) -> str:
    """Return a warning about the conflicted copies in a club's folder; empty if there are none."""
    if not (copies := conflicted_copies(folder)):
        return ""
    return (
        f"{join_words(copies)} {'is' if len(copies) == 1 else 'are'} next to {FILE}: two computers wrote to the club "
        "in a synchronised folder, and neither file is complete. "
        "Keep one, and move the club to a folder that is not synchronised."
    )
