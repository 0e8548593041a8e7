"""The step that keeps whether what members played as guests counts for them."""

from sqlalchemy.engine import Connection

from referee.store.append_only import keep_what_is_written


def keep_guest_results(connection: Connection) -> None:
    """Keep what was decided about the results of guests who joined, for good."""
    connection.exec_driver_sql(
        "CREATE TABLE guest_results (id INTEGER NOT NULL PRIMARY KEY, "
        "member_id INTEGER NOT NULL REFERENCES member (id), season_id INTEGER NOT NULL REFERENCES season (id), "
        'counts BOOLEAN NOT NULL, at VARCHAR(32) NOT NULL, "by" VARCHAR NOT NULL)'
    )
    keep_what_is_written(connection, "guest_results")
