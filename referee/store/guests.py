"""What members played as guests, before they joined: whether it counts for them in a season."""

from datetime import datetime

from sqlalchemy.engine import Connection
from sqlmodel import Field, SQLModel

from referee.store.append_only import keep_what_is_written
from referee.store.moment import Moment


class GuestResults(SQLModel, table=True):
    """That what somebody played as a guest counts for them in a season, or not after all. The last word counts."""

    __tablename__ = "guest_results"
    id: int = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id")
    season_id: int = Field(foreign_key="season.id")
    counts: bool
    at: datetime = Field(sa_type=Moment)
    by: str


def keep_guest_results(connection: Connection) -> None:
    """Keep what was decided about the results of guests who joined, for good."""
    connection.exec_driver_sql(
        "CREATE TABLE guest_results (id INTEGER NOT NULL PRIMARY KEY, "
        "member_id INTEGER NOT NULL REFERENCES member (id), season_id INTEGER NOT NULL REFERENCES season (id), "
        'counts BOOLEAN NOT NULL, at VARCHAR(32) NOT NULL, "by" VARCHAR NOT NULL)'
    )
    keep_what_is_written(connection, "guest_results")
