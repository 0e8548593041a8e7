"""Moments in time, the same in every database: UTC in ISO form, which sorts as text."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import String
from sqlalchemy.types import TypeDecorator


def in_utc(moment: datetime) -> str:
    """Print a moment as it is stored. Raises `ValueError` when it does not say its time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


class Moment(TypeDecorator[datetime]):
    """A column of aware datetimes."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:  # noqa: ARG002
        """Store a moment."""
        return None if value is None else in_utc(value)

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Read a moment back, in UTC."""
        return None if value is None else datetime.fromisoformat(value)
