"""The date, time and room of a session, typed on one line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, time
from typing import Final

from referee.club.calendar.relative_days import parse_day_word
from referee.club.folder import day_of, now
from referee.club.text.faults import ClubFault

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_HOUR: Final = re.compile(r"\d{1,2}:\d{2}")


@dataclass(frozen=True, slots=True)
class SessionTime:
    """The parts of a typed session line: date, time and room. A missing part is None."""

    day: date | None
    starts: time | None
    room: str | None


def parse_session_change(text: str) -> SessionTime:
    """Return the day, time and room in a text such as ``2026-11-30 16:00 M4``; each may be missing.

    The day may be a word, such as tomorrow. Raise `ClubFault` for an unreadable part.
    """
    words = text.split()
    day, starts = None, None
    try:
        if words and _DAY.fullmatch(words[0]):
            day = date.fromisoformat(words.pop(0))
        elif words and (day := parse_day_word(words[0], day_of(now()))):
            words.pop(0)
        if words and _HOUR.fullmatch(words[0]):
            starts = time.fromisoformat(words.pop(0).zfill(5))
    except ValueError:
        raise ClubFault(
            f"{text!r} has no such date or time. Use a date, time and room such as 2026-11-30 16:00 M4."
        ) from None
    return SessionTime(day, starts, " ".join(words) or None)


def parse_session(text: str) -> tuple[date, time, str]:
    """Return the day, the time and the room in a text; the room may be empty. Raise `ClubFault` if the day or time is
    missing.
    """
    session_time = parse_session_change(text)
    if not (session_time.day and session_time.starts):
        raise ClubFault(f"{text!r} has no date and time. Use a date, time and room such as 2026-11-30 16:00 M4.")
    return session_time.day, session_time.starts, session_time.room or ""
