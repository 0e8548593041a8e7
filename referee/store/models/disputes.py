"""Disputes and their parties, projected from the log."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn, PlainColumn


class Dispute(SQLModel, table=True):
    """A challenge to a line of a match or to stated facts, with the ruling when it was opened.

    The ruling has the player's `alternatives`, the acts `due` from others, and the question to `ask`. `outcome` is the
    officers' last decision, or that the dispute was reopened on appeal; empty until they decide.
    """

    __tablename__ = "dispute"
    id: int = Field(default=None, primary_key=True)
    match_id: int | None = Field(default=None, foreign_key="match.id", index=True)
    number: int | None = None
    game: str = Field(index=True)
    options: dict[str, str] = Field(sa_type=PlainColumn)
    facts: list[str] = Field(sa_type=PlainColumn)
    claim: str
    verdict: str
    word: str
    clause: str
    rule: str
    reason: str
    because: list[int] = Field(sa_type=PlainColumn)
    alternatives: list[str] = Field(sa_type=PlainColumn)
    due: list[str] = Field(sa_type=PlainColumn)
    ask: str
    outcome: str
    at: datetime = Field(sa_type=MomentColumn)
    by: str


class Party(SQLModel, table=True):
    """The member for a seat mark in the texts of a dispute."""

    __tablename__ = "party"
    dispute_id: int = Field(foreign_key="dispute.id", primary_key=True)
    seat: int = Field(primary_key=True)
    member_id: int | None = Field(default=None, foreign_key="member.id", index=True)
    name: str
    was_id: int | None = None
