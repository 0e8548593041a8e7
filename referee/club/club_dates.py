"""Dates typed by an officer of a club: in the order of the club's schedule, by default the day first."""

from __future__ import annotations

from datetime import date
from typing import Final

from referee.club.activity_log import find_entries
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.text.typed_dates import Nearness, is_ambiguous, parse_day
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

MONTH_FIRST: Final = "month first"


def is_month_first(tx: Transaction) -> bool:
    """Tell whether the club's latest schedule writes the month before the day."""
    last_entry = next(iter(find_entries(tx, EventKind.CALENDAR_SET, limit=1)), None)
    return last_entry is not None and last_entry.data.get("dates") == MONTH_FIRST


def find_day(tx: Transaction, text: str, today: date, nearness: Nearness = Nearness.NEXT) -> date | None:
    """Return the day in a typed text; None for any other text. Raise `ClubFault` for a date that does not exist."""
    return parse_day(text, today, nearness, month_first=is_ambiguous(text) and is_month_first(tx))


def read_day(club: Club, text: str, nearness: Nearness = Nearness.NEXT) -> date:
    """Return the day in a typed text. Raise `ClubFault` for any other text, or for a date that does not exist."""
    try:
        if is_ambiguous(text):
            with club.reading() as tx:
                day = find_day(tx, text, club.today, nearness)
        else:
            day = parse_day(text, club.today, nearness)
    except ClubFault as fault:
        raise ClubFault(f"Invalid date {text!r}. {fault}") from None
    if day is None:
        raise ClubFault(f"Invalid date {text!r}. Use a date such as 2026-11-30, 30/11/2026, tomorrow, or next monday.")
    return day
