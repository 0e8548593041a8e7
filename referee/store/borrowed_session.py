"""SQLModel's session on a connection that is lent to it, in the middle of a transaction that is not its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from typing import Any

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

_LENT: ContextVar[Any] = ContextVar("the connection that is lent")


def session_on(raw: Any) -> Session:
    """Return a session on a driver's connection, which it neither begins, commits, rolls back nor closes."""
    token = _LENT.set(raw)
    try:
        connection = _engine("sqlite" if isinstance(raw, sqlite3.Connection) else "postgresql+psycopg2").connect()
    finally:
        _LENT.reset(token)
    return Session(connection, autoflush=False, expire_on_commit=False)


def refresh_changed(session: Session, has_changed: Callable[[Any], bool]) -> None:
    """Read the rows again that a session holds and that have changed; let go of those that are gone."""
    for instance in list(session.identity_map.values()):
        if has_changed(instance):
            try:
                session.refresh(instance)
            except InvalidRequestError:
                session.expunge(instance)


def end(session: Session) -> None:
    """Give a connection back to its lender."""
    session.close()
    connection = session.get_bind()
    assert isinstance(connection, Connection)
    connection.close()


@cache
def _engine(name: str) -> Engine:
    """Return the engine of all sessions on connections of a kind: what it has compiled once serves every club."""
    options: dict[str, Any] = {} if name == "sqlite" else {"use_native_hstore": False}
    engine = create_engine(f"{name}://", creator=_LENT.get, poolclass=NullPool, pool_reset_on_return=None, **options)
    for method in ("do_begin", "do_commit", "do_rollback", "do_close", "do_terminate"):
        setattr(engine.dialect, method, _left_to_the_lender)
    return engine


def _left_to_the_lender(_connection: object) -> None:
    pass
