"""What a club's log lacks of what was seen of it on this computer, accepted by somebody who says why."""

from __future__ import annotations

from referee.club.folder import Club
from referee.club.people import duties
from referee.club.signatures import why
from referee.club.text.faults import ClubFault
from referee.store.events.head_check import accepted_head_data
from referee.store.events.log import Head
from referee.store.projections.kind import EventKind


def accept(club: Club, reason: str) -> Head:
    """Give up what was seen and is not there any more; return the head that was. It is written down with the reason.

    Raises `ClubFault` where nothing is missed, or no reason is given, and for whoever may not restore a backup either.
    """
    sight = club.sight()
    if sight.rollback is None or sight.previous is None:
        raise ClubFault("Nothing is missing: the log has every event that this computer saw.")
    if not reason.strip():
        raise ClubFault("Accepting a loss needs a reason. Add one such as 'the disk was replaced'.")
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.RESTORE)
        tx.append(EventKind.LOSS_ACCEPTED, accepted_head_data(sight.previous.head), texts=why(tx, reason))
    return sight.previous.head
