"""Comparing two copies of one club's file: the events that each has and the other lacks."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import ClassVar, Final

from referee.cards.immutable import frozen
from referee.club.folder import FILE, Club
from referee.club.text.faults import ClubFault
from referee.store.events.event import Event
from referee.store.events.log import Head, events, hash_at, head
from referee.store.events.rows import SqlTransaction
from referee.store.events.sqlite import SqliteTransaction, sqlite_uri
from referee.store.faults import CAUSED_BY_DAMAGE, StoreAltered
from referee.store.moment import in_local_time
from referee.store.projections.kind import describe

_NIGHT: Final = timedelta(hours=6)
"""How long after midnight an entry still belongs to the evening before."""

_AS_IT_IS: Final = "mode=ro&immutable=1"
"""The options by which SQLite reads a file alone, and writes nothing beside it."""


@frozen
class EveningEvents:
    """The events of one evening: their number, and their kinds by frequency, such as ``line logged: 12``."""

    evening: date
    events: int
    actions: tuple[str, ...]


@frozen
class LogComparison:
    """A comparison of a club's log with another file's. `common` is the last event of both.

    `here` and `there` have the events of only one of them, by evening.
    """

    PLAIN: ClassVar = "common", "here", "there"
    common: Head
    here: tuple[EveningEvents, ...]
    there: tuple[EveningEvents, ...]

    @property
    def here_count(self) -> int:
        """The number of events that the other file lacks."""
        return sum(evening.events for evening in self.here)

    @property
    def there_count(self) -> int:
        """The number of events that the club lacks."""
        return sum(evening.events for evening in self.there)


def compare_logs(club: Club, other: Path) -> LogComparison:
    """Return a comparison of a club's log with another file of the club, or with the file in a folder.

    Raise `ClubFault` if there is no such file, or if it belongs to another club.
    """
    path = find_club_file(other)
    with club.reading() as tx, open_copy(path) as other_log:
        own_log = tx.sql
        with naming_file(path):
            uuid = read_uuid(other_log)
        if uuid != read_uuid(own_log):
            raise ClubFault(f"{path} belongs to another club, so the two have nothing in common.")
        with naming_file(path):
            common = last_common(own_log, other_log)
            evenings_there = _group_by_evening(other_log, common)
        hashed = hash_at(own_log, own_log.club, common)
        return LogComparison(Head(common, hashed), _group_by_evening(own_log, common), evenings_there)


def find_club_file(path: Path) -> Path:
    """Return a club's file at a path, which may be its folder. Raise `ClubFault` if there is none."""
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise ClubFault(f"There is no file {file}.")
    return file


def is_copy_of(path: Path, club: Path) -> bool:
    """Tell whether a file is a copy of a club's file. Both then have the identity given when the club was created."""
    return (uuid := _uuid_in(path)) != "" and uuid == _uuid_in(club)


def _uuid_in(path: Path) -> str:
    """Return the identity of the club in a file; empty if it has none."""
    try:
        with closing(sqlite3.connect(f"{sqlite_uri(path.resolve())}?{_AS_IT_IS}", uri=True)) as raw:
            return read_uuid(SqliteTransaction(raw))
    except (sqlite3.Error, OSError, ValueError):
        pass
    try:  # of a new club all may be in its write-ahead log
        with open_copy(path) as sql:
            return read_uuid(sql)
    except (ClubFault, ValueError):
        return ""


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Raise `ClubFault`, naming the file, in place of an error caused by one of its values."""
    try:
        yield
    except StoreAltered as error:
        raise ClubFault(f"{path} is damaged. {error}") from None
    except CAUSED_BY_DAMAGE as error:
        raise ClubFault(f"{path} is damaged: {error}.") from None


@contextmanager
def open_copy(path: Path) -> Iterator[SqlTransaction]:
    """Open a club's file for reading, without leaving side files. Raise `ClubFault` if it is no club's file."""
    log = path.with_name(f"{path.name}-wal")
    with TemporaryDirectory(prefix="referee-") as folder:
        try:
            has_log = log.is_file() and log.stat().st_size > 0
            if has_log:  # SQLite reads both together, and would write to the folder
                copyfile(path, copied := Path(folder) / FILE)
                copyfile(log, copied.with_name(f"{FILE}-wal"))
            source = copied if has_log else path
            options = "mode=rw" if has_log else _AS_IT_IS
            with closing(sqlite3.connect(f"{sqlite_uri(source.resolve())}?{options}", uri=True)) as raw:
                raw.execute("SELECT n, hash FROM event LIMIT 1").fetchall()
                yield SqliteTransaction(raw)
        except sqlite3.Error as error:
            raise ClubFault(f"{path} cannot be read as a club: {error}.") from None
        except OSError as error:
            raise ClubFault(f"{path} cannot be read: {error.strerror}.") from None


def read_uuid(sql: SqlTransaction) -> str:
    """Return the identity of a club, which all of its files share."""
    [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", sql.club)
    return str(uuid)


def last_common(own_log: SqlTransaction, other_log: SqlTransaction) -> int:
    """Return the number of the last event that both logs have.

    A hash covers all earlier events, so logs with equal hashes at an event are equal up to it.
    """
    low, high = 0, min(head(own_log, own_log.club).n, head(other_log, other_log.club).n)
    while low < high:
        middle = (low + high + 1) // 2
        if hash_at(own_log, own_log.club, middle) == hash_at(other_log, other_log.club, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _group_by_evening(sql: SqlTransaction, common: int) -> tuple[EveningEvents, ...]:
    by_evening: dict[date, list[Event]] = {}
    for event in events(sql, sql.club, after=common):
        evening = (in_local_time(datetime.fromisoformat(event.at)) - _NIGHT).date()
        by_evening.setdefault(evening, []).append(event)
    return tuple(
        EveningEvents(evening, len(of_evening), _describe_actions(of_evening))
        for evening, of_evening in sorted(by_evening.items())
    )


def _describe_actions(of_evening: Sequence[Event]) -> tuple[str, ...]:
    counts = Counter(describe(event.kind, event.data.get("kind")) for event in of_evening)
    return tuple(f"{action}: {number}" for action, number in counts.most_common())
