"""Words for days: today, tomorrow, yesterday, or a weekday."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

WEEK: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FROM_TODAY: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}


def parse_day_word(word: str, today: date) -> date | None:
    """Return the date for a word such as today or Friday, meaning the next one; None for any other word."""
    day_word = word.strip().casefold()
    if day_word in WEEK:
        return today + timedelta((WEEK.index(day_word) - today.weekday() - 1) % 7 + 1)
    return today + timedelta(_FROM_TODAY[day_word]) if day_word in _FROM_TODAY else None
