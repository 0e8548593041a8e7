"""The log of a match: what happened, and what officers decided about it. Append-only.

Texts name seats (`@1` is the first), not people, so that a member can be forgotten without touching the log.
"""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import JSON, Field, SQLModel

from referee.store import disputes  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class Entry(SQLModel, table=True):
    """A line of a match with its ruling as judged when it was entered, or (`kind` result) how the match ended.

    `number` is the line's number for people; `step` its place in the match's chain of entries and decisions,
    whose `seal` covers everything up to it. `instead_of` is the number of the mistyped line that it replaces.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("match_id", "number"), UniqueConstraint("match_id", "step"))
    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    match_id: int = Field(foreign_key="match.id")
    number: int
    step: int
    kind: str
    text: str
    instead_of: int | None = None
    verdict: str = ""
    word: str = ""
    clause: str = ""
    rule: str = ""
    reason: str = ""
    because: list[int] = Field(default_factory=list, sa_type=JSON)
    alternatives: list[str] = Field(default_factory=list, sa_type=JSON)
    at: datetime = Field(sa_type=Moment)
    by: str
    seal: str = ""


class Decision(SQLModel, table=True):
    """An officer's word on an entry: that it stands, is taken back, or was typed by mistake. The last one counts."""

    __tablename__ = "decision"
    __table_args__ = (UniqueConstraint("match_id", "step"),)
    id: int = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id")
    number: int
    step: int
    kind: str
    reason: str
    dispute_id: int | None = Field(default=None, foreign_key="dispute.id")
    at: datetime = Field(sa_type=Moment)
    by: str
    seal: str = ""
