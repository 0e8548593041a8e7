"""The interface of a club's engine, SQLite or PostgreSQL; and a nested transaction that offers the same interface."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from referee.store.events.rows import SqlTransaction

_STEP: Final = "step"


class Engine(Protocol):
    """An open club, in a file or on a server."""

    @property
    def club(self) -> int:
        """The club's number on the engine."""

    @property
    def path(self) -> Path | None:
        """The club's file, if it has one."""

    @property
    def where(self) -> str:
        """The name of the place where the club is kept."""

    @property
    def key(self) -> bytes | None:
        """The available key, for a club whose log is hashed with one."""

    def reading(self) -> AbstractContextManager[SqlTransaction]:
        """Read the club as of one moment. Raises a `StoreFault`."""

    def writing(self) -> AbstractContextManager[SqlTransaction]:
        """Wait for the write lock and change the club: all changes are committed on leaving, or none after an
        exception.

        Raises a `StoreFault`.
        """

    def revision(self) -> tuple[int, ...]:
        """Return a token that changes with every change to the club, whoever made it. Raises a `StoreFault`."""

    def scrub(self) -> bool:
        """Erase the remains of deleted and replaced data; return whether that was possible."""

    def close(self) -> None:
        """Close the club."""


@dataclass(frozen=True, slots=True)
class NestedTransaction:
    """A club within a transaction: it reads what the transaction has written, and is committed with it."""

    engine: Engine
    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The club's number on the engine."""
        return self.sql.club

    @property
    def path(self) -> Path | None:
        """The club's file, if it has one."""
        return self.engine.path

    @property
    def where(self) -> str:
        """The name of the place where the club is kept."""
        return self.engine.where

    @property
    def key(self) -> bytes | None:
        """The available key, for a club whose log is hashed with one."""
        return self.sql.key

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """Read what the transaction has written so far."""
        yield self.sql

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """Change the club at a savepoint: all changes are kept, or none if anything is raised."""
        with savepoint(self.sql):
            yield self.sql

    def revision(self) -> tuple[int, ...]:
        """Return the revision of the engine."""
        return self.engine.revision()

    def scrub(self) -> bool:
        """Return False: only the outer transaction could erase anything."""
        return False

    def close(self) -> None:
        """Do nothing: the outer transaction closes the club."""


@contextmanager
def savepoint(sql: SqlTransaction) -> Iterator[None]:
    """Run a block at a savepoint; roll back to it if the block raises anything."""
    sql.do(f"SAVEPOINT {_STEP}")
    try:
        yield
    except BaseException:
        sql.do(f"ROLLBACK TO SAVEPOINT {_STEP}")
        sql.do(f"RELEASE SAVEPOINT {_STEP}")
        raise
    sql.do(f"RELEASE SAVEPOINT {_STEP}")
