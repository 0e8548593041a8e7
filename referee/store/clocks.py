"""What was done with the clock. Append-only; nothing rests on it, so it is not sealed."""

from datetime import datetime

from sqlmodel import JSON, Field, SQLModel

from referee.store import tournaments  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class ClockEvent(SQLModel, table=True):
    """Something that was done with the clock of a tournament, or with that of the room, which is of none.

    `deed` is one of `referee.tournaments.clocks.clock.Deed`, `minutes` are those that were added, and `periods` those
    that it was set to: minutes, small blind, big blind, ante, and whether it is a break.
    """

    __tablename__ = "clock_event"
    id: int = Field(default=None, primary_key=True)
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", index=True)
    deed: str
    minutes: int
    periods: list[tuple[int, int, int, int, bool]] = Field(sa_type=JSON)
    at: datetime = Field(sa_type=Moment)
    by: str
