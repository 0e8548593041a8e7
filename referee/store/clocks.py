"""What was done with the clock. Append-only; nothing rests on it, so it is not sealed."""

from datetime import datetime
from typing import Final

from sqlalchemy.engine import Connection
from sqlmodel import JSON, Field, SQLModel

from referee.store.append_only import keep_what_is_written
from referee.store.moment import Moment


class ClockEvent(SQLModel, table=True):
    """Something that was done with the clock of a tournament, or with that of the room, which is of none.

    `deed` is one of `referee.tournaments.clock.Deed`, `minutes` are those that were added, and `periods` those that it
    was set to: minutes, small blind, big blind, ante, and whether it is a break.
    """

    __tablename__ = "clock_event"
    id: int = Field(default=None, primary_key=True)
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", index=True)
    deed: str
    minutes: int
    periods: list[tuple[int, int, int, int, bool]] = Field(sa_type=JSON)
    at: datetime = Field(sa_type=Moment)
    by: str


_TABLE: Final = """
CREATE TABLE clock_event (
    id INTEGER NOT NULL PRIMARY KEY,
    tournament_id INTEGER REFERENCES tournament (id),
    deed VARCHAR NOT NULL,
    minutes INTEGER NOT NULL,
    periods JSON NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_clock_event_tournament_id ON clock_event (tournament_id)
"""


def keep_clocks(connection: Connection) -> None:
    """Make the table of what is done with clocks, and keep it."""
    for statement in _TABLE.split(";"):
        connection.exec_driver_sql(statement)
    keep_what_is_written(connection, "clock_event")
