"""Matches: the rules frozen at the start, the seats, and the resulting places."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn, PlainColumn


class Match(SQLModel, table=True):
    """A game at a table. Its game, options, rulebook edition and chip value are frozen when it starts.

    `chip` is empty if chips have no stated value. `continues` is the earlier match at the same table, before its
    players changed.
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
    """A seat in a match, with the name and standing of its player at the start.

    `was_id` is the member's number before a merge; see `referee.club.people.merging`.
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
    """The result of one player in a finished match, projected from the log.

    `hands` is the number of complete hands in the match, if its table was split into several matches.
    """

    __tablename__ = "placing"
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    member_id: int = Field(foreign_key="member.id", primary_key=True)
    rank: float
    players: int
    score: float
    chips: int | None = None
    hands: int | None = None
