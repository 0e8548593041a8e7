"""Tournaments and who entered them, as the log tells it; what happened in them since, only the log knows."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store import members, seasons  # noqa: F401 - its keys refer there
from referee.store.columns import MomentColumn


class Tournament(SQLModel, table=True):
    """A tournament that was announced in a season. Every round is drawn by a seed that comes from its own."""

    __tablename__ = "tournament"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    name: str
    seed: int
    at: datetime = Field(sa_type=MomentColumn)
    by: str


class TournamentEntry(SQLModel, table=True):
    """Whom an entry number of a tournament stands for, and whether they were a guest when they entered."""

    __tablename__ = "tournament_entry"
    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    guest: bool
    was_id: int | None = None
