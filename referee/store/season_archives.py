"""The step that keeps with a season the order of its tie-breaks, and what it had come to when it was closed."""

from sqlalchemy.engine import Connection


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
    for act in ("UPDATE", "DELETE"):
        connection.exec_driver_sql(
            f"CREATE TRIGGER season_archive_never_{act.lower()} BEFORE {act} ON season_archive "
            "BEGIN SELECT RAISE(ABORT, 'season_archive is append-only'); END"
        )
    connection.exec_driver_sql(
        "CREATE TRIGGER season_archive_never_replace BEFORE INSERT ON season_archive "
        "WHEN EXISTS (SELECT 1 FROM season_archive WHERE id = NEW.id) "
        "BEGIN SELECT RAISE(ABORT, 'season_archive is append-only'); END"
    )
