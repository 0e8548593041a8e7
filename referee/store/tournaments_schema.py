"""The step that lets a club's file hold tournaments: who entered."""

from typing import Final

from sqlalchemy.engine import Connection

_TABLES: Final = """
CREATE TABLE tournament (
    id INTEGER NOT NULL PRIMARY KEY,
    season_id INTEGER NOT NULL REFERENCES season (id),
    name VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_tournament_season_id ON tournament (season_id);
CREATE TABLE tournament_entry (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    number INTEGER NOT NULL,
    member_id INTEGER NOT NULL REFERENCES member (id),
    guest BOOLEAN NOT NULL,
    was_id INTEGER,
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX ix_tournament_entry_member_id ON tournament_entry (member_id)
"""


def keep_tournaments(connection: Connection) -> None:
    """Make the tables of tournaments."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
