"""The step that gives a club's file its officers, who did what, and how each member is shown in public."""

from typing import Final

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written

_TABLES: Final = (
    "CREATE TABLE term (id INTEGER NOT NULL PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES member (id), "
    "position VARCHAR NOT NULL, starts DATE NOT NULL, ends DATE NOT NULL, kind VARCHAR NOT NULL, "
    'follows INTEGER REFERENCES term (id), reason VARCHAR NOT NULL, at VARCHAR(32) NOT NULL, "by" VARCHAR NOT NULL)',
    "CREATE INDEX ix_term_member_id ON term (member_id)",
    "CREATE TABLE deed (id INTEGER NOT NULL PRIMARY KEY, what VARCHAR NOT NULL, about INTEGER, "
    'note VARCHAR NOT NULL, at VARCHAR(32) NOT NULL, "by" VARCHAR NOT NULL)',
    "CREATE INDEX ix_deed_what ON deed (what)",
)


def keep_officers_and_privacy(connection: Connection) -> None:
    """Make the tables of terms and deeds, which only grow, and say of members and of the club how names are shown."""
    for statement in _TABLES:
        connection.exec_driver_sql(statement)
    for table in ("term", "deed"):
        keep_what_is_written(connection, table)
    connection.exec_driver_sql("ALTER TABLE member ADD COLUMN shown_as VARCHAR NOT NULL DEFAULT ''")
    connection.exec_driver_sql("ALTER TABLE charter ADD COLUMN shown_as VARCHAR NOT NULL DEFAULT ''")
