"""The step that gives a club's file its penalties and its corrections."""

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

_TABLES = """
CREATE TABLE penalty (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    points INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    match_id INTEGER REFERENCES "match" (id),
    dispute_id INTEGER REFERENCES dispute (id),
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL,
    cancelled_at VARCHAR(32),
    cancelled_because VARCHAR NOT NULL,
    cancelled_by VARCHAR NOT NULL
);
CREATE INDEX ix_penalty_session_id ON penalty (session_id);
CREATE INDEX ix_penalty_member_id ON penalty (member_id);
CREATE TABLE correction (
    id INTEGER NOT NULL PRIMARY KEY,
    kind VARCHAR NOT NULL,
    match_id INTEGER REFERENCES "match" (id),
    number INTEGER,
    seat INTEGER,
    was INTEGER REFERENCES member (id),
    now INTEGER REFERENCES member (id),
    reason VARCHAR NOT NULL,
    mark VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_correction_match_id ON correction (match_id)
"""

_APPEND_ONLY = {
    "correction": "id = NEW.id",
}


def keep_remedies_and_penalties(connection: Connection) -> None:
    """Make the tables, and the triggers that keep what was written down."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table, same in _APPEND_ONLY.items():
        keep_what_is_written(connection, table, same)
