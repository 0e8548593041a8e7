"""A club's log in a file: SQLite, by the driver alone, as loading more would take longer than recording a line.

What has been committed is on the disk. Readers wait for nobody; writers queue (`referee.store.events.write_lock`).
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any, Final
from uuid import uuid4

from referee.store.atomic_files import create_private_file
from referee.store.error_messages import sqlite_result_code, translate_errors
from referee.store.events.rows import BulkRows, SqlTransaction, quote_name
from referee.store.events.shapes import check_not_moved, check_shape
from referee.store.events.write_lock import exclusive_turn
from referee.store.faults import StoreBusy, StoreDamaged, StoreMissing, StoreReadOnly
from referee.store.hints import Do

PATIENCE: Final = 30.0
"""For how many seconds a writer waits for its turn: a night's officers all at once are through long before."""
ONLY_CLUB: Final = 1
"""The number of the club in a file, which has one."""


def _data_field(name: str) -> str:
    return f"CAST(json_extract(data, '$.{name}') AS TEXT)"


DURABLE_PRAGMAS: Final = ("synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON")
"""What has SQLite wait for the disk itself: on macOS it would wait only for the disk's own memory. Else the last two
change nothing."""
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
"""How many values a statement has at most, of the 999 that every SQLite takes."""
_PAUSE: Final = 1.0
"""For how many seconds SQLite waits by itself for a file that is locked for a moment."""
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


@dataclass(frozen=True, slots=True)
class SqliteTransaction:
    """A transaction in a file, as it is asked."""

    raw: sqlite3.Connection
    club: int = ONLY_CLUB
    key: bytes | None = field(default=None, repr=False)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        return self.raw.execute(sql, values).fetchall()

    def do(self, sql: str, *values: object) -> int:
        """Change rows, and return how many."""
        return self.raw.execute(sql, values).rowcount

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Put many rows into a table at once, with these values in these columns."""
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
        """Put rows in the place of all that tables have. Raises `sqlite3.IntegrityError` when one refers to none."""
        # What refers to a row that is put again is without it for a moment.
        self.raw.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            self.raw.execute(f"DELETE FROM {quote_name(table)}")
        for table, (columns, rows) in tables.items():
            if columns:
                self.insert_rows(table, columns, rows)
        for table in tables:
            if violation := self.raw.execute(f"PRAGMA foreign_key_check({quote_name(table)})").fetchone():
                raise sqlite3.IntegrityError(f"a row of {table} refers to a {violation[2]} that is not there")

    def data_field(self, name: str) -> str:
        """Return the SQL of a part of an event's data, a number or a word, as text."""
        return _data_field(name)


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A club's file, open; `club` is the number that the club has in it. One that is `read_only` is never changed.

    One of another `shape` than this is not written to; of any, where it is empty. Nor is one from which the club has
    moved to another place, unless it is opened `allow_moved`, whatever its shape.
    """

    path: Path
    read_only: bool = False
    patience: float = PATIENCE
    shape: str = ""
    club: int = ONLY_CLUB
    key: bytes | None = field(default=None, repr=False)
    allow_moved: bool = False
    _spare: list[_OpenFile] = field(default_factory=list, repr=False)
    _watching: list[_OpenFile] = field(default_factory=list, repr=False)
    _checked_versions: set[int] = field(default_factory=set, repr=False)
    _watching_lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def where(self) -> str:
        """What the place is called at which the club is kept."""
        return str(self.path.resolve())

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        """Read the file as it is at one moment. Raises a `StoreFault`."""
        with translate_errors(self.path), self._connection() as opened:
            opened.raw.execute("BEGIN")
            try:
                self._check_not_moved(opened.raw)
                yield SqliteTransaction(opened.raw, self.club, self.key)
            finally:
                opened.raw.rollback()

    @contextmanager
    def writing(self) -> Iterator[SqliteTransaction]:
        """Change the file when it is our turn: all of it on leaving, or nothing when anything is raised.

        Raises a `StoreFault`: `StoreBusy` when another program holds the file for longer than anybody should wait.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.path} cannot be written here: it was opened for reading only.")
        with translate_errors(self.path), exclusive_turn(self.path, self.patience), self._connection() as opened:
            raw = opened.raw
            _begin_writing(raw, self.patience)
            try:
                # A file that was moved away can still be written to; who looks for it afterwards would not find it.
                if _file_id(self.path) != opened.file_id:
                    raise StoreBusy(f"{self.path} has just been replaced. Nothing was recorded. Try again.")
                self._check_shape(raw)
                yield SqliteTransaction(raw, self.club, self.key)
                raw.commit()
            finally:
                if raw.in_transaction:
                    raw.rollback()

    def revision(self) -> tuple[int, ...]:
        """Return a token that is another one after every change to the file, whoever made it.

        It is cheap to ask for, and tells nothing but whether it is the same as one that was asked for before. Raises a
        `StoreFault` when the file is gone, or has been changed by a newer program so that it cannot be read here.
        """
        file_id = _file_id(self.path)
        # SQLite tells a connection of changes by all others, so one is kept that never changes anything.
        with translate_errors(self.path), self._watching_lock:
            if self._watching and self._watching[0].file_id != file_id:
                self._watching.pop().raw.close()
            if not self._watching:
                self._watching.append(self._open())
                self._checked_versions.clear()
            raw = self._watching[0].raw
            [(version,)] = raw.execute("PRAGMA data_version").fetchall()
            if version not in self._checked_versions:  # asked all evening; what has not changed is as fit as it was
                self._checked_versions.clear()
                self._check_shape(raw)
                self._checked_versions.add(version)
        return *file_id, version

    def scrub(self) -> bool:
        """Leave nothing in the file of what was deleted or replaced, nor in the log beside it.

        Return whether that could be done: not while another program has the file open and is reading it.
        """
        with translate_errors(self.path), self._connection() as opened:
            try:
                opened.raw.execute("VACUUM")
                busy, _, _ = opened.raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
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
        """Let go of the file, with all that was written in it, as far as nobody is in the way."""
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
        """Lend a connection for a transaction: one that is spare, or a new one, as several threads may ask at once.

        A file that was put in the place of this one is opened anew; one that was taken away is missed.
        """
        file_id = _file_id(self.path)
        while True:
            try:
                opened = self._spare.pop()
            except IndexError:
                opened = self._open()
                break
            if opened.file_id == file_id:
                break
            opened.raw.close()
        try:
            yield opened
        finally:
            self._spare.append(opened)

    def _open(self) -> _OpenFile:
        return _open(self.path, "ro" if self.read_only else "rw", self.patience)

    def _check_shape(self, raw: sqlite3.Connection) -> None:
        """Raise a fault where the file is none of a club, or one that another program has written."""
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            raise StoreDamaged(f"{self.path} has been emptied.", Do.RESTORE("Restore a backup"))
        if not {"club", "event", "private"} <= tables:
            raise StoreDamaged(f"{self.path} is a database, but not a club's file.")
        row = raw.execute("SELECT shape FROM club WHERE id = ?", (self.club,)).fetchone()
        if row is None:
            raise StoreDamaged(f"{self.path} does not say which club it is.")
        if not self.allow_moved:
            check_not_moved(str(row[0]), self.path)
            check_shape(str(row[0]), self.shape, self.path)


@dataclass(frozen=True, slots=True)
class _OpenFile:
    """A connection to a file, and which file that was when it was opened."""

    file_id: tuple[int, ...]
    raw: sqlite3.Connection


def create(
    path: Path, tables: Sequence[str] = (), shape: str = "", *, key: bytes | None = None, uuid: str = ""
) -> ClubFile:
    """Make a club's file with an empty log, and `tables` of a `shape` for what follows from it; return it open.

    The `uuid` is that of a club that comes from another place; a new one has its own. Nobody but its owner may read it,
    whatever is usual here. Raises `FileExistsError`.
    """
    create_private_file(path)
    with translate_errors(path), closing(_open(path, "rw").raw) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("BEGIN IMMEDIATE")
        for statement in (*TABLES, *tables):
            raw.execute(statement)
        begin_log(SqliteTransaction(raw), shape, uuid)
        raw.commit()
    return ClubFile(path, shape=shape, key=key)


def begin_log(sql: SqlTransaction, shape: str = "", uuid: str = "") -> None:
    """Begin the log of a club that has none, by a name of its own that no other club has."""
    sql.do("INSERT INTO club (id, uuid, shape) VALUES (?, ?, ?)", ONLY_CLUB, uuid or str(uuid4()), shape)


def open_file(
    path: Path,
    *,
    read_only: bool = False,
    patience: float = PATIENCE,
    shape: str = "",
    key: bytes | None = None,
    allow_moved: bool = False,
) -> ClubFile:
    """Open a club's file.

    Raises a `StoreFault` when it is missing, damaged, none of a club, or of another `shape` than the one that is given.
    """
    if not path.is_file():
        raise StoreMissing(f"There is no club file {path}.")
    if not path.stat().st_size:  # SQLite would take away the log of an empty file
        raise StoreDamaged(f"{path} is empty.", Do.RESTORE("Restore a backup"))
    opened = ClubFile(path, read_only, patience, shape, key=key, allow_moved=allow_moved)
    try:
        opened.revision()
    except BaseException:
        opened.close()
        raise
    return opened


def is_read_only(path: Path) -> bool:
    """Tell whether nobody could write here, not even the files that SQLite needs beside this one to read it."""
    log = path.with_name(f"{path.name}-wal")
    return path.exists() and not _may_write(path.parent) and not (log.exists() and log.stat().st_size)


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _file_id(path: Path) -> tuple[int, ...]:
    """Return what tells the file that is here from another one in its place. Raises `StoreMissing` when there is none.

    One that is read as if it stayed as it is has to be opened anew as soon as it does not.
    """
    try:
        file = path.stat()
    except OSError:
        raise StoreMissing(f"There is no club file {path} any more.") from None
    return (file.st_ino, file.st_mtime_ns, file.st_size) if is_read_only(path) else (file.st_ino,)


def connect(path: Path, mode: str, patience: float, *, pragmas: Sequence[str] = ()) -> sqlite3.Connection:
    """Open a file as SQLite does, whatever is in it: to read ("ro") or write ("rw"), never to make it."""
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
    """Return the URI by which SQLite opens a file: it takes no name of another computer, but a path that begins so."""
    return path.as_uri().replace("file://", "file:////", 1) if path.drive.startswith("\\\\") else path.as_uri()


def _open(path: Path, mode: str, patience: float = PATIENCE) -> _OpenFile:
    file_id = _file_id(path)
    mode = "ro&immutable=1" if is_read_only(path) else mode
    return _OpenFile(file_id, connect(path, mode, min(patience, _PAUSE), pragmas=_PRAGMAS))


def _begin_writing(raw: sqlite3.Connection, patience: float) -> None:
    """Begin a writing transaction. Who is in its way now does not queue: another program, or a file being restored."""
    raw.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
    try:
        raw.execute("BEGIN IMMEDIATE")
    finally:
        raw.execute(f"PRAGMA busy_timeout = {int(1000 * min(patience, _PAUSE))}")
