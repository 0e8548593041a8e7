"""Who signs for what is written down, by the member's number: a name may have to be forgotten."""

from __future__ import annotations

from sqlmodel import col, select

from referee.club.folder import Club
from referee.club.text.names import signature
from referee.store.engine import Transaction
from referee.store.members import Member


def names(tx: Transaction) -> dict[int, str]:
    """Return what everybody is called who ever was on the roster, by number; whoever is on it now comes last."""
    rows = tx.exec(select(Member.id, Member.name).order_by(col(Member.merged_into).is_(None), col(Member.id)))
    return dict(rows.all())


def signed(tx: Transaction, club: Club) -> str:
    """Return who acts as it is kept, which a member's name is not: it may have to be forgotten."""
    typed = club.signed()
    # Found once, where much is written down at a time.
    kept: dict[str, str] = tx.info.setdefault("signed", {})
    if typed not in kept:
        kept[typed] = signature(typed, names(tx))
    return kept[typed]
