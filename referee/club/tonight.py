"""What an officer wants to see first: the session, who is here, the tables, and what waits for a decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlmodel import col, select

from referee.club import disputes, matches
from referee.club.dispute_view import DisputeView
from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.club.match_view import MatchView
from referee.store import inspection
from referee.store.difference import Difference
from referee.store.engine import Transaction
from referee.store.migrations import raw_of
from referee.store.models import Attendance, Match, Member, Session
from referee.store.seals import head, in_short


@dataclass(frozen=True, slots=True)
class Tonight:
    """The session that is open, or None; `planned` is the next one that may be opened, if there is any.

    `waiting` are the disputes to be decided, of any session. `damage` is what is not as it was sealed, of all that is
    shown here. `head` is the seal with which the last evening ended, in short, while none is going on.
    """

    club: str
    session: Session | None
    planned: Session | None
    came: tuple[Member, ...]
    matches: tuple[MatchView, ...]
    waiting: tuple[DisputeView, ...]
    damage: tuple[Difference, ...] = ()
    head: str = ""


def tonight(club: Club, seen: Iterable[MatchView] = ()) -> Tonight:
    """Return how the evening stands. Tables `seen` before are not judged again when nothing was added to them."""
    waiting = tuple(disputes.disputes(club, is_open=True))
    name = club.name
    with club.reading() as tx:
        session = _going(tx)
        damage = tuple(inspection.small(raw_of(tx.connection())))
        unused = col(Session.opened_at).is_(None), col(Session.cancelled_at).is_(None)
        ahead = select(Session).where(*unused, col(Session.held_on) >= club.today)
        planned = tx.exec(ahead.order_by(col(Session.held_on))).first()
        if session is None:
            return Tonight(name, None, planned, (), (), waiting, damage, _head(tx))
        who = select(Member).join(Attendance).where(col(Attendance.session_id) == session.id)
        numbers = select(Match.id).where(col(Match.session_id) == session.id).order_by(col(Match.id))
        tables = matches.of_numbers(tx, tx.exec(numbers), seen)
        return Tonight(
            name,
            session,
            planned,
            tuple(tx.exec(who.order_by(col(Member.name)))),
            tuple(tables),
            waiting,
            (*damage, *(each for table in tables for each in table.damage)),
        )


def _head(tx: Transaction) -> str:
    """Return the last seal once there has been an evening to seal."""
    ended = tx.exec(select(Session.id).where(col(Session.closed_at).is_not(None)).limit(1)).first()
    return "" if ended is None else in_short(head(raw_of(tx.connection())))


def session_open(club: Club) -> Session:
    """Return the session that is open; of several, the last. Raises `ClubFault` when there is none."""
    with club.reading() as tx:
        found = _going(tx)
    if found is None:
        raise ClubFault("No session is open any more.")
    return found


def _going(tx: Transaction) -> Session | None:
    still = col(Session.opened_at).is_not(None), col(Session.closed_at).is_(None)
    return tx.exec(select(Session).where(*still).order_by(col(Session.held_on).desc())).first()
