"""The step that keeps with a season the order of its tie-breaks, and what it had come to when it was closed."""

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written


def keep_ties_and_archives(connection: Connection) -> None:
    """Make room for both. A season that was begun before has the order of tie-breaks that there was then."""
    connection.exec_driver_sql("ALTER TABLE season ADD COLUMN ties VARCHAR NOT NULL DEFAULT ''")
    connection.exec_driver_sql(
        "CREATE TRIGGER season_ties_stay_frozen BEFORE UPDATE OF ties ON season "
        "BEGIN SELECT RAISE(ABORT, 'season is frozen: ties'); END"
    )
    connection.exec_driver_sql(
        "CREATE TABLE season_archive (id INTEGER NOT NULL PRIMARY KEY, "
        "season_id INTEGER NOT NULL REFERENCES season (id), kind VARCHAR NOT NULL, contents JSON NOT NULL, "
        'reason VARCHAR NOT NULL, at VARCHAR(32) NOT NULL, "by" VARCHAR NOT NULL)'
    )
    connection.exec_driver_sql("CREATE INDEX ix_season_archive_season_id ON season_archive (season_id)")
    keep_what_is_written(connection, "season_archive")
