"""Whether a session is over, and which changes are refused once its season is closed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from referee.club.calendar.sessions import session_of_table
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.scoring_rules import clause
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.store.hints import Do
from referee.store.plain_rows import Season, Session, get_row
from referee.store.transaction import Transaction

IN_A_CLOSED_SEASON: Final = "in a closed season"
"""The mark of a correction that changes a closed season."""


def is_over(session: Session, now: datetime) -> bool:
    """Tell whether a session is over: closed, or left open on an earlier day.

    A session that runs past midnight is not over.
    """
    return session.status != "open" or (session.opened_at is not None and now - session.opened_at > timedelta(days=1))


def is_past(club: Club, table: int) -> bool:
    """Tell whether a table belongs to a session that is over. Changes to it are previewed before they are made."""
    with club.reading() as tx:
        return any(is_over(session, club.clock()) for session in session_of_table(tx, table))


def correction_mark(tx: Transaction, session: Session) -> str:
    """Return the mark of a correction for a change in a closed season; empty for an open season."""
    return IN_A_CLOSED_SEASON if get_row(tx, Season, session.season_id).closed_at else ""


def correction_data(tx: Writing, club: Club, session: Session, *, corrects: bool = True) -> dict[str, Any]:
    """Return the event data that marks a correction; empty for any other change.

    Raise `ClubFault` if a change that is no correction (`corrects`) concerns a closed season.
    """
    if not corrects:
        refuse_closed_season(tx, session)
        return {}
    if mark := correction_mark(tx, session):
        duties.require_duty(tx, club, duties.Duty.CLOSED_SEASON)
    return {"mark": mark}


def closed_season_data(tx: Writing, club: Club, session: Session) -> dict[str, Any]:
    """Return the event data for a change that is allowed at any time.

    In a closed season it is marked as a correction (scoring 5.5); in an open season the data are empty.
    """
    return correction_data(tx, club, session) if correction_mark(tx, session) else {}


def check_season_open(club: Club, table: int) -> None:
    """Raise a fault if the season of a table is closed."""
    with club.reading() as tx:
        for session in session_of_table(tx, table):
            refuse_closed_season(tx, session)


def refuse_closed_season(tx: Transaction, session: Session) -> None:
    """Raise `ClubFault` if the session's season is closed."""
    if correction_mark(tx, session):
        raise ClubFault(
            f"The session of {session.held_on} belongs to a closed season, so its records cannot change. "
            f"By scoring 5.5: {clause('5.5').text}",
            Do.CORRECT_LINE("To correct a line"),
            Do.CORRECT_SEAT("A seat"),
        )
