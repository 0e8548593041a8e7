"""The step that lets a club's file hold tournaments: who entered, and what happened in them."""

from typing import Final

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

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
CREATE INDEX ix_tournament_entry_member_id ON tournament_entry (member_id);
CREATE TABLE tournament_event (
    id INTEGER NOT NULL PRIMARY KEY,
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    kind VARCHAR NOT NULL,
    data JSON NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_tournament_event_tournament_id ON tournament_event (tournament_id)
"""

# What may never be changed: all columns, or those that are not about who somebody is, which a merge has to reach.
_KEPT: Final = {
    "tournament": ("", "id = NEW.id"),
    "tournament_entry": (
        "tournament_id, number, guest",
        "tournament_id = NEW.tournament_id AND number = NEW.number",
    ),
    "tournament_event": ("", "id = NEW.id"),
}


def keep_tournaments(connection: Connection) -> None:
    """Make the tables of tournaments, and the triggers that keep what was written down."""
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table, (columns, same) in _KEPT.items():
        keep_what_is_written(connection, table, same, columns)
