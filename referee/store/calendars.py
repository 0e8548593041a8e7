"""What the calendar of a season says besides its sessions."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store import seasons  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class CalendarSetting(SQLModel, table=True):
    """In which time zone a season's sessions are, how many minutes each lasts, and whose public holidays it heeds.

    Empty or 0 where the schedule does not say. Append-only: the last of a season holds.
    """

    __tablename__ = "calendar_setting"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    zone: str
    minutes: int
    holidays: str
    at: datetime = Field(sa_type=Moment)
