"""Draws of seats, and pairs of members to be kept apart."""

from datetime import datetime
from typing import Any

from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn, PlainColumn


class Draw(SQLModel, table=True):
    """A draw with all its inputs, so that it can be repeated. Its players are numbered from 0.

    `games` and `sizes` are given for each table. `met`, `sat`, `apart` and `played` are the `Entrants` of
    `referee.competition` as plain data. `chosen` is true if somebody chose the `seed`. `tables` is the outcome: the
    players of each table, in seat order.
    """

    __tablename__ = "draw"
    id: int = Field(default=None, primary_key=True)
    session_id: int = Field(foreign_key="session.id", index=True)
    method: str
    seed: int
    chosen: bool
    games: list[str] = Field(sa_type=PlainColumn)
    sizes: list[int] = Field(sa_type=PlainColumn)
    met: list[Any] = Field(sa_type=PlainColumn)
    sat: list[Any] = Field(sa_type=PlainColumn)
    apart: list[Any] = Field(sa_type=PlainColumn)
    played: list[Any] = Field(sa_type=PlainColumn)
    tables: list[list[int]] = Field(sa_type=PlainColumn)
    at: datetime = Field(sa_type=MomentColumn)
    by: str


class Drawn(SQLModel, table=True):
    """The member for a player's number in a draw: drawn players first, then those who sat out, then latecomers."""

    __tablename__ = "drawn"
    draw_id: int = Field(foreign_key="draw.id", primary_key=True)
    place: int = Field(primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    was_id: int | None = None


class Apart(SQLModel, table=True):
    """A pair of members kept apart for a season, in no particular order."""

    __tablename__ = "apart"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    one_id: int = Field(foreign_key="member.id")
    other_id: int = Field(foreign_key="member.id")
    reason: str
    at: datetime = Field(sa_type=MomentColumn)
    by: str
