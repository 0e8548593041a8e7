"""Opening the club's file, reading it and writing to it.

Writers queue (`referee.store.events.queue`) for a bounded time and take the write lock at once (`BEGIN IMMEDIATE`);
readers do neither, and in WAL mode never wait. A transaction that has been committed is on the disk
(`synchronous=FULL`).
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, QueuePool
from sqlmodel import Session as Transaction
from sqlmodel import create_engine

from referee.store.aside import begin
from referee.store.events.queue import turn
from referee.store.faults import StoreBusy, StoreMissing, StoreReadOnly
from referee.store.plain_words import in_plain_words, result_code
from referee.store.shape import make_unless_there, refuse_unless_known

__all__ = ["Store", "Transaction", "connect", "row_of", "stays_as_it_is", "store_at"]

Row = TypeVar("Row")
Written = TypeVar("Written", bound=Transaction)

# A night's officers all at once, on a slow laptop, are through long before.
PATIENCE = 30.0
# secure_delete: the name of a member who was forgotten is not to be left in a corner of the file.
# wal_autocheckpoint: what a plain copy of the file lacks, made while a desk is open, is what its log beside it has; a
# line is about five pages of that.
_PRAGMAS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "secure_delete = ON",
    "wal_autocheckpoint = 12",
    "temp_store = MEMORY",
)


@dataclass(frozen=True, slots=True)
class Store:
    """A club's file, open. One that is `read_only` cannot be changed through this, whatever is tried.

    One that is `within` a transaction reads and writes in that: what it writes is kept when the whole is.
    """

    path: Path
    engine: Engine
    watch: Engine
    read_only: bool = False
    key: bytes | None = field(default=None, repr=False)
    patience: float = PATIENCE
    within: Connection | None = field(default=None, repr=False)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Read the file as it is at one moment; nothing done here is kept."""
        asking = self.within or self.engine
        with in_plain_words(self.path), Transaction(asking, autoflush=False, expire_on_commit=False) as asked:
            yield asked

    @contextmanager
    def writing(self, kind: type[Written] = Transaction) -> Iterator[Written]:  # type: ignore[assignment]
        """Change the file by a transaction of some kind: all of it on leaving, or nothing when anything is raised.

        Raises a `StoreFault` when the file cannot be changed here, or has become one of a newer program.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.path} cannot be written here: it was opened for reading only.")
        if self.within is not None:
            part_of = kind(self.within, expire_on_commit=False, join_transaction_mode="create_savepoint")
            with in_plain_words(self.path), part_of as change:
                yield change
                change.commit()
            return
        writer = self.engine.execution_options(writes=True)
        # The lock that SQLite has is given to whoever happens to ask when it is free; in the queue, who came first is.
        queued = turn(self.path, self.patience)
        with in_plain_words(self.path), queued, kind(writer, expire_on_commit=False) as change:
            # The write lock is taken now, so that what is read below cannot change underneath.
            locked = change.connection()
            # A file that was moved away can still be written to; who looks for it afterwards would not find it.
            if not (found := _found(self.path)):
                raise StoreMissing(f"There is no club file {self.path} any more.")
            if found[0] != locked.connection.info["found"][0]:
                raise StoreBusy(f"{self.path} has been replaced in this very moment; nothing was written. Try again.")
            refuse_unless_known(locked, self.path)
            yield change
            change.commit()

    @contextmanager
    def together(self) -> Iterator["Store"]:
        """Change the file in several steps, each of which finds what those before it wrote: all of them, or none."""
        with self.writing(Transaction) as whole:
            yield replace(self, within=whole.connection())

    def scrub(self) -> bool:
        """Leave nothing in the file of what was deleted or replaced, nor in the log beside it.

        Return whether that could be done: not while another program has the file open and is reading it.
        """
        with in_plain_words(self.path), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            try:
                raw.execute("VACUUM")
                busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError as error:
                if result_code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                return False
            return not busy

    def revision(self) -> tuple[int, ...]:
        """Return a token that is another one after every change to the file, whoever made it.

        It is cheap to ask for, and tells nothing but whether it is the same as one that was asked for before. Raises a
        `StoreFault` when the file is gone, or has been changed by a newer program so that it cannot be read here.
        """
        found = _found(self.path)
        if not found:
            raise StoreMissing(f"There is no club file {self.path} any more.")
        # SQLite tells a connection of changes by all others, so one is kept that never changes anything.
        with in_plain_words(self.path), self.watch.connect() as watching:
            revision = watching.exec_driver_sql("PRAGMA data_version").scalar_one()
            refuse_unless_known(watching, self.path)
        return *found, revision

    def checkpoint(self) -> None:
        """Bring what was written lately from the log beside the file into the file, as far as nobody is in the way."""
        log = self.path.with_name(f"{self.path.name}-wal")
        with suppress(DBAPIError, sqlite3.Error, OSError):
            if not self.read_only and log.stat().st_size:
                with self.engine.connect() as opened:
                    raw = opened.connection.driver_connection
                    assert raw is not None
                    raw.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Let go of the file, with all that was written in it."""
        self.checkpoint()
        self.engine.dispose()
        self.watch.dispose()


def connect(
    path: Path,
    *,
    create: bool = False,
    patience: float = PATIENCE,
    read_only: bool = False,
    key: bytes | None = None,
) -> Store:
    """Open a club's file, or make one where that is to be created.

    Raises a `StoreFault` when it is missing, newer than this program, damaged, or cannot be written in time.
    """
    if not create and not path.is_file():
        raise StoreMissing(f"There is no club file {path}.")
    if create and not path.exists():
        begin(path)
    store = store_at(path, "ro" if read_only else "rw", patience, key)
    try:
        if create:
            with in_plain_words(path), store.engine.connect() as opened:
                raw = opened.connection.driver_connection
                assert raw is not None
                raw.execute("PRAGMA journal_mode = WAL")
        with in_plain_words(path):
            make_unless_there(store.engine, path, create=create)
    except BaseException:
        store.close()
        raise
    return store


def row_of(tx: Transaction, kind: type[Row], number: int) -> Row | None:
    """Return the row of a number that somebody typed, or None; it may be larger than any that a file can hold."""
    return tx.get(kind, number) if abs(number) < 2**63 else None


def store_at(path: Path, mode: str, patience: float, key: bytes | None = None) -> Store:
    """Return a store on a file as it is, in one of SQLite's modes (``ro`` or ``rw``)."""
    # What watches the file is one connection, always the same: SQLite tells it of changes by all others.
    watch = _engine(path, mode, patience, pool_size=1, max_overflow=0)
    return Store(path, _engine(path, mode, patience), watch, mode == "ro", key, patience)


def _engine(path: Path, mode: str, patience: float, **pool: int) -> Engine:
    def connection() -> sqlite3.Connection:
        # No isolation level: Python's sqlite3 would begin transactions of its own, and commit before DDL.
        raw = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={'ro&immutable=1' if stays_as_it_is(path) else mode}",
            uri=True,
            isolation_level=None,
            timeout=_pause(patience),
            check_same_thread=False,
        )
        for pragma in _PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
        return raw

    # A queue leaves a connection that is in use to its thread when the file is closed in another.
    engine = create_engine("sqlite://", creator=connection, poolclass=QueuePool, pool_use_lifo=True, **pool)

    @event.listens_for(engine, "connect")
    def opened(_raw: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        entry.info["found"] = _found(path)

    @event.listens_for(engine, "checkout")
    def taken_up(_raw: sqlite3.Connection, entry: ConnectionPoolEntry, _borrowed: PoolProxiedConnection) -> None:
        found = _found(path)
        if found and found != entry.info["found"]:
            raise DisconnectionError  # the pool opens the file anew

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writes"):
            _take_write_lock(connection, patience)
        else:
            connection.exec_driver_sql("BEGIN")

    return engine


def _found(path: Path) -> tuple[int, ...]:
    """Return what tells the file that is here from another one in its place, or nothing when there is none.

    One that is read as if it stayed as it is has to be opened anew as soon as it does not.
    """
    try:
        file = path.stat()
        return (file.st_ino, file.st_mtime_ns, file.st_size) if stays_as_it_is(path) else (file.st_ino,)
    except OSError:
        return ()


def stays_as_it_is(path: Path) -> bool:
    """Tell whether nobody could write here, not even the files that SQLite needs beside this one to read it."""
    log = path.with_name(f"{path.name}-wal")
    return path.exists() and not _may_write(path.parent) and not (log.exists() and log.stat().st_size)


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _take_write_lock(connection: Connection, patience: float) -> None:
    """Begin a writing transaction. Who is in its way now does not queue: another program, or a file being restored."""
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * patience)}")
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * _pause(patience))}")


def _pause(patience: float) -> float:
    """Return how many seconds SQLite waits by itself for a file that is locked for a moment."""
    return min(patience, 1.0)
