"""A club's log in a file: SQLite, by the driver alone, as loading more would take longer than recording a line.

What has been committed is on the disk. Readers wait for nobody; writers queue (`referee.store.events.queue`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from referee.store.aside import begin
from referee.store.events.queue import turn
from referee.store.events.rows import Asking, Filling, quoted
from referee.store.faults import StoreDamaged, StoreMissing, StoreReadOnly
from referee.store.plain_words import in_plain_words

PATIENCE: Final = 30.0
"""For how many seconds a writer waits for its turn: a night's officers all at once are through long before."""
ONLY: Final = 1
"""The number of the club in a file, which has one."""


def _part(name: str) -> str:
    return f"CAST(json_extract(data, '$.{name}') AS TEXT)"


# secure_delete: of a name that was forgotten nothing is to be left in a corner of the file.
_PRAGMAS: Final = ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON", "secure_delete = ON")
TABLES: Final = (
    "CREATE TABLE club (id INTEGER NOT NULL PRIMARY KEY, uuid TEXT NOT NULL, shape TEXT NOT NULL)",
    "CREATE TABLE event (club INTEGER NOT NULL REFERENCES club, n INTEGER NOT NULL, at TEXT NOT NULL, "
    '"by" TEXT NOT NULL, via TEXT NOT NULL, kind TEXT NOT NULL, match INTEGER, key TEXT, data TEXT NOT NULL, '
    "hash TEXT NOT NULL, PRIMARY KEY (club, n), UNIQUE (club, key)) WITHOUT ROWID",
    "CREATE INDEX event_of_match ON event (club, match, n) WHERE match IS NOT NULL",
    "CREATE INDEX event_of_kind ON event (club, kind, n)",
    f"CREATE INDEX event_of_tournament ON event (kind, {_part('tournament')}, {_part('what')}, club, n) "
    f"WHERE {_part('tournament')} IS NOT NULL",
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
class InFile:
    """A transaction in a file, as it is asked."""

    raw: sqlite3.Connection
    key: bytes | None = field(default=None, repr=False)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        return self.raw.execute(sql, values).fetchall()

    def do(self, sql: str, *values: object) -> int:
        """Change rows, and return how many."""
        return self.raw.execute(sql, values).rowcount

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Put many rows into a table at once, with these values in these columns."""
        marks = ", ".join("?" * len(columns))
        named = ", ".join(map(quoted, columns))
        self.raw.executemany(f"INSERT INTO {quoted(table)} ({named}) VALUES ({marks})", rows)

    def refill(self, tables: Mapping[str, Filling]) -> None:
        """Put rows in the place of all that tables have. Raises `sqlite3.IntegrityError` when one refers to none."""
        # What refers to a row that is put again is without it for a moment.
        self.raw.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            self.raw.execute(f"DELETE FROM {quoted(table)}")
        for table, (columns, rows) in tables.items():
            if columns:
                self.fill(table, columns, rows)
        for table in tables:
            if found := self.raw.execute(f"PRAGMA foreign_key_check({quoted(table)})").fetchone():
                raise sqlite3.IntegrityError(f"a row of {table} refers to a {found[2]} that is not there")

    def part(self, name: str) -> str:
        """Return the SQL of a part of an event's data, a number or a word, as text."""
        return _part(name)


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A club's file, open; `club` is the number that the club has in it. One that is `read_only` is never changed."""

    path: Path
    read_only: bool = False
    patience: float = PATIENCE
    club: int = ONLY
    key: bytes | None = field(default=None, repr=False)
    _spare: list[tuple[int, sqlite3.Connection]] = field(default_factory=list, repr=False)

    @contextmanager
    def reading(self) -> Iterator[InFile]:
        """Read the file as it is at one moment. Raises a `StoreFault`."""
        with in_plain_words(self.path), self._connection() as raw:
            raw.execute("BEGIN")
            try:
                yield InFile(raw, self.key)
            finally:
                raw.rollback()

    @contextmanager
    def writing(self) -> Iterator[InFile]:
        """Change the file when it is our turn: all of it on leaving, or nothing when anything is raised.

        Raises a `StoreFault`: `StoreBusy` when another program holds the file for longer than anybody should wait.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.path} cannot be written here: it was opened for reading only.")
        with in_plain_words(self.path), turn(self.path, self.patience), self._connection() as raw:
            raw.execute("BEGIN IMMEDIATE")
            try:
                yield InFile(raw, self.key)
                raw.commit()
            finally:
                if raw.in_transaction:
                    raw.rollback()

    def close(self) -> None:
        """Let go of the file."""
        while self._spare:
            self._spare.pop()[1].close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection for a transaction: one that is spare, or a new one, as several threads may ask at once.

        A file that was put in the place of this one is opened anew; one that was taken away is missed.
        """
        try:
            file = self.path.stat().st_ino
        except OSError:
            raise StoreMissing(f"There is no club file {self.path} any more.") from None
        while True:
            try:
                opened, raw = self._spare.pop()
            except IndexError:
                raw = _opened(self.path, "ro" if self.read_only else "rw")
                break
            if opened == file:
                break
            raw.close()
        try:
            yield raw
        finally:
            self._spare.append((file, raw))


def create(path: Path, tables: Sequence[str] = (), shape: str = "") -> ClubFile:
    """Make a club's file with an empty log, and `tables` of a `shape` for what follows from it; return it open.

    Nobody but its owner may read it, whatever is usual here. Raises `FileExistsError`.
    """
    begin(path)
    with in_plain_words(path), closing(_opened(path, "rw")) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("BEGIN IMMEDIATE")
        for statement in (*TABLES, *tables):
            raw.execute(statement)
        begin_log(InFile(raw), shape)
        raw.commit()
    return ClubFile(path)


def begin_log(asking: Asking, shape: str = "") -> None:
    """Begin the log of a club that has none, by a name of its own that no other club has."""
    asking.do("INSERT INTO club (id, uuid, shape) VALUES (?, ?, ?)", ONLY, str(uuid4()), shape)


def open_file(path: Path, *, read_only: bool = False, patience: float = PATIENCE, key: bytes | None = None) -> ClubFile:
    """Open a club's file. Raises `StoreMissing`, or `StoreDamaged` when it is none."""
    if not path.is_file():
        raise StoreMissing(f"There is no club file {path}.")
    opened = ClubFile(path, read_only, patience, key=key)
    with opened.reading() as asking:
        tables = {name for (name,) in asking.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"club", "event", "private"} <= tables:
            raise StoreDamaged(f"{path} is not a club's file.")
    return opened


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    # No isolation level: Python's sqlite3 would begin transactions of its own, and commit before DDL.
    raw = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=1.0, check_same_thread=False
    )
    for pragma in _PRAGMAS:
        raw.execute(f"PRAGMA {pragma}")
    return raw
