"""Session state, such as paired phones and calls. It is kept outside the log and removed when the session closes.

It contains no results; its consequences are events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from referee.store.decoding import decode_mapping, decode_text, decoding
from referee.store.events.postgresql_schema import CURRENT_CLUB, separate_by_hidden_column
from referee.store.events.rows import Drop, Put, SqlTransaction, apply_changes

TABLE: Final = "passing"
_COLUMNS: Final = "session_id bigint NOT NULL, kind text NOT NULL, name text NOT NULL, data text NOT NULL"
_OPEN: Final = "SELECT id FROM session WHERE opened_at IS NOT NULL AND closed_at IS NULL"
_KEY: Final = "session_id, kind, name"
# The log tells of its changes by itself; whoever watches a club hears of these as well.
_NOTIFY: Final = """
CREATE OR REPLACE FUNCTION passing_told() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog
AS $$
BEGIN
  PERFORM pg_notify('referee_' || current_setting('referee.club'), '');
  RETURN NULL;
END $$
"""


class SessionState(NamedTuple):
    """A piece of session state: its `kind`, its `name` within that kind, and its data."""

    kind: str
    name: str
    data: dict[str, Any]


def sqlite_statements() -> Iterator[str]:
    """Yield the SQL that creates the table in a club's file."""
    yield f"CREATE TABLE {TABLE} ({_COLUMNS}, PRIMARY KEY ({_KEY})) WITHOUT ROWID"


def postgresql_statements() -> Iterator[str]:
    """Yield the SQL that creates the table for all clubs of a server. Each club sees only its own rows."""
    yield f"CREATE TABLE {TABLE} (club integer NOT NULL DEFAULT {CURRENT_CLUB}, {_COLUMNS}, PRIMARY KEY (club, {_KEY}))"
    yield from separate_by_hidden_column(TABLE)
    yield _NOTIFY
    yield (
        f"CREATE TRIGGER passing_told AFTER INSERT OR UPDATE OR DELETE ON {TABLE} "
        "FOR EACH STATEMENT EXECUTE FUNCTION passing_told()"
    )


def session_states(sql: SqlTransaction, session: int) -> list[SessionState]:
    """Return the state of a session in order of kind and name. Raise `StoreUnreadable` if a row is invalid."""
    query = f"SELECT kind, name, data FROM {TABLE} WHERE session_id = ? ORDER BY kind, name"
    return [decode_state(*row) for row in sql.rows(query, session)]


def decode_state(kind: str, name: str, data: str) -> SessionState:
    """Return a stored piece of state. Raise `StoreUnreadable` if it is invalid."""
    with decoding(describe(kind, name)):
        return SessionState(decode_text(kind), decode_text(name), decode_mapping(data))


def describe(kind: object, name: object) -> str:
    """Return the name of a piece of state for messages."""
    return f"The {kind!s:.20} {name!r:.20} of the phones"


def stored_rows(sql: SqlTransaction) -> list[tuple[Any, ...]]:
    """Return the stored rows of all sessions: session, kind, name and data."""
    return sql.rows(f"SELECT {_KEY}, data FROM {TABLE} ORDER BY {_KEY}")


def replace_rows(sql: SqlTransaction, rows: Iterable[tuple[Any, ...]]) -> None:
    """Replace all rows of the table."""
    sql.do(f"DELETE FROM {TABLE}")
    sql.insert_rows(TABLE, ("session_id", "kind", "name", "data"), list(rows))


def put(sql: SqlTransaction, session: int, kind: str, name: str, data: Mapping[str, Any]) -> None:
    """Store a piece of state until the session closes. It replaces any piece with the same kind and name."""
    apply_changes(sql, [Put(TABLE, _row_key(session, kind, name), {"data": dict(data)})])


def drop(sql: SqlTransaction, session: int, kind: str, name: str) -> None:
    """Remove a piece of state."""
    apply_changes(sql, [Drop(TABLE, _row_key(session, kind, name))])


def clear(sql: SqlTransaction, session: int) -> None:
    """Remove all state of a session."""
    apply_changes(sql, [Drop(TABLE, {"session_id": session})])


def copy_open_sessions(old: SqlTransaction, new: SqlTransaction) -> None:
    """Replace the state in one store by the state in another, for sessions open in both."""
    new.do(f"DELETE FROM {TABLE}")
    open_in_both = {session for (session,) in new.rows(_OPEN)} & {session for (session,) in old.rows(_OPEN)}
    for session in sorted(open_in_both):
        for kind, name, data in session_states(old, session):
            put(new, session, kind, name, data)


def _row_key(session: int, kind: str, name: str) -> dict[str, object]:
    return {"session_id": session, "kind": kind, "name": name}
