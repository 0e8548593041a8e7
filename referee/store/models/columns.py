"""Column types that store the same text on every engine: moments, days, times of day, and plain data as JSON.

The drivers read a database's own types differently. Text can be sorted, and compared literally with the log.
"""

import json
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import String
from sqlalchemy.types import TypeDecorator

from referee.store.decoding import decode_date, decode_json, decode_moment, decode_time
from referee.store.moment import in_utc


class MomentColumn(TypeDecorator[datetime]):
    """A column of aware datetimes."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:  # noqa: ARG002
        """Return a moment in stored form."""
        return None if value is None else in_utc(value)

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Return a moment, in UTC, from its stored form."""
        return None if value is None else decode_moment(value)


class DayColumn(TypeDecorator[date]):
    """A column of days, such as ``2026-11-16``."""

    impl = String(10)
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Any) -> str | None:  # noqa: ARG002
        """Return a day in stored form."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Any) -> date | None:  # noqa: ARG002
        """Return a day from its stored form."""
        return None if value is None else decode_date(value)


class HourColumn(TypeDecorator[time]):
    """A column of local times of day, such as ``15:45:00.000000``."""

    impl = String(15)
    cache_ok = True

    def process_bind_param(self, value: time | None, dialect: Any) -> str | None:  # noqa: ARG002
        """Return a time of day in stored form."""
        return None if value is None else value.isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Any) -> time | None:  # noqa: ARG002
        """Return a time of day from its stored form."""
        return None if value is None else decode_time(value)


class PlainColumn(TypeDecorator[Any]):
    """A column of lists or mappings, as JSON."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:  # noqa: ARG002
        """Return a value in stored form."""
        return None if value is None else json.dumps(value, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Any) -> Any:  # noqa: ARG002
        """Return a value from its stored form."""
        return None if value is None else decode_json(value)
