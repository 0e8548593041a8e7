"""Moments in time: stored the same in every database, as UTC in ISO form, which sorts as text; told by clocks here."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone


def in_utc(moment: datetime) -> str:
    """Print a moment as it is stored. Raises `ValueError` when it does not say its time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def in_local_time(moment: datetime) -> datetime:
    """Return a moment as a clock here shows it; one without a time zone is taken as shown by that clock.

    Windows knows no local time before 1970 or after 3000. There it is today's standard time.
    """
    try:
        return moment.astimezone()
    except (OSError, OverflowError):
        standard_time = timezone(timedelta(seconds=-time.timezone))
        return (moment if moment.tzinfo else moment.replace(tzinfo=standard_time)).astimezone(standard_time)
