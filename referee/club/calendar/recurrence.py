"""The days on which a club meets: a weekday, or an iCalendar RRULE (RFC 5545), expanded by dateutil."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final

from referee.cards.words import join_words
from referee.club.text.faults import ClubFault

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_PARTS: Final = ("FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "BYWEEKNO", "WKST")
_FREQUENCIES: Final = ("WEEKLY", "MONTHLY", "YEARLY", "DAILY")
_COUNTED: Final = ("INTERVAL", "COUNT")
_RRULE: Final = re.compile(r"(?:DTSTART(?:;VALUE=DATE)?:(?P<first>\S+)\s+)?(?:RRULE:)?(?P<rule>.*)")


def weekly_days(weekday: int, starts: date, ends: date) -> list[date]:
    """Return every date with this weekday, 0 for Monday, from one day to another."""
    first = starts + timedelta(days=(weekday - starts.weekday()) % 7)
    return [first + timedelta(weeks=week) for week in range((ends - first).days // 7 + 1)]


def days_by_rrule(text: str, starts: date, ends: date) -> list[date]:
    """Return the dates from `starts` to `ends` that an RRULE yields. Raise `ClubFault` for an invalid rule.

    The rule counts from `starts`, or from its own DTSTART: ``DTSTART:20260907 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO``.
    """
    from dateutil.rrule import rrulestr

    match = _RRULE.fullmatch(" ".join(text.upper().split()))
    first, rule = (match["first"], match["rule"]) if match else ("", text)
    parts = [part.partition("=") for part in rule.split(";")]
    values = {name: value for name, _, value in parts}
    for name, value in values.items():
        if name not in _PARTS:
            raise ClubFault(f"an RRULE has no part {name!r} here. Use {join_words(_PARTS, 'or')}")
        if name in _COUNTED and not re.fullmatch(r"0*[1-9]\d{0,2}", value, re.ASCII):
            raise ClubFault(f"{name} is {value!r}. Use a whole number from 1 to 999")
    if len(values) < len(parts):
        raise ClubFault("a part is given twice. Give each part once")
    if values.get("FREQ") not in _FREQUENCIES:
        raise ClubFault(f"FREQ is {values.get('FREQ', '')!r}. Use {join_words(_FREQUENCIES, 'or')}")
    start = datetime.combine(_day("DTSTART", first) if first else starts, time())
    if "UNTIL" in values:
        ends = min(ends, _day("UNTIL", values.pop("UNTIL")))
    days = []
    try:
        for moment in rrulestr(";".join(f"{name}={value}" for name, value in values.items()), dtstart=start):
            if moment.date() > ends:
                break
            days.append(moment.date())
    except (ValueError, TypeError, IndexError) as error:
        raise ClubFault(f"this cannot be read as an RRULE: {error}") from None
    return [day for day in days if day >= starts]


def parse_weekdays(value: object) -> list[int]:
    """Return the weekdays, 0 for Monday, in a list or in a text such as ``Mon, Thursdays``. Return none if one is
    unknown.
    """
    words = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    weekdays = []
    for word in words:
        prefix = str(word).strip().casefold().removesuffix("s")
        weekdays += [
            index for index, name in enumerate(WEEKDAYS) if len(prefix) > 2 and name.casefold().startswith(prefix)
        ]
    return weekdays if len(weekdays) == len(words) else []


def weekday_rrule(weekdays: Iterable[int]) -> str:
    """Return a weekly RRULE for some weekdays, 0 for Monday."""
    return f"FREQ=WEEKLY;BYDAY={','.join(WEEKDAYS[weekday][:2].upper() for weekday in sorted(set(weekdays)))}"


def bounded_rrule(rrule: str, interval: int = 1, first: date | None = None, last: date | None = None) -> str:
    """Return an RRULE with an interval in weeks, and with a first and a last day if these are given."""
    rrule = rrule.removeprefix("RRULE:")
    rrule += f";INTERVAL={interval}" if interval != 1 else ""
    rrule += f";UNTIL={last:%Y%m%d}" if last else ""
    return f"DTSTART:{first:%Y%m%d} RRULE:{rrule}" if first else rrule


def _day(part: str, text: str) -> date:
    try:
        return datetime.strptime(text[:8], "%Y%m%d").date()
    except ValueError:
        raise ClubFault(f"{part} is {text!r}. Use a date such as 20270531") from None
