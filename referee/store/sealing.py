"""The chain of the club's seals, and how each item was sealed last; see `referee.store.seals`."""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, SQLModel

from referee.store.moment import Moment


class Seal(SQLModel, table=True):
    """What one transaction changed, sealed together with all before it. Append-only.

    `changes` are ``[table, number, digest]`` for an item and ``["event", n, hash, match, 0]`` for an event. `key` is
    the mark of the key that it was sealed with, if any.
    """

    __tablename__ = "seal"
    id: int = Field(default=None, primary_key=True)
    kind: str
    changes: list[list[Any]] = Field(sa_type=JSON)
    at: datetime = Field(sa_type=Moment)
    key: str
    seal: str


class Sealed(SQLModel, table=True):
    """How an item was sealed last."""

    __tablename__ = "sealed"
    kind: str = Field(primary_key=True)
    row: int = Field(primary_key=True)
    salt: str
    digest: str
