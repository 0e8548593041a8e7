"""A club's log in a file.

Only SQLite's driver is used, because loading more would take longer than recording a line. A commit is on the disk.
Readers never wait; writers queue (`referee.store.events.write_lock`).
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import field
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any, Final
from uuid import uuid4

from referee.cards.immutable import frozen
from referee.store.error_messages import sqlite_result_code, translate_errors
from referee.store.events.rows import BulkRows, SqlTransaction, quote_name
from referee.store.events.shapes import check_not_moved, check_shape
from referee.store.events.write_lock import exclusive_turn
from referee.store.faults import StoreBusy, StoreDamaged, StoreMissing, StoreReadOnly, StoreUnreadable
from referee.store.files.atomic_files import create_private_file
from referee.store.hints import Do

PATIENCE: Final = 30.0
"""For how many seconds a writer waits for its turn: far longer than all officers of an evening take together."""
ONLY_CLUB: Final = 1
"""The number of the club in a file, which has only one."""


def _data_field(name: str) -> str:
    return f"CAST(json_extract(data, '$.{name}') AS TEXT)"


DURABLE_PRAGMAS: Final = ("synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON")
"""Pragmas that make SQLite wait for the disk itself, on macOS too, where `fsync` alone stops at its cache."""
# secure_delete: of a name that was forgotten nothing is to be left in a corner of the file.
# wal_autocheckpoint: what a plain copy of the file lacks, made while a desk is open, is what its log beside it has; a
# line is about five pages of that.
_PRAGMAS: Final = (
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "secure_delete = ON",
    "wal_autocheckpoint = 12",
    "temp_store = MEMORY",
)
_VALUES: Final = 900
"""The most values in one statement, of the 999 that every SQLite accepts."""
_PAUSE: Final = 1.0
"""For how many seconds SQLite itself waits for a file that is locked for a moment."""
TABLES: Final = (
    "CREATE TABLE club (id INTEGER NOT NULL PRIMARY KEY, uuid TEXT NOT NULL, shape TEXT NOT NULL)",
    "CREATE TABLE event (club INTEGER NOT NULL REFERENCES club, n INTEGER NOT NULL, at TEXT NOT NULL, "
    '"by" TEXT NOT NULL, via TEXT NOT NULL, kind TEXT NOT NULL, match INTEGER, key TEXT, data TEXT NOT NULL, '
    "hash TEXT NOT NULL, PRIMARY KEY (club, n), UNIQUE (club, key)) WITHOUT ROWID",
    "CREATE INDEX event_of_match ON event (club, match, n) WHERE match IS NOT NULL",
    "CREATE INDEX event_of_kind ON event (club, kind, n)",
    f"CREATE INDEX event_of_tournament ON event (kind, {_data_field('tournament')}, {_data_field('what')}, club, n) "
    f"WHERE {_data_field('tournament')} IS NOT NULL",
    "CREATE TABLE private (club INTEGER NOT NULL, n INTEGER NOT NULL, part TEXT NOT NULL, person INTEGER, "
    "salt TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (club, n, part)) WITHOUT ROWID",
    "CREATE INDEX private_of_person ON private (club, person) WHERE person IS NOT NULL",
    "CREATE TRIGGER event_never_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END",
    "CREATE TRIGGER event_never_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END",
    # INSERT OR REPLACE deletes without firing the trigger above where a stranger's connection does not ask for it.
    "CREATE TRIGGER event_only_next BEFORE INSERT ON event "
    "WHEN NEW.n IS NOT (SELECT coalesce(max(n), 0) + 1 FROM event WHERE club = NEW.club) "
    "BEGIN SELECT RAISE(ABORT, 'event is append-only'); END",
)


@frozen
class SqliteTransaction:
    """A transaction on a file; see `referee.store.events.rows.SqlTransaction`."""

    raw: sqlite3.Connection
    club: int = ONLY_CLUB

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Raise `StoreUnreadable` for a text that is not UTF-8."""
        try:
            return self.raw.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:
            if str(error).startswith("Could not decode"):
                raise StoreUnreadable(f"{error}.", Do.AUDIT("See all of it")) from error
            raise

    def do(self, sql: str, *values: object) -> int:
        """Run a statement. Return the number of rows it changed."""
        return self.raw.execute(sql, values).rowcount

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Insert many rows into a table, given the values of these columns."""
        quoted_columns, remaining = ", ".join(map(quote_name, columns)), iter(rows)
        row_placeholders = f"({', '.join('?' * len(columns))})"
        # Many by one statement: where a table has triggers, SQLite makes ready to undo each statement.
        while batch := list(islice(remaining, max(1, _VALUES // len(columns)))):
            placeholders = ", ".join([row_placeholders] * len(batch))
            self.raw.execute(
                f"INSERT INTO {quote_name(table)} ({quoted_columns}) VALUES {placeholders}",
                [*chain.from_iterable(batch)],
            )

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Replace all rows of some tables. Raise `sqlite3.IntegrityError` if a new row refers to a missing one."""
        # What refers to a row that is put again is without it for a moment.
        self.raw.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            self.raw.execute(f"DELETE FROM {quote_name(table)}")
        for table, (columns, rows) in tables.items():
            if columns:
                self.insert_rows(table, columns, rows)
        for table in tables:
            if violation := self.raw.execute(f"PRAGMA foreign_key_check({quote_name(table)})").fetchone():
                raise sqlite3.IntegrityError(f"a row of {table} refers to a missing {violation[2]}")

    def data_field(self, name: str) -> str:
        """Return the SQL for a field of an event's data, a number or a word, as text."""
        return _data_field(name)


@frozen
class ClubFile:
    """An open club file. `club` is the club's number in it.

    A `read_only` file is never changed. A file of another `shape` is not written; an empty `shape` accepts any. A club
    that has moved to another place is refused, unless `allow_moved`.
    """

    path: Path
    read_only: bool = False
    patience: float = PATIENCE
    shape: str = ""
    club: int = ONLY_CLUB
    allow_moved: bool = False
    _spare: list[_OpenFile] = field(default_factory=list, repr=False)
    _watching: list[_OpenFile] = field(default_factory=list, repr=False)
    _checked_versions: set[int] = field(default_factory=set, repr=False)
    _watching_lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def where(self) -> str:
        """The name of the club's location, for messages."""
        return str(self.path.resolve())

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        """Open a transaction that reads the file at one moment. Raise a `StoreFault` if the file cannot be read."""
        with translate_errors(self.path), self._connection() as connection:
            connection.raw.execute("BEGIN")
            try:
                self._check_not_moved(connection.raw)
                yield SqliteTransaction(connection.raw, self.club)
            finally:
                connection.raw.rollback()

    @contextmanager
    def writing(self) -> Iterator[SqliteTransaction]:
        """Wait for the write lock and change the file. All changes are committed at the end, or none after an
        exception.

        Raise `StoreBusy` if another program holds the lock for longer than `patience`, and another `StoreFault` if the
        file cannot be written.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.path} cannot be written here: it was opened for reading only.")
        with translate_errors(self.path), exclusive_turn(self.path, self.patience), self._connection() as connection:
            raw = connection.raw
            _begin_writing(raw, self.patience)
            try:
                # A file that was moved away can still be written to; who looks for it afterwards would not find it.
                if _file_id(self.path) != connection.file_id:
                    raise StoreBusy(f"{self.path} has just been replaced. Nothing was recorded. Try again.")
                self._check_shape(raw)
                yield SqliteTransaction(raw, self.club)
                raw.commit()
            finally:
                if raw.in_transaction:
                    raw.rollback()

    def revision(self) -> tuple[int, ...]:
        """Return a token that changes with every change to the file by any program.

        It is cheap, and only useful for comparison. Raise a `StoreFault` if the file is gone, or if a newer program
        made it unreadable here.
        """
        file_id = _file_id(self.path)
        # SQLite tells a connection of changes by all others, so one is kept that never changes anything.
        with translate_errors(self.path), self._watching_lock:
            if self._watching and self._watching[0].file_id != file_id:
                self._watching.pop().raw.close()
            if not self._watching:
                self._watching.append(self._open_connection())
                self._checked_versions.clear()
            raw = self._watching[0].raw
            [(version,)] = raw.execute("PRAGMA data_version").fetchall()
            if version not in self._checked_versions:  # asked all evening; what has not changed is as fit as it was
                self._checked_versions.clear()
                self._check_shape(raw)
                self._checked_versions.add(version)
        return *file_id, version

    def scrub(self) -> bool:
        """Erase the remains of deleted and replaced data from the file and its write-ahead log.

        Tell whether that was possible: it is not while another program is reading the file.
        """
        with translate_errors(self.path), self._connection() as connection:
            try:
                connection.raw.execute("VACUUM")
                busy, _, _ = connection.raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError as error:
                if sqlite_result_code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                return False
            return not busy

    def _check_not_moved(self, raw: sqlite3.Connection) -> None:
        if not self.allow_moved:
            for (shape,) in raw.execute("SELECT shape FROM club"):
                check_not_moved(str(shape), self.path)

    def close(self) -> None:
        """Close the file. Its write-ahead log is written back unless another program prevents it."""
        log = self.path.with_name(f"{self.path.name}-wal")
        with suppress(sqlite3.Error, OSError):
            if self._spare and not self.read_only and log.stat().st_size:
                self._spare[-1].raw.execute("PRAGMA wal_checkpoint(PASSIVE)")
        while self._spare:
            self._spare.pop().raw.close()
        with self._watching_lock:
            while self._watching:
                self._watching.pop().raw.close()

    @contextmanager
    def _connection(self) -> Iterator[_OpenFile]:
        """Yield a connection for a transaction, a spare one or a new one, because several threads may need one at once.

        A file that was replaced is opened anew. Raise `StoreMissing` if it is gone.
        """
        file_id = _file_id(self.path)
        while True:
            try:
                connection = self._spare.pop()
            except IndexError:
                connection = self._open_connection()
                break
            if connection.file_id == file_id:
                break
            connection.raw.close()
        try:
            yield connection
        finally:
            self._spare.append(connection)

    def _open_connection(self) -> _OpenFile:
        return _open_connection(self.path, "ro" if self.read_only else "rw", self.patience)

    def _check_shape(self, raw: sqlite3.Connection) -> None:
        """Raise a `StoreFault` if the file is no club's file, or was written by another program."""
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            raise StoreDamaged(f"{self.path} has been emptied.", Do.RESTORE("Restore a backup"))
        if not {"club", "event", "private"} <= tables:
            raise StoreDamaged(f"{self.path} is a database, but not a club's file.", Do.RESTORE("Restore a backup"))
        row = raw.execute("SELECT shape FROM club WHERE id = ?", (self.club,)).fetchone()
        if row is None:
            raise StoreDamaged(f"{self.path} does not say which club it is.", Do.RESTORE("Restore a backup"))
        if not self.allow_moved:
            check_not_moved(str(row[0]), self.path)
            check_shape(str(row[0]), self.shape, self.path)


@frozen
class _OpenFile:
    """A connection to a file, and the file's identity when it was opened."""

    file_id: tuple[int, ...]
    raw: sqlite3.Connection


def create(path: Path, tables: Sequence[str] = (), shape: str = "", *, uuid: str = "") -> ClubFile:
    """Create a club's file with an empty log and projection `tables` of a `shape`. Open and return it.

    `uuid` identifies a club that moves here; a new club gets its own. Only the owner may read the file, whatever the
    umask. Raise `FileExistsError` if the path is taken.
    """
    create_private_file(path)
    with translate_errors(path), closing(_open_connection(path, "rw").raw) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("BEGIN IMMEDIATE")
        for statement in (*TABLES, *tables):
            raw.execute(statement)
        begin_log(SqliteTransaction(raw), shape, uuid)
        raw.commit()
    return ClubFile(path, shape=shape)


def begin_log(sql: SqlTransaction, shape: str = "", uuid: str = "") -> None:
    """Begin an empty log. A new club gets a unique name."""
    sql.do("INSERT INTO club (id, uuid, shape) VALUES (?, ?, ?)", ONLY_CLUB, uuid or str(uuid4()), shape)


def open_file(
    path: Path,
    *,
    read_only: bool = False,
    patience: float = PATIENCE,
    shape: str = "",
    allow_moved: bool = False,
) -> ClubFile:
    """Open a club's file and return it.

    Raise a `StoreFault` if it is missing, damaged, no club's file, or of another `shape`.
    """
    if not path.is_file():
        raise StoreMissing(f"There is no club file {path}.")
    if not path.stat().st_size:  # SQLite would take away the log of an empty file
        raise StoreDamaged(f"{path} is empty.", Do.RESTORE("Restore a backup"))
    club_file = ClubFile(path, read_only, patience, shape, allow_moved=allow_moved)
    try:
        club_file.revision()
    except BaseException:
        club_file.close()
        raise
    return club_file


def is_read_only(path: Path) -> bool:
    """Tell whether a file's folder is read-only, even for the side files that SQLite needs for reading."""
    log = path.with_name(f"{path.name}-wal")
    return path.exists() and not _may_write(path.parent) and not (log.exists() and log.stat().st_size)


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _file_id(path: Path) -> tuple[int, ...]:
    """Return the identity of a file, by which its replacement is noticed. Raise `StoreMissing` if there is no file.

    A file in a read-only folder is opened as immutable, so that any change to it needs a new connection.
    """
    try:
        file = path.stat()
    except OSError:
        raise StoreMissing(f"There is no club file {path} any more.") from None
    return (file.st_ino, file.st_mtime_ns, file.st_size) if is_read_only(path) else (file.st_ino,)


def connect(path: Path, mode: str, patience: float, *, pragmas: Sequence[str] = ()) -> sqlite3.Connection:
    """Open an existing file with SQLite, to read ("ro") or to write ("rw"). Its contents are not checked."""
    raw = sqlite3.connect(
        f"{sqlite_uri(path.resolve())}?mode={mode}",
        uri=True,
        # Python's sqlite3 would begin transactions of its own, and commit before DDL.
        isolation_level=None,
        timeout=patience,
        check_same_thread=False,
    )
    for pragma in (*(DURABLE_PRAGMAS if mode == "rw" else ()), *pragmas):
        raw.execute(f"PRAGMA {pragma}")
    return raw


def sqlite_uri(path: PurePath) -> str:
    """Return the URI of a path for SQLite. On Windows, a network path needs two more slashes."""
    return path.as_uri().replace("file://", "file:////", 1) if path.drive.startswith("\\\\") else path.as_uri()


def _open_connection(path: Path, mode: str, patience: float = PATIENCE) -> _OpenFile:
    file_id = _file_id(path)
    mode = "ro&immutable=1" if is_read_only(path) else mode
    return _OpenFile(file_id, connect(path, mode, min(patience, _PAUSE), pragmas=_PRAGMAS))


def _begin_writing(raw: sqlite3.Connection, patience: float) -> None:
    """Begin a write transaction. Wait for writers outside the queue, such as another program or a restore."""
    raw.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
    try:
        raw.execute("BEGIN IMMEDIATE")
    finally:
        raw.execute(f"PRAGMA busy_timeout = {int(1000 * min(patience, _PAUSE))}")
