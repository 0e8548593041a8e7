"""An engine on which a club is kept, whichever it is; and a transaction within one that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from referee.store.events.rows import SqlTransaction

_STEP: Final = "step"


class Engine(Protocol):
    """A club that is open, in a file or on a server."""

    @property
    def club(self) -> int:
        """The number that the club has on the engine."""

    @property
    def path(self) -> Path | None:
        """The club's file, if it has one."""

    @property
    def where(self) -> str:
        """What the place is called at which the club is kept."""

    @property
    def key(self) -> bytes | None:
        """The key that is at hand, for a club whose log is hashed with one."""

    def reading(self) -> AbstractContextManager[SqlTransaction]:
        """Read the club as it is at one moment. Raises a `StoreFault`."""

    def writing(self) -> AbstractContextManager[SqlTransaction]:
        """Change the club when it is our turn: all of it on leaving, or nothing when anything is raised.

        Raises a `StoreFault`.
        """

    def revision(self) -> tuple[int, ...]:
        """Return a token that is another one after every change to the club, whoever made it. Raises a `StoreFault`."""

    def scrub(self) -> bool:
        """Leave nothing of what was deleted or replaced; return whether that could be done."""

    def close(self) -> None:
        """Let go of the club."""


@dataclass(frozen=True, slots=True)
class NestedTransaction:
    """A club within a transaction: what is written is kept when the whole is, and read as it is there."""

    engine: Engine
    sql: SqlTransaction

    @property
    def club(self) -> int:
        """The number that the club has on the engine."""
        return self.sql.club

    @property
    def path(self) -> Path | None:
        """The club's file, if it has one."""
        return self.engine.path

    @property
    def where(self) -> str:
        """What the place is called at which the club is kept."""
        return self.engine.where

    @property
    def key(self) -> bytes | None:
        """The key that is at hand, for a club whose log is hashed with one."""
        return self.sql.key

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """Read what the transaction has written so far."""
        yield self.sql

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """Change the club by a step of the transaction, wholly or not at all."""
        with savepoint(self.sql):
            yield self.sql

    def revision(self) -> tuple[int, ...]:
        """Return what the engine does."""
        return self.engine.revision()

    def scrub(self) -> bool:
        """Leave that to whoever began the transaction."""
        return False

    def close(self) -> None:
        """Leave that to whoever began the transaction."""


@contextmanager
def savepoint(sql: SqlTransaction) -> Iterator[None]:
    """Do something within a transaction so that nothing of it is kept when anything is raised."""
    sql.do(f"SAVEPOINT {_STEP}")
    try:
        yield
    except BaseException:
        sql.do(f"ROLLBACK TO SAVEPOINT {_STEP}")
        sql.do(f"RELEASE SAVEPOINT {_STEP}")
        raise
    sql.do(f"RELEASE SAVEPOINT {_STEP}")
