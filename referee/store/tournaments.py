"""Tournaments: who entered, and what happened, as a log. Append-only, but for who somebody is when two are one."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, SQLModel

from referee.store import members, seasons  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class Tournament(SQLModel, table=True):
    """A tournament that was announced in a season. Every round is drawn by a seed that comes from its own."""

    __tablename__ = "tournament"
    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    name: str
    seed: int
    at: datetime = Field(sa_type=Moment)
    by: str


class TournamentEntry(SQLModel, table=True):
    """Whom an entry number of a tournament stands for, and whether they were a guest when they entered."""

    __tablename__ = "tournament_entry"
    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    guest: bool
    was_id: int | None = None


class TournamentEvent(SQLModel, table=True):
    """Something that happened in a tournament. How it stands follows from these alone, in their order.

    `kind` is one of `referee.tournaments.state.log.Kind`, and `data` what belongs to it: players by entry number, never
    by name, and tables by the number of their match.
    """

    __tablename__ = "tournament_event"
    id: int = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    kind: str
    data: dict[str, Any] = Field(sa_type=JSON)
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str

    @property
    def words(self) -> list[str]:
        """What was typed and is kept in the data, such as the name of a team."""
        return list(_texts(self.data))


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for each in data.values():
                yield from _texts(each)
        case list():
            for each in data:
                yield from _texts(each)
