"""Members who left a session early. They still count as present, but get no seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from referee.club.activity_log import find_entries
from referee.club.signatures import Writing, current_member_numbers
from referee.store.events.event import Event
from referee.store.plain_rows import Session
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


def checked_out_members(tx: Transaction, session: Session) -> frozenset[int]:
    """Return the numbers of the members who are checked out of a session and have not come back."""
    return frozenset(_check_out_events(tx, session))


def cancel_check_out(tx: Writing, session: Session, members: Iterable[int]) -> frozenset[int]:
    """Cancel the check-outs of some members. Return the numbers of those who had been checked out."""
    check_outs, returned_members = _check_out_events(tx, session), defaultdict[Event, list[int]](list)
    for member in members:
        if member in check_outs:
            returned_members[check_outs[member]].append(member)
    for event, numbers in returned_members.items():
        tx.retract(event, session=session.id, members=numbers)
    return frozenset(member for numbers in returned_members.values() for member in numbers)


def _check_out_events(tx: Transaction, session: Session) -> dict[int, Event]:
    """Return the check-out event of each absent member, by current member number."""
    entries = find_entries(tx, EventKind.CHECKED_OUT, retracted=[EventKind.CHECKED_OUT], session=session.id)
    current_numbers, events = current_member_numbers(tx) if entries else {}, dict[int, Event]()
    for entry in reversed(entries):
        for member in entry.data["members"]:
            if entry.event.kind == EventKind.CHECKED_OUT:
                events[current_numbers[member]] = entry.event
            else:
                events.pop(current_numbers[member], None)
    return events
