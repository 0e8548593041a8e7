"""Matches: what is frozen when one starts, and the places that came of it."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.store import sessions  # noqa: F401 - its keys refer there
from referee.store.columns import MomentColumn, PlainColumn


class Match(SQLModel, table=True):
    """A game at a table. Game, options and the edition of the rulebook are frozen when it starts.

    So is what a chip is worth, which is empty where that is nobody's business. A match that `continues` another one was
    begun at the same table when its players changed.
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
    """Who sits where in a match, by the name and standing that they had when it started.

    `was_id` is the member's number until they were merged with another; see `referee.club.people.merging`.
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
    """What a finished match gave one player: a projection of the log, which can be rebuilt from it.

    `hands` is how many whole hands the match had, where it is one of several that one table was parted into.
    """

    __tablename__ = "placing"
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    member_id: int = Field(foreign_key="member.id", primary_key=True)
    rank: float
    players: int
    score: float
    chips: int | None = None
    hands: int | None = None
