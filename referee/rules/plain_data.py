"""Conversion of values to plain data for JSON and back. A dataclass becomes its fields, or those in its ``PLAIN``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

Value = TypeVar("Value")
_PLAIN: Final = frozenset({str, int, bool, float, NoneType})


def plain(value: Any, fraction: Callable[[Fraction], object] = str) -> Any:
    """Return a value as numbers, texts, lists and dictionaries.

    A dataclass becomes a dictionary of its fields. A class may list other fields and properties in ``PLAIN``; if
    ``PLAIN`` is a single name, the value of that property is used alone. Dates become text, `fraction` converts
    fractions, and sets are sorted. A mapping with keys other than texts, numbers, dates and enum members becomes a list
    of pairs.

    Raise `TypeError` for a value without a plain form.
    """
    if type(value) in _PLAIN:
        return value
    match getattr(type(value), "PLAIN", None):
        case str(name):
            return plain(getattr(value, name), fraction)
        case tuple(names):
            return {name: plain(getattr(value, name), fraction) for name in names}
    match value:
        case Enum():
            return value.value
        case int() | float() | str():
            return value
        case Fraction():
            return fraction(value)
        case Path():
            return str(value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes")
        case Mapping() if all(isinstance(key, str | int | date) for key in value):
            return {str(plain(key)): plain(item, fraction) for key, item in value.items()}
        case Mapping():
            return [[plain(key, fraction), plain(item, fraction)] for key, item in sorted(value.items())]
        case Set():
            return [plain(element, fraction) for element in sorted(value)]
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [plain(element, fraction) for element in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name), fraction) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no form as plain data")


def read_plain(kind: type[Value], data: Any) -> Value:
    """Return a value of the given type from its plain data. A missing field gets its default.

    Raise `KeyError`, `TypeError` or `ValueError` for data that does not fit.
    """
    return _read_value(kind, data)  # type: ignore[no-any-return]


def _read_value(kind: Any, data: Any) -> Any:
    if kind in _PLAIN:
        return data
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else _read_value(next(element for element in args if element is not NoneType), data)
    if origin is tuple and args[-1] is Ellipsis:
        return tuple(_read_value(args[0], element) for element in data)
    if origin is tuple:
        return tuple(_read_value(element, item_data) for element, item_data in zip(args, data, strict=True))
    if origin in (frozenset, list):
        return origin(_read_value(args[0], element) for element in data)
    if origin is not None and issubclass(origin, Mapping):
        pairs = data.items() if isinstance(data, Mapping) else data
        return {_read_key(args[0], key): _read_value(args[1], item) for key, item in pairs}
    if kind is Fraction or (isinstance(kind, type) and issubclass(kind, Enum | Path)):
        return kind(data)
    if kind in (date, datetime):
        return kind.fromisoformat(data)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return kind(
            *(
                _read_value(element, item_data)
                for element, item_data in zip(_type_hints(kind).values(), data, strict=True)
            )
        )
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _type_hints(kind)
        return kind(
            **{
                field.name: _read_value(hints[field.name], data[field.name])
                for field in fields(kind)
                if field.name in data
            }
        )
    return data


def _read_key(kind: Any, key: Any) -> Any:
    return int(key) if kind is int else _read_value(kind, key)


@cache
def _type_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
