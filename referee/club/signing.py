"""Who signs for what is written down, by the member's number, and whom a number stands for: a name may be forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Protocol

from sqlmodel import col, select

from referee.club.text.names import signature
from referee.store.engine import Transaction
from referee.store.members import Member
from referee.store.migrations import raw_of


class Signer(Protocol):
    """Whoever works on a club: by which clock, and signing as whom."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """Tells the time."""

    def signed(self) -> str:
        """Return who acts. Raises `ClubFault` when that cannot be a name."""


class Writing(Transaction):
    """A change of the club's file: all that it writes down is of one `moment`, and signed by whoever acts."""

    club: Signer

    @cached_property
    def moment(self) -> datetime:
        """The moment of the change."""
        return self.club.clock()

    @cached_property
    def actor(self) -> str:
        """Who acts as it is kept, which a member's name is not: it may have to be forgotten."""
        return signature(self.club.signed(), names(self))


def names(tx: Transaction) -> dict[int, str]:
    """Return what everybody is called who ever was on the roster, by number; whoever is on it now comes last."""
    rows = tx.exec(select(Member.id, Member.name).order_by(col(Member.merged_into).is_(None), col(Member.id)))
    return dict(rows.all())


def numbers_now(tx: Transaction) -> dict[int, int]:
    """Return who each member's number stands for now: their own, or that of whoever they were merged into at last."""
    return numbers_now_in(raw_of(tx.connection()))


def numbers_now_in(raw: sqlite3.Connection) -> dict[int, int]:
    """Return the same for a file that is read without its models."""
    into: dict[int, int | None] = dict(raw.execute("SELECT id, merged_into FROM member"))
    return {number: _last(number, into) for number in into}


def _last(number: int, into: dict[int, int | None]) -> int:
    seen = {number}
    while (other := into[number]) in into and other not in seen:  # a damaged file may lead nowhere, or in a circle
        seen.add(number := other)
    return number
