"""Checking members out of a session."""

from __future__ import annotations

from collections.abc import Iterable

from referee.club.calendar.check_out import checked_out_members
from referee.club.calendar.sessions import checked_in_members, find_session
from referee.club.folder import Club
from referee.club.match.seat_conflicts import refuse_if_elsewhere
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.store.plain_rows import Member
from referee.store.projections.kind import EventKind


def check_out(club: Club, names: Iterable[str], session: str | None = None) -> list[Member]:
    """Check members out: all of them, or none. Return them.

    They still count as present, but get no seat until they are checked in again.
    """
    with club.writing() as tx:
        session_row = find_session(tx, session)
        if session_row.status != "open":
            raise ClubFault(f"The session of {session_row.held_on} is {session_row.status}, not open.")
        members = list(
            {
                member.id: member for member in (roster.find_member(tx, name, include_retired=True) for name in names)
            }.values()
        )
        present_members, departed = (
            {member.id for member in checked_in_members(tx, session_row)},
            checked_out_members(tx, session_row),
        )
        for member in members:
            if member.id not in present_members:
                raise ClubFault(f"{member.name} is not checked in on {session_row.held_on}.")
            if member.id in departed:
                raise ClubFault(f"{member.name} has already gone home.")
        refuse_if_elsewhere(tx, members)
        tx.append(EventKind.CHECKED_OUT, {"session": session_row.id, "members": [member.id for member in members]})
        return members
