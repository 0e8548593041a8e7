"""Who signs for what is written down, by the member's number: a name may have to be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Protocol

from sqlmodel import col, select

from referee.club.text.names import signature
from referee.store.engine import Transaction
from referee.store.members import Member


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
