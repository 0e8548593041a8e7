"""Moments in time. They are stored in UTC in ISO form, which sorts as text on every engine, and shown in local time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone


def in_utc(moment: datetime) -> str:
    """Return a moment in stored form, as text in UTC. Raise `ValueError` if it has no time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def in_local_time(moment: datetime) -> datetime:
    """Return a moment in this computer's time zone. A moment without a zone counts as local already.

    Windows has no local time before 1970 or after 3000; today's standard time is used then.
    """
    try:
        return moment.astimezone()
    except (OSError, OverflowError):
        standard_time = timezone(timedelta(seconds=-time.timezone))
        return (moment if moment.tzinfo else moment.replace(tzinfo=standard_time)).astimezone(standard_time)
