"""The step that lets people come and go at a table."""

from sqlalchemy.engine import Connection


def let_people_come_and_go(connection: Connection) -> None:
    """Keep which match a match goes on from, and how many hands a part of a table had."""
    connection.exec_driver_sql('ALTER TABLE "match" ADD COLUMN continues INTEGER REFERENCES "match" (id)')
    connection.exec_driver_sql("ALTER TABLE placing ADD COLUMN hands INTEGER")
