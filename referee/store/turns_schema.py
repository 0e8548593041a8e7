"""The step that lets people come and go at a table, sessions be opened again and members be parted again."""

from typing import Final

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

_TABLES: Final = """
CREATE TABLE session_turn (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_session_turn_session_id ON session_turn (session_id);
CREATE TABLE member_turn (
    id INTEGER NOT NULL PRIMARY KEY,
    kept_id INTEGER NOT NULL REFERENCES member (id),
    other_id INTEGER NOT NULL REFERENCES member (id),
    kind VARCHAR NOT NULL,
    moved JSON NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_member_turn_kept_id ON member_turn (kept_id);
CREATE INDEX ix_member_turn_other_id ON member_turn (other_id)
"""


def let_people_come_and_go(connection: Connection) -> None:
    """Keep which match a match goes on from, how many hands a part of a table had, and what can be undone."""
    connection.exec_driver_sql('ALTER TABLE "match" ADD COLUMN continues INTEGER REFERENCES "match" (id)')
    connection.exec_driver_sql(
        'CREATE TRIGGER match_continues_stays_frozen BEFORE UPDATE OF continues ON "match" '
        "BEGIN SELECT RAISE(ABORT, '\"match\" is frozen: continues'); END"
    )
    connection.exec_driver_sql("ALTER TABLE placing ADD COLUMN hands INTEGER")
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table in ("session_turn", "member_turn"):
        keep_what_is_written(connection, table)
