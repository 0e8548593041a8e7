"""Who is drawn and not noted as here, on an evening that is open."""

from __future__ import annotations

from sqlmodel import col, select

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.store.models import Attendance
from referee.tournaments.state import overview


def not_here(club: Club, typed: str | None) -> list[str]:
    """Return the names of those at the tables of the last round who have not been checked in; none without session."""
    with club.reading() as tx:
        found = overview.read(tx, typed)
        try:
            evening = sessions.called(tx)
        except ClubFault:
            return []
        here = set(tx.exec(select(Attendance.member_id).where(col(Attendance.session_id) == evening.id)))
        last = found.view.rounds[-1]
        seated = [each for table in last.tables for each in table.entries]
        return [found.view.name_of(each) for each in seated if found.members[each] not in here]
