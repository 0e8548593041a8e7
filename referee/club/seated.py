"""Who has a seat at which table now: one person cannot play at two."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club.faults import ClubFault
from referee.club.match_log import read_log
from referee.club.seat_changes import who_left
from referee.store.engine import Transaction
from referee.store.models import Match, Member, Seat, Session


class SeatedElsewhere(ClubFault):
    """Somebody who would be seated has a seat at another table that is not finished; the message names it."""


def refuse_if_elsewhere(tx: Transaction, members: Iterable[Member], *, but: int = 0) -> None:
    """Raise `SeatedElsewhere` when members sit at unfinished tables of open sessions, other than table `but`."""
    found = [(member.name, table) for member in members for table in _tables_of(tx, member) if table != but]
    if found:
        where = listed([f"{name} sits at table {table}" for name, table in found])
        raise SeatedElsewhere(
            f"{where}, which {'is' if len({table for _, table in found}) == 1 else 'are'} not finished."
        )


def _tables_of(tx: Transaction, member: Member) -> list[int]:
    going = (
        select(Match.id)
        .join(Seat)
        .join(Session, col(Session.id) == col(Match.session_id))
        .where(col(Seat.member_id) == member.id, col(Match.finished_at).is_(None))
        .where(col(Session.opened_at).is_not(None), col(Session.closed_at).is_(None))
    )
    return [table for table in tx.exec(going.order_by(col(Match.id))) if not _has_left(tx, table, member)]


def _has_left(tx: Transaction, table: int, member: Member) -> bool:
    log = read_log(tx, table)
    return any(log.seats[seat].member_id == member.id for seat in who_left(log))
