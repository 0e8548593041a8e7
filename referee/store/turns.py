"""What was done to two members and can be undone, so that it stays visible. Append-only."""

from datetime import datetime

from sqlmodel import JSON, Field, SQLModel

from referee.store import members  # noqa: F401 - its keys refer there
from referee.store.moment import Moment


class MemberTurn(SQLModel, table=True):
    """That a member was merged into another, or the two were parted again.

    `moved` is what became the other's, by numbers alone, so that it can be given back: see
    `referee.club.people.merging`.
    """

    __tablename__ = "member_turn"
    id: int = Field(default=None, primary_key=True)
    kept_id: int = Field(foreign_key="member.id", index=True)
    other_id: int = Field(foreign_key="member.id", index=True)
    kind: str
    moved: dict[str, list[list[int | str]]] = Field(sa_type=JSON)
    reason: str
    at: datetime = Field(sa_type=Moment)
    by: str
