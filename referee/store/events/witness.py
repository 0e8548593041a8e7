"""What this computer remembers of a club's log: the last event that was seen here, in a file outside the club's.

A log whose end is missing is whole by itself. Only who has seen the end can tell: a file of last week put back, a disk
that lost what it had confirmed, a log cut off or hashed anew.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import mkstemp

from referee.store.events.log import Head, hash_at
from referee.store.events.rows import Asking


class Missed(StrEnum):
    """What a log is not any more that was seen here."""

    END = "end"
    """It ends before what was seen."""
    OTHER = "other"
    """Where it was seen it has something else."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The last event that was seen of a club, and the day and hour of it, as in `referee.store.moment`."""

    head: Head
    at: str


def remembered(uuid: str) -> Seen | None:
    """Return what was seen last of a club, or None where nothing was, or it cannot be read."""
    try:
        n, hashed, at = _place(uuid).read_text(encoding="ascii").split()
        return Seen(Head(int(n), hashed), at)
    except (OSError, ValueError):
        return None


def remember(uuid: str, seen: Seen) -> None:
    """Remember what was seen, wholly or not at all. Where it cannot be written, it is not: recording goes before."""
    place = _place(uuid)
    with suppress(OSError):
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened, part = mkstemp(dir=place.parent, prefix=f".{uuid}.")  # which nobody else may read
        with os.fdopen(opened, "w", encoding="ascii") as file:
            file.write(f"{seen.head.n} {seen.head.hash} {seen.at}\n")
        Path(part).replace(place)


def missed(asking: Asking, club: int, seen: Seen | None) -> Missed | None:
    """Return what a log lacks of what was seen of it, or None when all of it is there."""
    if seen is None:
        return None
    there = hash_at(asking, club, seen.head.n)
    if not there:
        return Missed.END
    return Missed.OTHER if there != seen.head.hash else None


def _place(uuid: str) -> Path:
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "referee" / uuid
