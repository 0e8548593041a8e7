"""The interface of a club's engine, SQLite or PostgreSQL; and a nested transaction with the same interface."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

from referee.cards.immutable import frozen
from referee.store.events.rows import SqlTransaction

_STEP: Final = "step"


class Engine(Protocol):
    """An open club in a file or on a server."""

    @property
    def club(self) -> int:
        """The club's number in the engine."""

    @property
    def path(self) -> Path | None:
        """The club's file; None on a server."""

    @property
    def where(self) -> str:
        """The name of the club's location, for messages."""

    def reading(self) -> AbstractContextManager[SqlTransaction]:
        """Open a transaction that reads the club at one moment. Raise a `StoreFault` if the club cannot be read."""

    def writing(self) -> AbstractContextManager[SqlTransaction]:
        """Wait for the write lock and change the club. All changes are committed at the end, or none after an
        exception.

        Raise a `StoreFault` if the club cannot be written.
        """

    def revision(self) -> tuple[int, ...]:
        """Return a token that changes with every change to the club by any program. Raise a `StoreFault` if it cannot
        be read.
        """

    def scrub(self) -> bool:
        """Erase the remains of deleted and replaced data. Tell whether that was possible."""

    def close(self) -> None:
        """Close the club."""


@frozen
class NestedTransaction:
    """A club within a transaction: it reads what the transaction has written, and is committed with it."""

    engine: Engine
    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The club's number in the engine."""
        return self.sql.club

    @property
    def path(self) -> Path | None:
        """The club's file; None on a server."""
        return self.engine.path

    @property
    def where(self) -> str:
        """The name of the club's location, for messages."""
        return self.engine.where

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """Yield the transaction, with everything it has written so far."""
        yield self.sql

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """Change the club at a savepoint. All changes stay, or none if an exception is raised."""
        with savepoint(self.sql):
            yield self.sql

    def revision(self) -> tuple[int, ...]:
        """Return the revision token of the engine."""
        return self.engine.revision()

    def scrub(self) -> bool:
        """Return False, because only the outer transaction can erase data."""
        return False

    def close(self) -> None:
        """Do nothing, because the outer transaction closes the club."""


@contextmanager
def savepoint(sql: SqlTransaction) -> Iterator[None]:
    """Run a block at a savepoint. Roll back to it if the block raises an exception."""
    sql.do(f"SAVEPOINT {_STEP}")
    try:
        yield
    except BaseException:
        sql.do(f"ROLLBACK TO SAVEPOINT {_STEP}")
        sql.do(f"RELEASE SAVEPOINT {_STEP}")
        raise
    sql.do(f"RELEASE SAVEPOINT {_STEP}")
