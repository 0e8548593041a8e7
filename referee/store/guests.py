"""What members played as guests, before they joined: whether it counts for them in a season."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store import members, seasons  # noqa: F401 - its keys refer there
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
