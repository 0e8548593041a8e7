"""Parse typed dates, and words such as tomorrow or monday, whose date is printed for confirmation."""

from __future__ import annotations

from datetime import date

from referee.cli.shared.printing import fail, warn


def expand_day_word(text: str | None) -> str | None:
    """Return the text with a leading day word replaced by its date, as in ``yesterday/3``."""
    return text if text is None else _replace_day_word(text, None)


def parse_day(text: str, today: date) -> date:
    """Return the date in the text. Exit with an error for any other text."""
    try:
        return date.fromisoformat(_replace_day_word(text, today))
    except ValueError:
        fail(f"Invalid date {text!r}. Use a date such as 2026-11-16, or tomorrow, or monday.")


def _replace_day_word(text: str, today: date | None) -> str:
    if not text[:1].isalpha():
        return text
    word, table, number = text.partition("/")
    from referee.club.calendar.relative_days import parse_day_word
    from referee.club.folder import day_of, now

    day = parse_day_word(word, today or day_of(now()))
    if day is None:
        return text
    if word.strip().casefold() != "today":
        warn(f"{word}: taken as {day:%a} {day}")
    return f"{day}{table}{number}"
