"""The step that lets a club's file hold draws of who sits where, and who is kept apart."""

from typing import Final

from sqlalchemy.engine import Connection

_TABLES: Final = """
CREATE TABLE draw (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    method VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    chosen BOOLEAN NOT NULL,
    games JSON NOT NULL,
    sizes JSON NOT NULL,
    met JSON NOT NULL,
    sat JSON NOT NULL,
    apart JSON NOT NULL,
    played JSON NOT NULL,
    tables JSON NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_draw_session_id ON draw (session_id);
CREATE TABLE drawn (
    draw_id INTEGER NOT NULL REFERENCES draw (id),
    place INTEGER NOT NULL,
    member_id INTEGER NOT NULL REFERENCES member (id),
    was_id INTEGER,
    PRIMARY KEY (draw_id, place)
);
CREATE INDEX ix_drawn_member_id ON drawn (member_id);
CREATE TABLE apart (
    id INTEGER NOT NULL PRIMARY KEY,
    season_id INTEGER NOT NULL REFERENCES season (id),
    one_id INTEGER NOT NULL REFERENCES member (id),
    other_id INTEGER NOT NULL REFERENCES member (id),
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_apart_season_id ON apart (season_id)
"""


def keep_draws(connection: Connection) -> None:
    """Make the tables of draws."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
