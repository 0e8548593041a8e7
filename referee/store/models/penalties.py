"""Penalties and warnings. Cancelled ones stay, marked as cancelled.

A row keeps the member's number; its readers look up the survivor after a merge.
"""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn


class Penalty(SQLModel, table=True):
    """A penalty given in a session: `points` to deduct, or a warning if that is 0."""

    __tablename__ = "penalty"
    id: int = Field(default=None, primary_key=True)
    session_id: int = Field(foreign_key="session.id", index=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    points: int
    reason: str
    match_id: int | None = Field(default=None, foreign_key="match.id")
    dispute_id: int | None = Field(default=None, foreign_key="dispute.id")
    at: datetime = Field(sa_type=MomentColumn)
    by: str
    cancelled_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    cancelled_because: str = ""
    cancelled_by: str = ""
