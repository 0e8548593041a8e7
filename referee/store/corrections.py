"""What was put right afterwards. Append-only."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store import matches  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


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
