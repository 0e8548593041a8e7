"""Read typed dates and times: 2026-11-16, 30/11/2026, or words such as next monday."""

from __future__ import annotations

import re
from datetime import date, time
from typing import TYPE_CHECKING, Final

from referee.cli.shared.printing import fail, warn

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.text.typed_dates import Nearness

_PLAIN: Final = re.compile(r"m?\d{1,7}|(\d{4}-\d\d-\d\d)?(/\d+)?")
"""A table, a session or a date that needs no reading here."""
_WITH_TABLE: Final = re.compile(r"(?P<day>.+)/(?P<table>\d{1,3})")
_HOURS: Final = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")


def expand_day_word(text: str | None) -> str | None:
    """Return the text with a day as its date, also before a table as in ``yesterday/3``.

    What depends on the order of day and month stays as it is: it is read where the club is known.
    """
    if text is None or _PLAIN.fullmatch(text):
        return text
    from referee.club.folder import day_of, now
    from referee.club.text.faults import ClubFault
    from referee.club.text.typed_dates import Nearness, is_ambiguous, parse_day

    with_table = _WITH_TABLE.fullmatch(text)
    for day_text, table in [(text, ""), *([(with_table["day"], f"/{with_table['table']}")] if with_table else [])]:
        if is_ambiguous(day_text):
            return text
        nearness = Nearness.NEAREST if re.search(r"\d", day_text) else Nearness.NEXT
        try:
            day = parse_day(day_text, day_of(now()), nearness)
        except ClubFault as fault:
            fail(f"Invalid date {day_text!r}. {fault}")
        if day is not None:
            _print_taken(day_text, day)
            return f"{day}{table}"
    return text


def parse_typed_day(club: Club, text: str, nearness: Nearness | None = None) -> date:
    """Return the day that was typed, and say it back in full. Complain if the text is no day."""
    from referee.club.club_dates import read_day
    from referee.club.text.faults import ClubFault
    from referee.club.text.typed_dates import Nearness

    try:
        day = read_day(club, text, nearness or Nearness.NEXT)
    except ClubFault as fault:
        fail(f"{fault}")
    _print_taken(text, day)
    return day


def _print_taken(text: str, day: date) -> None:
    if text.strip().casefold() != "today" and text.strip() != f"{day}":
        from referee.club.text.typed_dates import describe_day

        warn(f"{text}: taken as {describe_day(day)}")


def parse_typed_time(text: str) -> time:
    """Return the time that was typed, and say it back. Complain if the text is no time."""
    from referee.club.text.typed_dates import is_morning_guess, parse_time

    at = parse_time(text)
    if at is None:
        fail(f"Invalid time {text!r}. Use a time such as 19:00, 19.30 or 7pm.")
    if is_morning_guess(text, at):
        warn(f"{text}: taken as {at:%H:%M}, in the morning. Otherwise type {at.hour + 12}:{at:%M}")
    elif not _HOURS.fullmatch(text):
        warn(f"{text}: taken as {at:%H:%M}")
    return at
