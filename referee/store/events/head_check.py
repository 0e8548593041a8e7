"""What this computer remembers of a club's log: the last event that was seen here, in a file outside the club's.

A log whose end is missing is whole by itself. Only who has seen the end can tell: a file of last week put back, a disk
that lost what it had confirmed, a log cut off or hashed anew.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

from referee.store.atomic_files import PRIVATE_FILE, make_private_folder
from referee.store.events.event import Event
from referee.store.events.log import Head, hash_at, latest_events
from referee.store.events.rows import SqlTransaction
from referee.store.projections.kind import EventKind
from referee.store.user_folders import FolderKind, user_folder

ACCEPTED_HEAD: Final = "given up"
"""Where the data of a restoring has the head that was given up for the backup."""


class Rollback(StrEnum):
    """What a log is not any more that was seen here."""

    TRUNCATED = "end"
    """It ends before what was seen."""
    DIVERGED = "other"
    """Where it was seen it has something else."""


@dataclass(frozen=True, slots=True)
class LastSeen:
    """The last event that was seen of a club, and the day and hour of it, as in `referee.store.moment`."""

    head: Head
    at: str


@dataclass(frozen=True, slots=True)
class HeadCheck:
    """A club's log as it is looked at on this computer: what is in sight `now`, and what was remembered of `before`.

    `name` is what that is kept by. Something is `rollback`, or nothing is.
    """

    name: str
    current: LastSeen
    previous: LastSeen | None
    rollback: Rollback | None


def check_head(sql: SqlTransaction, club: int, where: str) -> HeadCheck:
    """Look at where a club's log ends that is kept at a place; see `referee.store.events.engine.Engine.where`."""
    last = "SELECT max(n) FROM event WHERE club = c.id"
    query = f"SELECT c.uuid, e.n, e.hash, e.at FROM club c LEFT JOIN event e ON e.club = c.id AND e.n = ({last})"
    [(uuid, *columns)] = sql.rows(f"{query} WHERE c.id = ?", club)
    current = LastSeen(Head(columns[0], columns[1]), columns[2]) if columns[0] else LastSeen(Head(0, ""), "")
    name = record_name(uuid, where)
    previous = read_last_seen(name) or _last_seen_at_place(name)
    return HeadCheck(name, current, previous, find_rollback(sql, club, previous))


def remember_head(check: HeadCheck) -> None:
    """Remember what is in sight, unless something is missed: until that is settled, what was seen stands."""
    if (
        check.rollback is None
        and check.current.head.n
        and (check.previous is None or check.previous.head != check.current.head)
    ):
        write_last_seen(check.name, check.current)


def record_name(uuid: str, where: str) -> str:
    """Return what is remembered of a club by: a copy of it at another place goes its own way."""
    return f"{uuid}-{hashlib.sha256(where.encode(errors='surrogateescape')).hexdigest()[:16]}"


def read_last_seen(name: str) -> LastSeen | None:
    """Return what was seen last of a club, or None where nothing was, or it cannot be read."""
    try:
        n, hashed, at = _record_path(name).read_text(encoding="ascii").split()
        return LastSeen(Head(int(n), hashed), at)
    except (OSError, ValueError):
        return None


def _last_seen_at_place(name: str) -> LastSeen | None:
    """Return what was seen last at the place of a club that was never seen there: of another, or of its log as it was.

    Whoever has all of a log hashed anew can begin it anew as well.
    """
    candidates = [last_seen for path in _records_of_place(name) if (last_seen := read_last_seen(path.name))]
    return max(candidates, key=lambda last_seen: last_seen.at, default=None)


def forget_place(where: str) -> None:
    """Forget what was seen at a place where there is no club any more, and where one is made or put."""
    for path in _records_of_place(record_name("", where)):
        with suppress(OSError):
            path.unlink()


def _records_of_place(name: str) -> list[Path]:
    try:
        place = _record_path(name)
        return [*place.parent.glob(f"*-{place.name.rpartition('-')[2]}")]
    except OSError:
        return []


def write_last_seen(name: str, last_seen: LastSeen) -> None:
    """Remember what was seen, wholly or not at all. Where it cannot be written, it is not: recording goes before."""
    with suppress(OSError):
        place = _record_path(name)
        make_private_folder(place.parent)
        opened, part = mkstemp(dir=place.parent, prefix=f".{name}.")
        try:
            with os.fdopen(opened, "w", encoding="ascii") as file:
                Path(part).chmod(PRIVATE_FILE)  # what is usual here may be less
                file.write(f"{last_seen.head.n} {last_seen.head.hash} {last_seen.at}\n")
            Path(part).replace(place)
        finally:  # Windows replaces none that another program is just reading
            Path(part).unlink(missing_ok=True)


def find_rollback(sql: SqlTransaction, club: int, last_seen: LastSeen | None) -> Rollback | None:
    """Return what a log lacks of what was seen of it, or None when all of it is there, or was given up knowingly."""
    if last_seen is None:
        return None
    current_hash = hash_at(sql, club, last_seen.head.n)
    if current_hash == last_seen.head.hash or find_acceptance(sql, club, last_seen.head):
        return None
    return Rollback.DIVERGED if current_hash else Rollback.TRUNCATED


def find_acceptance(sql: SqlTransaction, club: int, head: Head) -> Event | None:
    """Return the event by which a head was given up, if any: it is the one named there, or one that led to it.

    A restoring of the number 401 that names event 412 gave up the events 401 to 412 as they were. Who accepts a loss
    gives up all that was seen.
    """
    for event in latest_events(sql, club, [EventKind.RESTORED, EventKind.LOSS_ACCEPTED]):
        last = accepted_head(event)
        first = event.n if event.kind == EventKind.RESTORED else 0
        if last and first <= head.n <= last.n and (head.n < last.n or head.hash == last.hash):
            return event
    return None


def accepted_head_data(head: Head) -> dict[str, Any]:
    """Return how the data of an event names the head that is given up."""
    return {ACCEPTED_HEAD: [head.n, head.hash]}


def accepted_head(event: Event) -> Head | None:
    """Return the head that an event names as given up; None where nothing could be read of what was there."""
    match event.data.get(ACCEPTED_HEAD):
        case [int(n), str(hashed)]:
            return Head(n, hashed)
    return None


def _record_path(name: str) -> Path:
    return user_folder(FolderKind.STATE) / name
