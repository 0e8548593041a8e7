"""Changes of players at a table: the entry with its reason, and the new seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.cards.immutable import frozen
from referee.club.calendar import checkin
from referee.club.calendar.sessions import opening_hint
from referee.club.folder import Club
from referee.club.match.log import EntryKind, MatchLog, draft_entry, seats_data
from referee.club.match.starting import refuse_misnamed
from referee.club.match.view import LineView, MatchView
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_marks
from referee.store.hints import Do
from referee.store.match_replay import Seat, TableEntry
from referee.store.plain_rows import Member, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class TableChange:
    """A match whose players changed, the entry for the change, and the continuing match, if any.

    `clause` is the clause of `referee.club.scoring_rules` that scores the change. `home` is the player who left and was
    also checked out, if any.
    """

    match: MatchView
    line: LineView
    clause: str = ""
    goes_on: MatchView | None = None
    home: str = ""


def draft_change(club: Club, log: MatchLog, kind: EntryKind, clean_reason: str, **details: Any) -> TableEntry:
    """Return the next entry of a match.

    Its reason refers to members by number, because seats may be corrected later.
    """
    return replace(draft_entry(club, log, kind, details), reason=with_marks(clean_reason, (), log.roster))


def new_seats(tx: Writing, log: MatchLog, after: Sequence[int]) -> dict[str, Any]:
    """Return event data for the new seats of a match that has not begun.

    Remaining players keep their names, and new ones count as present.
    """
    members: dict[int, Seat | Member] = {seat.member_id: seat for seat in log.seats}
    new_members = [get_row(tx, Member, number) for number in after if number not in members]
    checkin.check_in_members(tx, log.session, new_members)
    members |= {member.id: member for member in new_members}
    return seats_data(members[number] for number in after)


def write_seats(tx: Writing, log: MatchLog, after: Sequence[int]) -> None:
    """Write new seats for a match that has not begun, after a latecomer joined its draw."""
    data = new_seats(tx, log, after)
    names = data.pop("names")
    tx.append(EventKind.SEATS_CHANGED, data, match=log.match.id, texts=names)


def refuse_unfit(tx: Transaction, log: MatchLog, after: Sequence[int]) -> None:
    """Raise `ClubFault` if these players cannot play the game."""
    table = log.match.id
    if refusal := log.book.refusal(log.options, len(after)):
        raise ClubFault(f"{refusal}.", Do.VOID("To void the match instead", table=table))
    refuse_misnamed(log.book, (get_row(tx, Member, number) for number in after))


def refuse_full(log: MatchLog, newcomer: str, *, may_stand_in: bool) -> None:
    """Raise `ClubFault`, with advice for one more player, if a table is full."""
    if refusal := log.book.refusal(log.options, len(log.seats) + 1):
        table, last_name = log.match.id, log.names[-1]
        says = f"To let {newcomer} stand in for a player, such as {last_name}"
        instead = Do.STAND_IN(says, table=table, name=newcomer, other=last_name)
        raise ClubFault(f"{refusal}.", *([instead] if may_stand_in else []))


def refuse_closed(log: MatchLog) -> None:
    """Raise `ClubFault` if the session of a match is not open."""
    if log.session.status != "open":
        raise ClubFault(f"The session of {log.session.held_on} is {log.session.status}.", opening_hint(log.session))
