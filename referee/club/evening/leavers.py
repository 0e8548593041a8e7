"""Who left their last table of a session, and may have gone home."""

from __future__ import annotations

from referee.club.match.log import EntryKind, read_logs
from referee.club.match.seat_changes import changes
from referee.store.read import Session
from referee.store.transaction import Transaction


def left_for_good(tx: Transaction, session: Session) -> frozenset[int]:
    """Return the members who left a table of a session and have had no seat at any since."""
    numbers = [number for (number,) in tx.rows('SELECT id FROM "match" WHERE session_id = ? ORDER BY id', session.id)]
    gone: set[int] = set()
    for log in read_logs(tx, numbers):
        gone -= {seat.member_id for seat in log.seats if seat.member_id is not None}
        for change in changes(log):
            if change.kind is EntryKind.LEAVE:
                gone.add(change.who)
            else:
                gone.discard(change.who)
    return frozenset(gone)
