"""Accepting that events seen by this computer are missing from the club's log."""

from __future__ import annotations

from referee.club.folder import Club
from referee.club.people import duties
from referee.club.signatures import reason_texts
from referee.club.text.faults import ClubFault
from referee.store.events.head_check import accepted_head_data
from referee.store.events.log import Head
from referee.store.projections.kind import EventKind


def accept(club: Club, reason: str) -> Head:
    """Accept the missing events for a reason. Return the lost head.

    Raise `ClubFault` if nothing is missing, if there is no reason, or if the actor may not restore a backup.
    """
    sight = club.check_log_head()
    if sight.rollback is None or sight.previous is None:
        raise ClubFault("Nothing is missing: the log has every event that this computer saw.")
    if not reason.strip():
        raise ClubFault("Accepting a loss needs a reason. Add one such as 'the disk was replaced'.")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.RESTORE)
        tx.append(EventKind.LOSS_ACCEPTED, accepted_head_data(sight.previous.head), texts=reason_texts(tx, reason))
    return sight.previous.head
