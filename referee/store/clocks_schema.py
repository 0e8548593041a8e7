"""The step that lets a club's file hold what is done with clocks."""

from typing import Final

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

_TABLE: Final = """
CREATE TABLE clock_event (
    id INTEGER NOT NULL PRIMARY KEY,
    tournament_id INTEGER REFERENCES tournament (id),
    deed VARCHAR NOT NULL,
    minutes INTEGER NOT NULL,
    periods JSON NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_clock_event_tournament_id ON clock_event (tournament_id)
"""


def keep_clocks(connection: Connection) -> None:
    """Make the table of what is done with clocks, and keep it."""
    for statement in _TABLE.split(";"):
        connection.exec_driver_sql(statement)
    keep_what_is_written(connection, "clock_event")
