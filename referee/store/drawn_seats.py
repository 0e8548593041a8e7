"""The step that lets a club's file hold draws of who sits where, and who is kept apart."""

from typing import Final

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

_TABLES: Final = """
CREATE TABLE draw (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    method VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    games JSON NOT NULL,
    sizes JSON NOT NULL,
    met JSON NOT NULL,
    sat JSON NOT NULL,
    apart JSON NOT NULL,
    tables JSON NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_draw_session_id ON draw (session_id);
CREATE TABLE drawn (
    draw_id INTEGER NOT NULL REFERENCES draw (id),
    place INTEGER NOT NULL,
    member_id INTEGER NOT NULL REFERENCES member (id),
    PRIMARY KEY (draw_id, place)
);
CREATE INDEX ix_drawn_member_id ON drawn (member_id);
CREATE TABLE draw_change (
    id INTEGER NOT NULL PRIMARY KEY,
    draw_id INTEGER NOT NULL REFERENCES draw (id),
    kind VARCHAR NOT NULL,
    places JSON NOT NULL,
    tables JSON NOT NULL,
    matches JSON NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_draw_change_draw_id ON draw_change (draw_id);
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

# What may never be changed: all columns, or those that are not about who somebody is, which a merge has to reach.
_KEPT: Final = {
    "draw": ("", "id = NEW.id"),
    "drawn": ("draw_id, place", "draw_id = NEW.draw_id AND place = NEW.place"),
    "draw_change": ("", "id = NEW.id"),
    "apart": ('id, season_id, kind, reason, at, "by"', "id = NEW.id"),
}


def keep_games_in_draws(connection: Connection) -> None:
    """Keep who had played what how often before a draw, and whether its seed was chosen; older draws have neither."""
    for column in ("played JSON", "chosen BOOLEAN"):
        connection.exec_driver_sql(f"ALTER TABLE draw ADD COLUMN {column}")


def keep_draws(connection: Connection) -> None:
    """Make the tables of draws, and the triggers that keep what was written down."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table, (columns, same) in _KEPT.items():
        keep_what_is_written(connection, table, same, columns)
