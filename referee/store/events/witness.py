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
from typing import Any, Final

from referee.store.aside import OWN_FILE, make_folder
from referee.store.events.event import Event
from referee.store.events.log import Head, hash_at, last_of
from referee.store.events.rows import Asking
from referee.store.kinds.kind import Kind

GIVEN_UP: Final = "given up"
"""Where the data of a restoring has the head that was given up for the backup."""


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
        make_folder(place.parent)
        opened, part = mkstemp(dir=place.parent, prefix=f".{uuid}.")
        with os.fdopen(opened, "w", encoding="ascii") as file:
            Path(part).chmod(OWN_FILE)  # what is usual here may be less
            file.write(f"{seen.head.n} {seen.head.hash} {seen.at}\n")
        Path(part).replace(place)


def missed(asking: Asking, club: int, seen: Seen | None) -> Missed | None:
    """Return what a log lacks of what was seen of it, or None when all of it is there, or was given up knowingly."""
    if seen is None:
        return None
    there = hash_at(asking, club, seen.head.n)
    if there == seen.head.hash or given_up(asking, club, seen.head):
        return None
    return Missed.OTHER if there else Missed.END


def given_up(asking: Asking, club: int, head: Head) -> Event | None:
    """Return the restoring for which a head was given up, if any: it is the one named there, or one that led to it.

    A restoring of the number 401 that names event 412 gave up the events 401 to 412 as they were.
    """
    for event in last_of(asking, club, [Kind.RESTORED]):
        last = head_given_up(event)
        if last and event.n <= head.n <= last.n and (head.n < last.n or head.hash == last.hash):
            return event
    return None


def to_give_up(head: Head) -> dict[str, Any]:
    """Return how the data of a restoring names the head that is given up for the backup."""
    return {GIVEN_UP: [head.n, head.hash]}


def head_given_up(event: Event) -> Head | None:
    """Return the head that a restoring names; None where nothing could be read of what was there."""
    match event.data.get(GIVEN_UP):
        case [int(n), str(hashed)]:
            return Head(n, hashed)
    return None


def _place(uuid: str) -> Path:
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "referee" / uuid
