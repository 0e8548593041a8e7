"""On which days the club meets by a rule: every Monday, every second Thursday, or an RRULE of iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Final

from referee.cards.words import listed
from referee.club.text.faults import ClubFault

_PARTS: Final = ("FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "BYWEEKNO", "WKST")
_FREQUENCIES: Final = ("WEEKLY", "MONTHLY", "YEARLY", "DAILY")
_COUNTED: Final = ("INTERVAL", "COUNT")


def every(weekdays: Sequence[int], interval: int, starts: date, ends: date) -> list[date]:
    """Return every such weekday (0 for Monday) between two days; of every second week, if `interval` is two.

    Weeks are counted from that of the first meeting.
    """
    from dateutil.rrule import WEEKLY, rrule

    first = min((starts.toordinal() + (weekday - starts.weekday()) % 7) for weekday in weekdays)
    found = rrule(
        WEEKLY,
        interval=interval,
        byweekday=sorted(set(weekdays)),
        dtstart=_midnight(date.fromordinal(first)),
        until=_midnight(ends),
    )
    return [each.date() for each in found]


def by_rrule(text: str, starts: date, ends: date) -> list[date]:
    """Return the days between two that an RRULE yields, which begins with the first. Raises `ClubFault`."""
    from dateutil.rrule import rrulestr

    text = text.strip().upper().removeprefix("RRULE:")
    parts = [part.partition("=") for part in text.split(";")]
    stated = {name: value for name, _, value in parts}
    for name, value in stated.items():
        if name not in _PARTS:
            raise ClubFault(f"an RRULE has no part {name!r} here; expected {listed(_PARTS, 'or')}")
        if name in _COUNTED and not (value.isdecimal() and 1 <= int(value[:6]) <= 999 and len(value) < 4):
            raise ClubFault(f"{name} is {value!r}; expected a whole number from 1 to 999")
    if len(stated) < len(parts):
        raise ClubFault("a part is stated twice")
    if stated.get("FREQ") not in _FREQUENCIES:
        raise ClubFault(f"FREQ is {stated.get('FREQ', '')!r}; expected {listed(_FREQUENCIES, 'or')}")
    if until := stated.pop("UNTIL", ""):
        try:
            ends = min(ends, datetime.strptime(until[:8], "%Y%m%d").date())
        except ValueError:
            raise ClubFault(f"UNTIL is {until!r}; expected a day such as 20270531") from None
    try:
        rule = rrulestr(";".join(f"{name}={value}" for name, value in stated.items()), dtstart=_midnight(starts))
        found = []
        for each in rule:
            if each.date() > ends:
                break
            found.append(each.date())
    except (ValueError, TypeError, IndexError) as error:
        raise ClubFault(f"this cannot be read as an RRULE: {error}") from None
    return found


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())
