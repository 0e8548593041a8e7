"""Calls for an officer. A table has at most one call, which lasts until an officer ends it."""

from __future__ import annotations

from dataclasses import replace

from referee.club.folder import Club
from referee.club.phones.evening_state import OfficerCall, Phone, Reason, StoredState, keep_call, read_evening
from referee.club.text.faults import ClubFault
from referee.store import session_state


def call(club: Club, session: int, phone: Phone, reason: Reason) -> None:
    """Call an officer to a phone's table. A second call changes the reason and keeps its position in the queue."""
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        table = tonight.table_of(phone)
        if table is None:
            raise ClubFault("You are not at a table now, so an officer would not know where to come.")
        before = tonight.call_at(table.table)
        new_call = OfficerCall(table.table, reason, tx.moment, phone.number, phone.member)
        keep_call(tx, session, replace(new_call, at=before.at, coming=before.coming) if before else new_call)


def mark_coming(club: Club, session: int, table: int) -> None:
    """Tell a table that an officer is coming."""
    with club.writing() as tx:
        before = read_evening(tx, session).call_at(table)
        if before is None:
            raise ClubFault(f"Table {table} is no longer calling.")
        keep_call(tx, session, replace(before, coming=True))


def end_call(club: Club, session: int, table: int) -> None:
    """End the call of a table."""
    with club.writing() as tx:
        session_state.drop(tx, session, StoredState.CALL, str(table))
