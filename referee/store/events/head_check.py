"""A check that a log was not rolled back. This computer stores the last event it saw in a file outside the club's.

A log without its last events is valid by itself. Only a computer that saw them can tell that last week's file was
restored, that a disk lost confirmed writes, or that the log was truncated or hashed anew.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.store.events.event import Event
from referee.store.events.log import Head, hash_at, latest_events
from referee.store.events.rows import SqlTransaction
from referee.store.files.atomic_files import PRIVATE_FILE, make_private_folder
from referee.store.files.user_folders import FolderKind, user_folder
from referee.store.projections.kind import EventKind

ACCEPTED_HEAD: Final = "given up"
"""The key in the data of a restoring event that gives the head abandoned for the backup."""


class Rollback(StrEnum):
    """How a log falls short of the last state seen on this computer."""

    TRUNCATED = "end"
    """It ends before the event that was seen."""
    DIVERGED = "other"
    """It has another event in the place of the one that was seen."""


@frozen
class LastSeen:
    """The last event seen of a club, and its moment in the form of `referee.store.moment`."""

    head: Head
    at: str


@frozen
class HeadCheck:
    """A comparison of a log's `current` head with the `previous` one seen on this computer.

    `name` is the name of the stored record. `rollback` says how the log falls short; None if it does not.
    """

    name: str
    current: LastSeen
    previous: LastSeen | None
    rollback: Rollback | None


def check_head(sql: SqlTransaction, club: int, location: str) -> HeadCheck:
    """Return a comparison of a club's log with the head last seen. `location` is the engine's `Engine.where`."""
    last_number = "SELECT max(n) FROM event WHERE club = c.id"
    query = f"SELECT c.uuid, e.n, e.hash, e.at FROM club c LEFT JOIN event e ON e.club = c.id AND e.n = ({last_number})"
    [(uuid, *columns)] = sql.rows(f"{query} WHERE c.id = ?", club)
    current = LastSeen(Head(columns[0], columns[1]), columns[2]) if columns[0] else LastSeen(Head(0, ""), "")
    name = record_name(uuid, location)
    previous = read_last_seen(name) or _last_seen_at_place(name)
    return HeadCheck(name, current, previous, find_rollback(sql, club, previous))


def remember_head(check: HeadCheck) -> None:
    """Store the current head. After a rollback, the previous record stays until the rollback is settled."""
    if (
        check.rollback is None
        and check.current.head.n
        and (check.previous is None or check.previous.head != check.current.head)
    ):
        write_last_seen(check.name, check.current)


def record_name(uuid: str, location: str) -> str:
    """Return the name of the record of a club at a location. A copy elsewhere has its own record."""
    return f"{uuid}-{hashlib.sha256(location.encode(errors='surrogateescape')).hexdigest()[:16]}"


def read_last_seen(name: str) -> LastSeen | None:
    """Return the last state seen of a club; None if there is no readable record."""
    try:
        number, hashed, moment = _record_path(name).read_text(encoding="ascii").split()
        return LastSeen(Head(int(number), hashed), moment)
    except (OSError, ValueError):
        return None


def _last_seen_at_place(name: str) -> LastSeen | None:
    """Return the last state seen at a location without a record of this club; None if there is none.

    The record is of another club, or of this club's earlier identity: rehashing a whole log may give it a new identity.
    """
    candidates = [last_seen for path in _records_of_place(name) if (last_seen := read_last_seen(path.name))]
    return max(candidates, key=lambda last_seen: last_seen.at, default=None)


def forget_place(location: str) -> None:
    """Delete the records of a location. Call this when its club is gone, or when one is created or restored there."""
    for path in _records_of_place(record_name("", location)):
        with suppress(OSError):
            path.unlink()


def _records_of_place(name: str) -> list[Path]:
    try:
        place = _record_path(name)
        return [*place.parent.glob(f"*-{place.name.rpartition('-')[2]}")]
    except OSError:
        return []


def write_last_seen(name: str, last_seen: LastSeen) -> None:
    """Store a state atomically. If that fails, it is not stored, because recording play is more important."""
    with suppress(OSError):
        place = _record_path(name)
        make_private_folder(place.parent)
        descriptor, part = mkstemp(dir=place.parent, prefix=f".{name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                Path(part).chmod(PRIVATE_FILE)  # what is usual here may be less
                file.write(f"{last_seen.head.n} {last_seen.head.hash} {last_seen.at}\n")
            Path(part).replace(place)
        finally:  # Windows replaces none that another program is just reading
            Path(part).unlink(missing_ok=True)


def find_rollback(sql: SqlTransaction, club: int, last_seen: LastSeen | None) -> Rollback | None:
    """Return how a log falls short of the last state seen; None if it does not, or if the loss was accepted."""
    if last_seen is None:
        return None
    current_hash = hash_at(sql, club, last_seen.head.n)
    if current_hash == last_seen.head.hash or find_acceptance(sql, club, last_seen.head):
        return None
    return Rollback.DIVERGED if current_hash else Rollback.TRUNCATED


def find_acceptance(sql: SqlTransaction, club: int, head: Head) -> Event | None:
    """Return the event that accepted the loss of a head; None if there is none.

    If event 401 restores a backup and names the lost event 412, it accepts the loss of the old events 401 to 412.
    Accepting a loss gives up everything that was seen.
    """
    for event in latest_events(sql, club, [EventKind.RESTORED, EventKind.LOSS_ACCEPTED]):
        lost_head = accepted_head(event)
        first = event.n if event.kind == EventKind.RESTORED else 0
        if lost_head and first <= head.n <= lost_head.n and (head.n < lost_head.n or head.hash == lost_head.hash):
            return event
    return None


def accepted_head_data(head: Head) -> dict[str, Any]:
    """Return event data that name the head given up."""
    return {ACCEPTED_HEAD: [head.n, head.hash]}


def accepted_head(event: Event) -> Head | None:
    """Return the head that an event gives up; None if it names none, because the old log was unreadable."""
    match event.data.get(ACCEPTED_HEAD):
        case [int(number), str(hashed)]:
            return Head(number, hashed)
    return None


def _record_path(name: str) -> Path:
    return user_folder(FolderKind.STATE) / name
