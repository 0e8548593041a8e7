"""The date, time and room of a session, typed on one line."""

from __future__ import annotations

from datetime import date, time
from typing import Final

from referee.cards.immutable import frozen
from referee.club.club_dates import is_month_first
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.text.typed_dates import is_ambiguous, parse_session_words

_EXAMPLE: Final = "2026-11-30 16:00 M4, or next monday 7pm"


@frozen
class SessionTime:
    """The parts of a typed session line: date, time and room. A missing part is None."""

    day: date | None
    starts: time | None
    room: str | None


def parse_session_change(club: Club, text: str) -> SessionTime:
    """Return the day, time and room in a text such as ``30/11/2026 7pm M4``; each may be missing.

    Raise `ClubFault` if a part is unreadable.
    """
    month_first = False
    if is_ambiguous(text):
        with club.reading() as tx:
            month_first = is_month_first(tx)
    try:
        day, starts, room = parse_session_words(text, club.today, month_first=month_first)
    except ClubFault as fault:
        raise ClubFault(
            f"Invalid date and time {text!r}. {fault} Use a date, time and room such as {_EXAMPLE}."
        ) from None
    return SessionTime(day, starts, room or None)


def parse_session(club: Club, text: str) -> tuple[date, time, str]:
    """Return the day, the time and the room in a text; a missing room is empty.

    Raise `ClubFault` if the day or the time is missing or unreadable.
    """
    session_time = parse_session_change(club, text)
    if not (session_time.day and session_time.starts):
        raise ClubFault(f"{text!r} has no date and time. Use a date, time and room such as {_EXAMPLE}.")
    return session_time.day, session_time.starts, session_time.room or ""
