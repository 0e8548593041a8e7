"""Who holds which office and for how long. Append-only."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

from referee.store import members  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class Term(SQLModel, table=True):
    """That somebody was elected to a position, took it over, or stepped down.

    `follows` is the term that ends when this one begins: that of whoever handed over, or stepped down. Who was merged
    with somebody since is still named by the number of then; `referee.club.people.officers` looks up who that is now.
    """

    __tablename__ = "term"
    id: int = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    position: str
    starts: date
    ends: date
    kind: str
    follows: int | None = Field(default=None, foreign_key="term.id")
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str
