"""Decoding stored values: rows of tables, and data of events.

A club's file may hold any value anywhere. `StoreUnreadable` is raised for a value that this program never stores there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from datetime import date, datetime, time
from functools import cache
from math import isfinite
from typing import Any, Final, cast

from referee.store.faults import CAUSED_BY_DAMAGE, ClubFault, StoreUnreadable
from referee.store.hints import Do

_LARGEST: Final = 2**63
_LONGEST_ECHO: Final = 40
AUDIT: Final = Do.AUDIT("See all of it")
REPAIR: Final = Do.REPAIR("Rebuild it from the log")


@contextmanager
def decoding(place: str) -> Iterator[None]:
    """Raise `StoreUnreadable` in place of an error caused by the data at a `place`, such as "event 12"."""
    try:
        yield
    except ClubFault:
        raise
    except CAUSED_BY_DAMAGE as error:
        reason = f"{error!s:.200}" if isinstance(error, ValueError) and str(error) else "its data have another form"
        raise StoreUnreadable(f"{place} cannot be read: {reason}.", AUDIT) from error


def decode_text(value: Any) -> str:
    """Return a text. Raise `ValueError` for anything else, like all decoders here."""
    if isinstance(value, str):
        return value
    raise _unexpected_value(value, "a text")


def decode_number(value: Any) -> int:
    """Return an integer within a database's range."""
    if type(value) is int and -_LARGEST <= value < _LARGEST:
        return value
    raise _unexpected_value(value, "a whole number")


def decode_fraction(value: Any) -> float:
    """Return a finite number."""
    if isinstance(value, (int, float)) and isfinite(value):
        return float(value)
    raise _unexpected_value(value, "a number")


def decode_flag(value: Any) -> bool:
    """Return a truth value that is stored as 0 or 1."""
    if type(value) in (int, bool) and value in (0, 1):
        return bool(value)
    raise _unexpected_value(value, "0 or 1")


def decode_moment(value: Any) -> datetime:
    """Return a moment with a time zone, in a year that every time zone can represent."""
    return _checked_moment(_from_iso(datetime, value, "a moment"))


def decode_date(value: Any) -> date:
    """Return a date."""
    day: date = _from_iso(date, value, "a date")
    return day


def decode_time(value: Any) -> time:
    """Return a time of day."""
    hour: time = _from_iso(time, value, "a time of day")
    return hour


def decode_json(value: Any) -> Any:
    """Return plain data from JSON."""
    try:
        return json.loads(value)
    except (ValueError, TypeError, RecursionError):
        raise _unexpected_value(value, "JSON") from None


def decode_mapping(value: Any) -> dict[str, Any]:
    """Return a mapping from JSON."""
    return _checked_mapping(decode_json(value))


def decode_options(value: Any) -> dict[str, str]:
    """Return a mapping of names to texts from JSON."""
    return _checked_texts(decode_json(value))


def _from_iso(kind: type[Any], value: Any, expected: str) -> Any:
    try:
        return kind.fromisoformat(value)
    except (ValueError, TypeError):
        raise _unexpected_value(value, expected) from None


def _checked_moment(value: Any) -> datetime:
    if isinstance(value, datetime) and value.tzinfo is not None and 1 < value.year < 9999:
        return value
    raise _unexpected_value(value, "a moment")


def _checked_mapping(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return value  # type: ignore[return-value]
    raise _unexpected_value(value, "a mapping")


def _checked_texts(value: Any) -> dict[str, str]:
    for text in _checked_mapping(value).values():
        decode_text(text)
    return value  # type: ignore[no-any-return]


def _checked_list(element: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if not isinstance(value, list):
            raise _unexpected_value(value, "a list")
        for item in value:
            element(item)
        return value

    return checked


def _unchanged(value: Any) -> Any:
    return value


def _unexpected_value(value: Any, expected: str) -> ValueError:
    return ValueError(f"{value!r:.{_LONGEST_ECHO}} is not {expected}")


_DATA: Final[Mapping[str, Callable[[Any], Any]]] = {
    "str": decode_text,
    "int": decode_number,
    "bool": decode_flag,
    "datetime": _checked_moment,
    "Mapping[str, str]": _checked_texts,
    "Mapping[str, Any]": _checked_mapping,
    "list[int]": _checked_list(decode_number),
    "list[str]": _checked_list(decode_text),
    "list[list[int]]": _checked_list(_checked_list(decode_number)),
}
"""The check of a field by its type, for a value from an event's data."""
_COLUMNS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "str": decode_text,
    "int": decode_number,
    "bool": decode_flag,
    "date": decode_date,
    "datetime": decode_moment,
    "time": decode_time,
    "dict[str, str]": decode_options,
    "list[int]": lambda value: _DATA["list[int]"](decode_json(value)),
    "list[str]": lambda value: _DATA["list[str]"](decode_json(value)),
    "Any": decode_json,
    "list[list[int]]": lambda value: _DATA["list[list[int]]"](decode_json(value)),
    "Mapping[str, str]": decode_options,
    "float": decode_fraction,
}
"""The decoder of a field by its type, for a value from a column."""
_OPTIONAL: Final = " | None"


def decode_row(kind: Any, table: str, row: tuple[Any, ...]) -> Any:
    """Return a row as an instance of a dataclass with a field for each column.

    Raise `StoreUnreadable`, naming the row, if a value does not fit.
    """
    cells = list[Any]()
    for (name, is_optional, decode), value in zip(_fields(kind, is_row=True), row, strict=True):
        if value is None and is_optional:
            cells.append(None)
            continue
        try:
            cells.append(decode(value))
        except ValueError as error:
            location = f"Row {row[0]!r:.20} of the table {table}"
            raise StoreUnreadable(f"{location} is damaged: {name} {error}.", AUDIT, REPAIR) from None
    return kind(*cells)


def check_data(instance: Any) -> None:
    """Raise `ValueError` if a field of a dataclass filled from event data has a value of another type."""
    for name, is_optional, check in _fields(cast("Any", type(instance)), is_row=False):
        value = getattr(instance, name)
        if value is None and is_optional:
            continue
        try:
            check(value)
        except ValueError as error:
            raise ValueError(f"its {name.replace('_', ' ')} {error}") from None


@cache
def _fields(kind: Any, *, is_row: bool) -> list[tuple[str, bool, Callable[[Any], Any]]]:
    """Return the name of each field, whether it can be None, and its decoder."""
    decoders = _COLUMNS if is_row else _DATA
    types = [(field.name, str(field.type)) for field in fields(kind)]
    return [
        (name, text.endswith(_OPTIONAL), decoders.get(text.removesuffix(_OPTIONAL), _unchanged)) for name, text in types
    ]
