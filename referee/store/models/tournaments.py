"""Tournaments and their entries, projected from the log. Everything else about them is read from their events."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn


class Tournament(SQLModel, table=True):
    """A tournament announced in a season. Its `seed` determines the seed of each round's draw."""

    __tablename__ = "tournament"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    name: str
    seed: int
    at: datetime = Field(sa_type=MomentColumn)
    by: str


class TournamentEntry(SQLModel, table=True):
    """The member for an entry number of a tournament, and whether they entered as a guest."""

    __tablename__ = "tournament_entry"
    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    guest: bool
    was_id: int | None = None
