"""Tables to which rows are added, and in which nothing is ever changed or taken out."""

from sqlalchemy.engine import Connection


def keep_what_is_written(connection: Connection, table: str, same: str = "id = NEW.id", columns: str = "") -> None:
    """Refuse to change or delete what a table has, whoever tries; of some `columns` only, where they are named.

    `same` tells a row from others. INSERT OR REPLACE fires delete triggers only where recursive_triggers is on, which a
    stranger's connection need not have set; hence the guard before inserting.
    """
    refused = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    changing = f"UPDATE OF {columns}" if columns else "UPDATE"
    connection.exec_driver_sql(f"CREATE TRIGGER {table}_never_update BEFORE {changing} ON {table} {refused}")
    connection.exec_driver_sql(f"CREATE TRIGGER {table}_never_delete BEFORE DELETE ON {table} {refused}")
    connection.exec_driver_sql(
        f"CREATE TRIGGER {table}_never_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) {refused}"
    )
