"""Dates and times as people write them: ``30/11/2026``, ``1 Sept``, ``next monday``, ``in two weeks``, ``7pm``.

Commands, the desk, schedule files and member lists all use these functions. The day comes before the month, unless that
is impossible or the club writes the month first. Every reader of a date displays it in full (`describe_day`).
"""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from collections.abc import Iterator
from datetime import date, time, timedelta
from enum import StrEnum
from typing import Final

from referee.club.text.faults import ClubFault

_WEEK: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS: Final = ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun")
_WEEKDAYS: Final = {
    **{name: number for number, name in enumerate(_WEEK)},
    **{name: number for number, names in enumerate(_SHORT_DAYS) for name in names.split()},
}
_MONTHS: Final = {
    **{name.casefold(): number for number, name in enumerate(month_name) if number},
    **{name[:3].casefold(): number for number, name in enumerate(month_name) if number},
    "sept": 9,
}
_FROM_TODAY: Final = {
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "next week": 7,
    "last week": -7,
    "week today": 7,
    "week tomorrow": 8,
}
_NUMBERS: Final = {
    "a": 1,
    "an": 1,
    **{word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)},
    **{word: number for number, word in enumerate(("seven", "eight", "nine", "ten", "eleven", "twelve"), 7)},
}
_UNITS: Final = {"day": 1, "week": 7, "fortnight": 14}
_LONGEST_DAY: Final = 6
"""A day has at most so many words."""
_CENTURY: Final = 2000
_MONTHS_A_YEAR: Final = 12
_READING_DAYS: Final = (date(2001, 2, 3), date(2017, 9, 20))
"""Two days that read every date without its year, and every word for a day, differently."""
_LEAP: Final = 8
"""A leap day returns within so many years."""

_ISO: Final = re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})")
_FIGURES: Final = re.compile(r"(?P<first>\d{1,2})(?P<sign>[-/.])(?P<second>\d{1,2})(?:\2(?P<year>\d{4}|\d\d)|\.?)")
_DAY_FIRST: Final = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:of )?(?P<month>[a-z]+)\.?(?:[ -](?P<year>\d{4}|\d\d))?"
)
_MONTH_FIRST: Final = re.compile(r"(?P<month>[a-z]+)\.?[ -](?P<day>\d{1,2})(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?")
_SPAN: Final = re.compile(
    r"(?:(?P<ahead>in) )?(?P<number>\d{1,3}|[a-z]+) (?P<unit>day|week|fortnight|month)s?"
    r"(?: (?P<end>ago|from now|from today))?"
)
_WEEKDAY: Final = re.compile(r"(?P<which>on|this|next|last|week on)? ?(?P<weekday>[a-z]+)(?P<later> week)?")
_TIME: Final = re.compile(
    r"(?:at )?(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d)|h)?(?: ?(?P<half>[ap])\.?m\.?)?(?: ?o'clock)?"
    r"|(?:at )?(?P<packed>[0-2]\d[0-5]\d)"
)
_NAMED_TIMES: Final = {"noon": time(12), "midday": time(12), "midnight": time(0)}
_BARE: Final = re.compile(r"\d{1,4}")
"""An hour or four figures: a time where one is asked for, and otherwise the number of a room."""


class Nearness(StrEnum):
    """The year of a date without one: that of the next such day, of the last one, or of the nearest one."""

    NEXT = "next"
    LAST = "last"
    NEAREST = "nearest"


def describe_day(day: date) -> str:
    """Return a day in full, such as ``Mon 2026-11-30``, for confirming a typed date."""
    return f"{day:%a} {day}"


def parse_day(text: str, today: date, nearness: Nearness = Nearness.NEXT, *, month_first: bool = False) -> date | None:
    """Return the day for a text such as ``30/11/2026``, ``1 Sept``, ``mon`` or ``in two weeks``; None for any other
    text.

    A weekday is the next one after today. Raise `ClubFault` for a date that does not exist.
    """
    words = " ".join(text.casefold().replace(",", " ").split())
    words = re.sub(r"(?<=\d)([./-]) (?=\d)", r"\1", words).removeprefix("the ")
    days = (_relative_day(words, today), _day_of_week(words, today), _dated(words, today, nearness, month_first))
    if date_found := next((day for day in days if day), None):
        return date_found
    weekday, _, remaining_words = words.removeprefix("on ").partition(" ")
    if weekday.rstrip(".") not in _WEEKDAYS or not remaining_words:
        return None
    day = _dated(remaining_words, today, nearness, month_first)
    if day and day.weekday() != _WEEKDAYS[weekday.rstrip(".")]:
        named = _WEEK[_WEEKDAYS[weekday.rstrip(".")]].capitalize()
        raise ClubFault(f"{day.day} {day:%B %Y} is a {day:%A}, not a {named}.")
    return day


def parse_full_date(text: str, *, month_first: bool = False) -> date | None:
    """Return the date in a text with its year, such as ``30/11/2026`` or ``1 Sept 2026``; None for any other text.

    It does not depend on today. Raise `ClubFault` for a date that does not exist.
    """
    days = {parse_day(text, reading_day, month_first=month_first) for reading_day in _READING_DAYS}
    return days.pop() if len(days) == 1 else None


def is_ambiguous(text: str) -> bool:
    """Tell whether a date depends on the order of day and month."""
    match = re.search(r"(?<![\d/-])(\d{1,2})[-/](\d{1,2})(?!\d)", text)
    first, second = map(int, match.groups()) if match else (0, 0)
    return first != second and max(first, second) <= _MONTHS_A_YEAR


def parse_time(text: str) -> time | None:
    """Return the time of day in a text such as ``19:00``, ``19.00``, ``7pm`` or ``7.30``; None for any other text."""
    words = " ".join(text.casefold().split())
    if words in _NAMED_TIMES:
        return _NAMED_TIMES[words]
    match = _TIME.fullmatch(words)
    if not match:
        return None
    if packed := match["packed"]:
        hour, minute = int(packed[:2]), int(packed[2:])
    else:
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if half_text := match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (half_text == "p")
    return time(hour, minute) if hour < 24 and minute < 60 else None


def is_morning_guess(text: str, at: time) -> bool:
    """Tell whether a time such as ``7.30`` was read as a morning time, although the evening may be meant."""
    return at.hour in range(1, 12) and not re.search(r"[am]|^0|^at 0", text.strip().casefold().removeprefix("at "))


def parse_session_words(text: str, today: date, *, month_first: bool = False) -> tuple[date | None, time | None, str]:
    """Return the day, the time and the room on one line. A missing day or time is None, and a missing room is empty.

    Raise `ClubFault` for a date that does not exist.
    """
    words = text.replace(",", " ").split() if re.search(r"\d", text) else text.split()
    day, remaining_words = None, words
    fault: ClubFault | None = None
    for count in range(min(len(words), _LONGEST_DAY), 0, -1):
        start = " ".join(words[:count])
        if _names_room(start, words[count:]):
            continue
        try:
            day = parse_day(start, today, month_first=month_first)
        except ClubFault as error:  # as in "Sat 19.00", where a shorter text is the day
            fault = fault or error
        if day:
            remaining_words = words[count:]
            break
    if fault and day is None:
        raise fault
    for count in range(min(len(remaining_words), 3), 0, -1):
        start = " ".join(remaining_words[:count])
        if not _BARE.fullmatch(start) and (start_time := parse_time(start)):
            return day, start_time, " ".join(remaining_words[count:])
    return day, None, " ".join(remaining_words)


def _names_room(start: str, rest: list[str]) -> bool:
    """Tell whether a short weekday, as in Sun Room, begins the name of a room."""
    is_weekday = start.casefold() in _WEEKDAYS and start.casefold() not in _WEEK
    return is_weekday and bool(rest) and not any(parse_time(" ".join(rest[:count])) for count in (1, 2))


def _relative_day(words: str, today: date) -> date | None:
    bare = words.removeprefix("a ")
    if bare in _FROM_TODAY:
        return today + timedelta(_FROM_TODAY[bare])
    match = _SPAN.fullmatch(words)
    if not match or bool(match["ahead"]) == bool(match["end"]):
        return None
    number = int(match["number"]) if match["number"].isdecimal() else _NUMBERS.get(match["number"])
    if number is None:
        return None
    number = -number if match["end"] == "ago" else number
    if match["unit"] == "month":
        return _months_later(today, number)
    return today + timedelta(number * _UNITS[match["unit"]])


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * _MONTHS_A_YEAR + day.month - 1 + months, _MONTHS_A_YEAR)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _day_of_week(words: str, today: date) -> date | None:
    match = _WEEKDAY.fullmatch(words.removeprefix("a "))
    weekday = _WEEKDAYS.get(match["weekday"]) if match else None
    if match is None or weekday is None:
        return None
    days_ahead = (weekday - today.weekday() - 1) % 7 + 1
    which = match["which"]
    if which == "this":
        days_ahead %= 7
    elif which == "last":
        days_ahead -= 7 if days_ahead < 7 else 14
    is_later = bool(match["later"]) or which == "week on"
    return today + timedelta(days_ahead + 7 * is_later)


def _dated(words: str, today: date, nearness: Nearness, month_first: bool) -> date | None:
    if match := _ISO.fullmatch(words):
        return _in_calendar(int(match["day"]), int(match["month"]), int(match["year"]))
    if match := _FIGURES.fullmatch(words):
        first, second = int(match["first"]), int(match["second"])
        if match["sign"] != "." and (first <= _MONTHS_A_YEAR < second or (month_first and first <= _MONTHS_A_YEAR)):
            first, second = second, first
        return _with_year(first, second, match["year"], today, nearness)
    match = _DAY_FIRST.fullmatch(words) or _MONTH_FIRST.fullmatch(words)
    month = _MONTHS.get(match["month"]) if match else None
    if match is None or month is None:
        return None
    return _with_year(int(match["day"]), month, match["year"], today, nearness)


def _with_year(day: int, month: int, year: str | None, today: date, nearness: Nearness) -> date:
    if year is not None:
        return _in_calendar(day, month, int(year) + _CENTURY * (len(year) == 2))
    _in_calendar(day, month, None)
    candidates = list(_in_years(day, month, today))
    if nearness is Nearness.NEAREST:
        return min(candidates, key=lambda candidate: abs(candidate - today))
    if nearness is Nearness.LAST:
        return max(candidate for candidate in candidates if candidate <= today)
    return min(candidate for candidate in candidates if candidate >= today)


def _in_years(day: int, month: int, today: date) -> Iterator[date]:
    for year in range(today.year - _LEAP, today.year + _LEAP + 1):
        if day <= monthrange(year, month)[1]:
            yield date(year, month, day)


def _in_calendar(day: int, month: int, year: int | None) -> date:
    if not 1 <= month <= _MONTHS_A_YEAR:
        raise ClubFault(f"There is no month {month}.")
    leap_year = _CENTURY
    if not 1 <= day <= monthrange(year or leap_year, month)[1] or year == 0:
        named = f"{day} {month_name[month]}" + (f" {year}" if year is not None else "")
        raise ClubFault(f"There is no {named}.")
    return date(year or leap_year, month, day)
