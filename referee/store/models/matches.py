"""Matches: what is frozen when one starts, its seats, and the places that resulted."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn, PlainColumn


class Match(SQLModel, table=True):
    """A game at a table. Its game, options, rulebook edition and the worth of a chip are frozen when it starts.

    `chip` is empty if chips have no stated worth. `continues` is the match that this one follows at the same table,
    after its players changed.
    """

    __tablename__ = "match"
    id: int = Field(default=None, primary_key=True)
    session_id: int = Field(foreign_key="session.id", index=True)
    game: str
    edition: str
    options: dict[str, str] = Field(sa_type=PlainColumn)
    started_at: datetime = Field(sa_type=MomentColumn)
    by: str
    finished_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    chip: str = ""
    continues: int | None = Field(default=None, foreign_key="match.id")


class Seat(SQLModel, table=True):
    """A seat in a match, with the name and standing that its player had at the start.

    `was_id` is the number that the member had until they were merged with another; see `referee.club.people.merging`.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("match_id", "member_id"),)
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    name: str
    guest: bool
    was_id: int | None = None


class Placing(SQLModel, table=True):
    """What a finished match gave one player; projected from the log.

    `hands` is the number of complete hands in the match, if one table was split into several matches.
    """

    __tablename__ = "placing"
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    member_id: int = Field(foreign_key="member.id", primary_key=True)
    rank: float
    players: int
    score: float
    chips: int | None = None
    hands: int | None = None
