"""Seasons and the house rules played by in them."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlmodel import JSON, Field, SQLModel

from referee.store.moment import Moment


class Season(SQLModel, table=True):
    """A run of sessions with one table of standings. How it is scored is frozen when it is made."""

    PLAIN: ClassVar = "name", "starts", "ends", "best_k", "min_sessions", "lot_seed", "ties", "closed_at"
    __tablename__ = "season"
    id: int = Field(default=None, primary_key=True)
    name: str
    starts: date
    ends: date
    best_k: int
    min_sessions: int
    lot_seed: int
    made_at: datetime = Field(sa_type=Moment)
    closed_at: datetime | None = Field(default=None, sa_type=Moment)
    ties: str = ""
    """The steps that part a tie, in order; empty for the usual ones."""


class HouseRules(SQLModel, table=True):
    """One version of a game's options in a season. Append-only: the last version of a game is in force."""

    __tablename__ = "house_rules"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    game: str
    options: dict[str, str] = Field(sa_type=JSON)
    at: datetime = Field(sa_type=Moment)
    by: str


class SeasonArchive(SQLModel, table=True):
    """What a season had come to when it was closed; or that it was reopened, and why. Append-only.

    `kind` is ``closed`` or ``reopened``. `contents` are the figures at the close, with members by number, so that
    whoever has to be forgotten is named nowhere in it.
    """

    __tablename__ = "season_archive"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    kind: str
    contents: dict[str, Any] = Field(sa_type=JSON)
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str
