"""The sessions of a season, and their attendance."""

from datetime import date, datetime, time

from sqlmodel import Field, SQLModel

from referee.store.models.columns import DayColumn, HourColumn, MomentColumn


class Session(SQLModel, table=True):
    """One evening of play. `sequence` counts the announced changes for calendars."""

    __tablename__ = "session"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    held_on: date = Field(sa_type=DayColumn)
    starts: time = Field(sa_type=HourColumn)
    room: str = ""
    note: str = ""
    sequence: int = 0
    opened_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    closed_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    cancelled_at: datetime | None = Field(default=None, sa_type=MomentColumn)


class Attendance(SQLModel, table=True):
    """A member's presence at a session."""

    __tablename__ = "attendance"
    session_id: int = Field(foreign_key="session.id", primary_key=True)
    member_id: int = Field(foreign_key="member.id", primary_key=True)
    at: datetime = Field(sa_type=MomentColumn)
    by: str
    was_id: int | None = None
