"""The step that gives a club's file its penalties."""

from sqlalchemy.engine import Connection

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
CREATE INDEX ix_penalty_member_id ON penalty (member_id)
"""


def keep_remedies_and_penalties(connection: Connection) -> None:
    """Make the table."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
