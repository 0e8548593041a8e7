"""Translating an event for another copy of the club's file, in which rows may have other numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.store.events.event import TEXTS, Event, EventText
from referee.store.projections.kind import EventKind
from referee.store.projections.payloads import NEW_NUMBERS

ORIGIN: Final = "origin"
"""The field of an imported event's data that has the hash of the event in the file that it came from."""
_SPACES: Final[Mapping[str, str]] = {
    "member": "member", "members": "member", "confirmed": "member", "who": "member", "other": "member",
    "was": "member", "now": "member", "season": "season", "session": "session", "continues": "match",
    "goes_on": "match", "dispute": "dispute", "disputes": "dispute", "penalty": "penalty", "event": "event",
}  # fmt: skip
"""The table whose row numbers a field of an event's data has."""
_CREATED: Final[Mapping[str, str]] = {**NEW_NUMBERS, EventKind.SESSION_PLANNED: "session"}
"""The field with the new row's number, named like its table, of each kind of event that creates a row."""
_NOT_COPIED: Final = (TEXTS, "not_agreed", "phone")
"""The fields that mean something in their own file alone: digests of texts, and the numbers of phones."""
_AS_IS: Final = ("options", "places", "edition")
_MARK: Final = re.compile(r"@#(\d+)")


class UnknownRow(LookupError):
    """An event refers to a row that the other file does not get."""


@dataclass(slots=True)
class RowNumbers:
    """The numbers in the other file of one file's rows, by table.

    A row that both files had at the last common event keeps its number. Rows `created` later have another number, or
    none.
    """

    new_numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    created: set[tuple[str, int]] = field(default_factory=set)

    def map_number(self, table: str, number: int) -> int:
        """Return the number of a row in the other file. Raise `UnknownRow` if it has none."""
        if (table, number) in self.new_numbers:
            return self.new_numbers[table, number]
        if (table, number) in self.created:
            raise UnknownRow(f"{table} {number}")
        return number


def created_row(event: Event, data: Mapping[str, Any]) -> tuple[str, int] | None:
    """Return the table and the number of the row that an event creates; None if it creates none."""
    if event.kind == EventKind.TABLE_STARTED and event.match:
        return "match", event.match
    table = _CREATED.get(event.kind)
    return (table, data[table]) if table else None


def origin(event: Event) -> str:
    """Return the identity of an event in every file of a club: its hash where it was first recorded."""
    return str(event.data.get(ORIGIN) or event.hash)


def translate_data(event: Event, numbers: RowNumbers) -> dict[str, Any]:
    """Return the data of an event with the row numbers of the other file.

    Raise `UnknownRow` if a row has no number there.
    """
    data = {name: value for name, value in event.data.items() if name not in _NOT_COPIED}
    undoes = data.pop("undoes", None)
    announced = data.pop("announced", None)
    translated: dict[str, Any] = _translate(data, numbers)
    if isinstance(undoes, list):
        translated["undoes"] = list(_translate_undone(undoes, numbers))
    elif undoes is not None:
        translated["undoes"] = numbers.map_number("event", undoes)
    if announced is not None:
        translated["announced"] = [[numbers.map_number("session", row), sequence] for row, sequence in announced]
    return {**translated, ORIGIN: origin(event)}


def translate_texts(texts: Collection[EventText], numbers: RowNumbers, forgotten: Collection[int]) -> list[EventText]:
    """Return the texts of an event with the member numbers of the other file. Texts of forgotten members are left
    out.
    """
    translated = []
    for text in texts:
        person = None if text.person is None else numbers.map_number("member", text.person)
        if person is None or person not in forgotten:
            translated.append(EventText(text.part, translate_marks(text.text, numbers), person))
    return translated


def translate_marks(text: str, numbers: RowNumbers) -> str:
    """Return a text with the other file's numbers in its member marks.

    Raise `UnknownRow` if a member has no number there.
    """
    return _MARK.sub(lambda mark: f"@#{numbers.map_number('member', int(mark[1]))}", text)


def _translate(value: Any, numbers: RowNumbers, table: str = "") -> Any:
    match value:
        case dict():
            return {
                name: part if name in _AS_IS else _translate_field(name, part, numbers) for name, part in value.items()
            }
        case list():
            return [_translate(part, numbers, table) for part in value]
        case str():
            return translate_marks(value, numbers)
        case int() if table and not isinstance(value, bool):
            return numbers.map_number(table, value)
    return value


def _translate_field(name: str, value: Any, numbers: RowNumbers) -> Any:
    if name == "seats":
        return [[_member(member, numbers), guest, _member(was_id, numbers)] for member, guest, was_id in value]
    return _translate(value, numbers, _SPACES.get(name, ""))


def _member(number: int | None, numbers: RowNumbers) -> int | None:
    return None if number is None else numbers.map_number("member", number)


def _translate_undone(undoes: list[list[Any]], numbers: RowNumbers) -> Iterator[list[Any]]:
    """Yield the undone events that the other file has."""
    for n, table, row in undoes:
        if ("event", n) in numbers.new_numbers:
            is_known = (table, row) in numbers.new_numbers
            yield [numbers.map_number("event", n), table if is_known else "", numbers.new_numbers.get((table, row), 0)]
