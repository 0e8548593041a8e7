"""The log of a match: what happened, and what officers decided about it, as its events tell it.

Texts name seats (`@1` is the first), not people, so that a member can be forgotten without touching the log.
"""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, SQLModel

from referee.store import disputes  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class Entry(SQLModel, table=True):
    """A line of a match with its ruling as judged when it was entered, or what else happened at the table (`kind`).

    `number` is its number for people; `step` its place in the order of the match's entries and decisions. `text` are
    the words of a line, and `said` is what any other kind says. `instead_of` is the number of the mistyped line that it
    replaces, and `edition` what tells the rulebook that judged it from any other.
    """

    __tablename__ = "entry"
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    number: int = Field(primary_key=True)
    step: int
    kind: str
    text: str = ""
    said: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    instead_of: int | None = None
    verdict: str = ""
    word: str = ""
    clause: str = ""
    rule: str = ""
    reason: str = ""
    because: list[int] = Field(default_factory=list, sa_type=JSON)
    alternatives: list[str] = Field(default_factory=list, sa_type=JSON)
    edition: str = ""
    at: datetime = Field(sa_type=Moment)
    by: str


class Decision(SQLModel, table=True):
    """An officer's word on an entry: that it stands, is taken back, or was typed by mistake. The last one counts."""

    __tablename__ = "decision"
    match_id: int = Field(foreign_key="match.id", primary_key=True)
    step: int = Field(primary_key=True)
    number: int
    kind: str
    reason: str
    dispute_id: int | None = Field(default=None, foreign_key="dispute.id")
    at: datetime = Field(sa_type=Moment)
    by: str
