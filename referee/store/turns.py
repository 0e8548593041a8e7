"""What was done to a session or to two members and can be undone, so that it stays visible. Append-only."""

from datetime import datetime

from sqlalchemy.engine import Connection
from sqlmodel import JSON, Field, SQLModel

from referee.store.append_only import keep_what_is_written
from referee.store.moment import Moment


class SessionTurn(SQLModel, table=True):
    """That a session was closed, or opened again after that, with the reason if one was given."""

    __tablename__ = "session_turn"
    id: int = Field(default=None, primary_key=True)
    session_id: int = Field(foreign_key="session.id", index=True)
    kind: str
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str


class MemberTurn(SQLModel, table=True):
    """That a member was merged into another, or the two were parted again.

    `moved` is what became the other's, by numbers alone, so that it can be given back: see `referee.club.merging`.
    """

    __tablename__ = "member_turn"
    id: int = Field(default=None, primary_key=True)
    kept_id: int = Field(foreign_key="member.id", index=True)
    other_id: int = Field(foreign_key="member.id", index=True)
    kind: str
    moved: dict[str, list[list[int | str]]] = Field(sa_type=JSON)
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str


_TABLES = """
CREATE TABLE session_turn (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_session_turn_session_id ON session_turn (session_id);
CREATE TABLE member_turn (
    id INTEGER NOT NULL PRIMARY KEY,
    kept_id INTEGER NOT NULL REFERENCES member (id),
    other_id INTEGER NOT NULL REFERENCES member (id),
    kind VARCHAR NOT NULL,
    moved JSON NOT NULL,
    reason VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_member_turn_kept_id ON member_turn (kept_id);
CREATE INDEX ix_member_turn_other_id ON member_turn (other_id)
"""


def let_people_come_and_go(connection: Connection) -> None:
    """Keep which match a match goes on from, how many hands a part of a table had, and what can be undone."""
    connection.exec_driver_sql('ALTER TABLE "match" ADD COLUMN continues INTEGER REFERENCES "match" (id)')
    connection.exec_driver_sql(
        'CREATE TRIGGER match_continues_stays_frozen BEFORE UPDATE OF continues ON "match" '
        "BEGIN SELECT RAISE(ABORT, '\"match\" is frozen: continues'); END"
    )
    connection.exec_driver_sql("ALTER TABLE placing ADD COLUMN hands INTEGER")
    for statement in _TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table in ("session_turn", "member_turn"):
        keep_what_is_written(connection, table)
