"""Seasons and their house rules."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

from referee.store.models.columns import DayColumn, MomentColumn, PlainColumn


class Season(SQLModel, table=True):
    """A series of sessions with common standings. Its scoring is frozen when it is created."""

    __tablename__ = "season"
    id: int = Field(default=None, primary_key=True)
    name: str
    starts: date = Field(sa_type=DayColumn)
    ends: date = Field(sa_type=DayColumn)
    best_k: int
    min_sessions: int
    lot_seed: int
    made_at: datetime = Field(sa_type=MomentColumn)
    closed_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    ties: str = ""
    """The tie-breaks in order; empty for the usual ones."""


class HouseRules(SQLModel, table=True):
    """One version of a game's options in a season; the last version is in force."""

    __tablename__ = "house_rules"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    game: str
    options: dict[str, str] = Field(sa_type=PlainColumn)
    at: datetime = Field(sa_type=MomentColumn)
    by: str
