"""Moments in time, the same in every database: UTC in ISO form, which sorts as text."""

from __future__ import annotations

from datetime import UTC, datetime


def in_utc(moment: datetime) -> str:
    """Print a moment as it is stored. Raises `ValueError` when it does not say its time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
