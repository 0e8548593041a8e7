"""What was put right afterwards, and until when that is done without more ado. Append-only."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store import matches  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class Windows(SQLModel, table=True):
    """How long what is written down in a season may be challenged; empty is for ever. Said before its first evening.

    `player_minutes` run from the end of a match, `officer_days` from the day of the session.
    """

    __tablename__ = "windows"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    player_minutes: int | None = None
    officer_days: int | None = None
    at: datetime = Field(sa_type=Moment)
    by: str


class Correction(SQLModel, table=True):
    """Something put right after the evening: at which table, what, and why.

    `number` is the line, `seat` the seat, where `was` and `now` are the members written down there before and after.
    `mark` says what made it more than a slip of the pen put right in time: that it came late, or the season was closed.
    """

    __tablename__ = "correction"
    id: int = Field(default=None, primary_key=True)
    kind: str
    match_id: int | None = Field(default=None, foreign_key="match.id", index=True)
    number: int | None = None
    seat: int | None = None
    was: int | None = Field(default=None, foreign_key="member.id")
    now: int | None = Field(default=None, foreign_key="member.id")
    reason: str
    mark: str
    at: datetime = Field(sa_type=Moment)
    by: str
