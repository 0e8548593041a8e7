"""Check-in: who came to a session."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from referee.club import table_numbers
from referee.club.activity_log import find_entries
from referee.club.calendar.check_out import cancel_check_out
from referee.club.calendar.sessions import find_session, session_of_table
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.signatures import Writing, current_member_numbers
from referee.club.text.faults import ClubFault, MistypedName, UnknownName
from referee.store.events.event import Event
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.plain_rows import Member, Session, placeholders
from referee.store.projections.kind import EventKind


def check_in(club: Club, names: Iterable[str], session: str | None = None, *, guests: bool = False) -> list[Member]:
    """Check members in. Return those who were not checked in before.

    With `guests`, new names become guests. If one name is unknown or ambiguous, nobody is checked in, and `UnknownName`
    or `AmbiguousName` is raised.
    """
    with club.writing() as tx:
        session_row = _find_opened_session(tx, session)
        return check_in_members(
            tx, session_row, [find_or_add_guest(tx, name) if guests else _find_member(tx, name) for name in names]
        )


def check_in_all(club: Club, session: str | None = None) -> list[Member]:
    """Check in everyone on the roster, guests included. Return those who were not checked in before."""
    with club.writing() as tx:
        session_row = _find_opened_session(tx, session)
        active_members = [member for member in roster.everyone(tx) if member.retired_at is None]
        if not active_members:
            raise ClubFault("The roster is empty.", Do.ADD_MEMBERS("Add members"))
        return check_in_members(tx, session_row, active_members)


def _find_opened_session(tx: Writing, session: str | None) -> Session:
    session_row = find_session(tx, session)
    if session_row.status in ("planned", "cancelled"):
        raise ClubFault(f"The session of {session_row.held_on} is {session_row.status}. Open it first.")
    return session_row


def undo(club: Club, names: Iterable[str], session: str | None = None) -> list[Member]:
    """Undo mistaken check-ins: all of them, or none. Return the members.

    A member who has or had a seat in the session stays checked in.
    """
    with club.writing() as tx:
        session_row = find_session(tx, session)
        members = [roster.find_member(tx, name, include_retired=True) for name in names]
        checked_in_members = {
            number for (number,) in tx.rows("SELECT member_id FROM attendance WHERE session_id = ?", session_row.id)
        }
        for member in members:
            if member.id not in checked_in_members:
                raise ClubFault(f"{member.name} is not checked in on {session_row.held_on}.")
            matches = [
                number
                for (number,) in tx.rows(
                    'SELECT s.match_id FROM seat s JOIN "match" m ON m.id = s.match_id '
                    "WHERE m.session_id = ? AND s.member_id = ? ORDER BY s.match_id",
                    session_row.id,
                    member.id,
                )
            ]
            if matches:
                table_names = table_numbers.table_names(tx, matches)
                raise ClubFault(
                    f"{member.name} has a seat at {table_names} on {session_row.held_on}, "
                    "so the check-in cannot be undone."
                )
            checked_in_members.remove(member.id)
        for event, undone_members in _check_in_events(tx, session_row, members).items():
            tx.retract(event, session=session_row.id, members=undone_members)
        return members


def _check_in_events(tx: Writing, session: Session, members: Iterable[Member]) -> dict[Event, list[int]]:
    """Return the members by the event that last checked them in. Members are given by current number."""
    entries, current_numbers = find_entries(tx, EventKind.CHECKED_IN, session=session.id), current_member_numbers(tx)
    members_by_event: dict[Event, list[int]] = {}
    for member in members:
        check_ins = (
            entry.event
            for entry in entries
            if any(current_numbers[number] == member.id for number in entry.data["members"])
        )
        if (event := next(check_ins, None)) is None:
            raise StoreAltered(f"The log has no check-in of {member.name}.", Do.AUDIT("See what was changed"))
        members_by_event.setdefault(event, []).append(member.id)
    return members_by_event


def unseated_arrivals(club: Club, match: int, members: Iterable[int]) -> tuple[date, list[str]]:
    """Return the day of a match, and the names of those `members` who attended without ever having a seat."""
    with club.reading() as tx:
        [session] = session_of_table(tx, match)
        member_numbers = list(members)
        names = tx.rows(
            "SELECT m.name FROM member m JOIN attendance a ON a.member_id = m.id "
            f"WHERE a.session_id = ? AND m.id IN {placeholders(member_numbers)} AND m.id NOT IN "
            '(SELECT s.member_id FROM seat s JOIN "match" t ON t.id = s.match_id WHERE t.session_id = ?)',
            session.id,
            *member_numbers,
            session.id,
        )
        return session.held_on, sorted(name for (name,) in names)


def check_in_one(tx: Writing, session: Session, member: Member) -> bool:
    """Check a member in. Tell whether they were not checked in before."""
    return bool(check_in_members(tx, session, [member]))


def check_in_members(tx: Writing, session: Session, members: Iterable[Member]) -> list[Member]:
    """Check members in, again if they were checked out. Return those whose status changed."""
    members_by_id = {member.id: member for member in members}
    checked_in_members = {
        number for (number,) in tx.rows("SELECT member_id FROM attendance WHERE session_id = ?", session.id)
    }
    arrivals = [member for number, member in members_by_id.items() if number not in checked_in_members]
    returned_members = cancel_check_out(tx, session, members_by_id)
    if arrivals:
        tx.append(EventKind.CHECKED_IN, {"session": session.id, "members": [member.id for member in arrivals]})
    return [member for member in members_by_id.values() if member in arrivals or member.id in returned_members]


def _find_member(tx: Writing, name: str) -> Member:
    """Return the member with a name. Raise `UnknownName`, with a hint to check in a guest, if there is none."""
    try:
        return roster.find_member(tx, name)
    except MistypedName:
        raise
    except UnknownName as fault:
        if fault.hints:
            raise
        raise UnknownName(str(fault), Do.CHECK_IN_GUEST("For a guest", name=name)) from None


def find_or_add_guest(tx: Writing, name: str) -> Member:
    """Return the member with a name. Add an unknown name to the roster as a guest.

    Only a full name or its beginning matches, because a new name may resemble a known one.
    """
    try:
        return roster.find_member(tx, name, loosely=False)
    except UnknownName:
        return roster.enrol(tx, name, guest=True)
