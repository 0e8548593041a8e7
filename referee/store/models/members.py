"""The club and its members."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from referee.store.models.columns import MomentColumn


class Charter(SQLModel, table=True):
    """The club itself, in a single row. `backups` is the number of automatic backups to keep.

    `shown_as` is the public form of members' names without a setting of their own; see
    `referee.club.people.public_names`.
    """

    __tablename__ = "charter"
    id: int = Field(default=1, primary_key=True)
    name: str
    founded_at: datetime = Field(sa_type=MomentColumn)
    backups: int = 30
    shown_as: str = ""


class Member(SQLModel, table=True):
    """A person. Nobody is ever deleted: members retire, are merged with a namesake, or are forgotten.

    `shown_as` is the public form of their name; empty for the club's default.
    """

    __tablename__ = "member"
    id: int = Field(default=None, primary_key=True)
    name: str
    guest: bool = False
    joined_at: datetime = Field(sa_type=MomentColumn)
    retired_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    forgotten_at: datetime | None = Field(default=None, sa_type=MomentColumn)
    merged_into: int | None = Field(default=None, foreign_key="member.id")
    shown_as: str = ""
