"""All evenings of the club, past and to come, in one list."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, func, select

from referee.club.folder import Club
from referee.store.models import Attendance, Match, Season, Session


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: in which season, how many came, and how many tables were played."""

    session: Session
    season: str
    came: int
    tables: int


def evenings(club: Club) -> list[Evening]:
    """Return every evening of every season in order, those that are planned or cancelled too."""
    with club.reading() as tx:
        counting = select(Attendance.session_id, func.count()).group_by(col(Attendance.session_id))
        came = dict(tx.exec(counting).all())
        playing = select(Match.session_id, func.count()).group_by(col(Match.session_id))
        tables = dict(tx.exec(playing).all())
        every = select(Session, Season.name).join(Season).order_by(col(Session.held_on), col(Session.id))
        return [
            Evening(session, season, came.get(session.id, 0), tables.get(session.id, 0))
            for session, season in tx.exec(every)
        ]
