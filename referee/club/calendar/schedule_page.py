"""The page that a schedule is written on: what was typed, of what kind it is, and where it stands."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, time
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from referee.cards.words import listed
from referee.club.text.names import LONGEST_TEXT
from referee.rules import Fault
from referee.rules.book.options import written
from referee.rules.plain_text import first_unfit, unfit
from referee.store.faults import ClubFault

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HEAD: Final = ("name", "starts", "ends", "best_k", "min_sessions")
MORE: Final = ("ties", "zone", "lasts", "holidays")
TABLES: Final = ("weekly", "skip", "extra", "house_rules")
LONGEST_PAGE: Final = 200_000
LONGEST_ROW: Final = 1_000
_DEEPEST: Final = 4
_MOST_FAULTS: Final = 50
T = TypeVar("T")
_EXAMPLES: Final = {
    "name": '"2026-27"',
    "starts": "2026-08-17",
    "ends": "2027-05-31",
    "best_k": "20",
    "min_sessions": "8",
    "ties": '"wins,seconds,head-to-head,strength,lot"',
    "zone": '"Europe/Berlin"',
    "lasts": '"2:00"',
    "holidays": '"DE-BW"',
    "weekday": '"Monday"',
    "every": '"Monday"',
    "interval": "2",
    "from": "2026-08-17",
    "until": "2027-05-31",
    "rrule": '"FREQ=MONTHLY;BYDAY=1MO"',
    "time": '"15:45"',
    "room": '"M4"',
    "note": '"Labor Day"',
}

_WORD: Final = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_HEADING: Final = re.compile(rf"\s*(?P<open>\[+)\s*(?P<key>{_WORD}(?:\s*\.\s*{_WORD})*)")
_STATEMENT: Final = re.compile(
    rf"""\s*(?P<key>{_WORD}(?:\s*\.\s*{_WORD})*)\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|\{{.*\}}|[^,}}\#]*)"""
)
_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_ISO_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


class ScheduleFault(ClubFault):
    """What in a schedule cannot be: `faults` tell where, what was typed and what was expected; `fault` is the first."""

    def __init__(self, fault: Fault, *others: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.faults = (fault, *others)

    @property
    def typed(self) -> str:
        """The words at fault."""
        start = self.fault.column - 1
        return self.fault.text[start : start + self.fault.width]


@dataclass(frozen=True, slots=True)
class _Place:
    """The row, from 1, on which something is stated, and where on it the key and the value begin and end."""

    row: int
    key: tuple[int, int]
    value: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Page:
    """A schedule's text, what TOML makes of it, and the place of every key, by its path.

    `found` are the faults found so far: a page is read to its end, so that all of them are told at once. What stands on
    rows that cannot be read is `lost`, and not said to be missing. The tables of a list have their number in the path.
    """

    rows: Sequence[str]
    data: Mapping[str, Any]
    places: Mapping[tuple[str, ...], _Place]
    lost: frozenset[tuple[str, ...]] = frozenset()
    found: list[Fault] = field(default_factory=list)
    lacking: list[Fault] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> Page:
        """Read a text. Raises `ScheduleFault` when so little of it is TOML that nothing more can be said."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        rows = text.rstrip("\n").split("\n")
        _refuse_endless(text, rows)
        legible = text
        faults: list[Fault] = []
        blanked: set[int] = set()
        while True:
            try:
                data = tomllib.loads(legible)
                break
            except tomllib.TOMLDecodeError as error:
                fault = _syntax_fault(str(error), legible.rstrip("\n").split("\n"))
                faults.append(fault)
                # A statement that is at fault by itself is put aside, and the rest looked at without it; after a broken
                # heading, or a text that does not end, nothing could be told for certain.
                if len(faults) == _MOST_FAULTS or fault.line in blanked or not _at_fault_alone(fault):
                    raise ScheduleFault(*faults) from None
                blanked.add(fault.line)
                legible = "\n".join("" if number in blanked else row for number, row in enumerate(rows, 1))
            except (RecursionError, ValueError) as error:
                deep = isinstance(error, RecursionError)
                message = "lists or tables stand too deep in each other" if deep else f"a value cannot be read: {error}"
                raise ScheduleFault(*faults, Fault(1, 1, 1, message, rows[0])) from None
        stated = list(_find_places(rows))
        lost = frozenset(path for path, place in stated if place.row in blanked)
        places = {path: place for path, place in stated if place.row not in blanked}
        return cls(rows, data, places, lost, faults)

    def refuse_faults(self) -> None:
        """Raise what was found, from the top of the page to its end; what is not there at all comes last."""
        found = sorted(self.found, key=lambda fault: (fault.line, fault.column))
        if every := [*found, *self.lacking]:
            raise ScheduleFault(*every)

    def note(self, path: tuple[str, ...], message: str, *, at_key: bool = False) -> None:
        """Note a fault as `fault` returns it."""
        self.found.append(self.fault(path, message, at_key=at_key).fault)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note a fault that is raised, and go on after it."""
        try:
            yield
        except ScheduleFault as fault:
            self.found.extend(fault.faults)

    def read_at(self, path: tuple[str, ...], read: Callable[..., T], *args: Any, **options: Any) -> T | None:
        """Read the value at a path in some way, noting what is wrong with it; None where there is none that is good."""
        try:
            value = self.value(path)
        except KeyError:
            return None
        with self.noting():
            return read(path, value, *args, **options)
        return None

    def value(self, path: tuple[str, ...]) -> Any:
        """Return what stands at a path. Raises `KeyError`."""
        value: Any = self.data
        for key in path:
            if isinstance(value, list) and key.isdecimal() and 0 < int(key) <= len(value):
                value = value[int(key) - 1]
            elif isinstance(value, dict):
                value = value[key]
            else:
                raise KeyError(key)
        return value

    def fault(self, path: tuple[str, ...], message: str, *, at_key: bool = False) -> ScheduleFault:
        """Return a fault at the value of a path or at its key; at what it would stand in, when it is not there."""
        known = next((path[:size] for size in range(len(path), 0, -1) if path[:size] in self.places), None)
        if known is None:
            return ScheduleFault(Fault(1, 1, 1, message, self.rows[0]))
        place = self.places[known]
        start, end = place.key if at_key or known != path else place.value
        return ScheduleFault(Fault(place.row, start + 1, max(1, end - start), message, self.rows[place.row - 1]))

    def unexpected(self, path: tuple[str, ...], value: object, expected: str) -> ScheduleFault:
        """Return the fault of a value that is not of the kind that its key takes."""
        given = repr(value) if isinstance(value, str) else written(value)
        if isinstance(value, list | dict):
            given = "a list" if isinstance(value, list) else "a table"
        return self.fault(path, f"{path[-1]} is {given}; expected {expected}")

    def check_keys(
        self,
        path: tuple[str, ...],
        table: Mapping[str, Any],
        *,
        required: Sequence[str] = (),
        optional: Sequence[str] = (),
    ) -> None:
        """Note every key that the table does not have, and every one that it lacks."""
        allowed = dict.fromkeys((*required, *optional))
        meant = set()
        for key in table:
            if key not in allowed and not self.slipped(path, key):
                near = get_close_matches(key, allowed, 1)
                meant.update(near)
                hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(allowed)}"
                self.note((*path, key), f"no key {key!r} {_inside(path)}; {hint}", at_key=True)
        for key in required:
            if key in table or key in meant or any(each[: len(path) + 1] == (*path, key) for each in self.lost):
                continue
            slips = (each for each in self.places if each[-1] == key and self.slipped(each[:-1], key))
            if not path and (slip := next(slips, None)):
                message = f"{key!r} belongs above the first table; here it is part of [{'.'.join(slip[:-1])}]"
                self.note(slip, message, at_key=True)
                continue
            stated = f"[{key}]" if key in TABLES else f"{key} = {_EXAMPLES[key]}"
            message = f"{key!r} is missing {_inside(path)}; expected such as {stated}"
            self.lacking.append(self.fault(path, message, at_key=True).fault)

    def slipped(self, path: tuple[str, ...], key: str) -> bool:
        """Tell whether a key that the head lacks has slipped under a table, as it does when written below one."""
        return key in HEAD and key not in self.data and bool(path) and (*path, key) in self.places

    def table(self, path: tuple[str, ...]) -> Mapping[str, Any]:
        """Return the table at a path, which is empty if it is not there."""
        try:
            value = self.value(path)
        except KeyError:
            return {}
        if not isinstance(value, dict):
            raise self.unexpected(path, value, f"a table, [{'.'.join(path)}]")
        return value

    def words(self, path: tuple[str, ...], value: object) -> str:
        """Read a text that says something."""
        if not isinstance(value, str) or not value.strip():
            example = _EXAMPLES.get(path[-1], _EXAMPLES["note"])
            raise self.unexpected(path, value, f"a text in quotes, such as {example}")
        if (at := first_unfit(value)) is not None:
            raise self.fault(path, f"{path[-1]} cannot have {unfit(value[at])}; it is character {at + 1} of the text")
        if len(value) > LONGEST_TEXT:
            raise self.fault(path, f"{path[-1]} is {len(value)} characters long; {LONGEST_TEXT} are the most")
        return value.strip()

    def whole_number(self, path: tuple[str, ...], value: object, least: int, most: int) -> int:
        """Read a whole number from `least` to `most`."""
        if type(value) is not int or not least <= value <= most:
            raise self.unexpected(path, value, f"a whole number from {least} to {most}, such as {_EXAMPLES[path[-1]]}")
        return value

    def day(self, path: tuple[str, ...], value: object) -> date:
        """Read a date, in quotes or without."""
        read = as_date(value) if isinstance(value, str) else value
        if type(read) is not date:
            raise self.unexpected(path, value, f"a date such as {_EXAMPLES[path[-1]]}")
        return read

    def clock(self, path: tuple[str, ...], value: object) -> time:
        """Read a time of day; TOML itself knows ``15:45:00``, people write ``"15:45"``."""
        if isinstance(value, time):
            return value
        read = _CLOCK.fullmatch(value.strip()) if isinstance(value, str) else None
        if not read:
            raise self.unexpected(path, value, 'a time of day in quotes, such as "15:45"')
        return time(int(read[1]), int(read[2]))

    def weekday(self, path: tuple[str, ...], value: object) -> int:
        """Read a weekday's name, which may be cut short, as a number from Monday's 0."""
        folded = value.strip().casefold().removesuffix("s") if isinstance(value, str) else ""
        for number, name in enumerate(WEEKDAYS):
            if len(folded) >= 3 and name.casefold().startswith(folded):
                return number
        near = get_close_matches(folded.capitalize(), WEEKDAYS, 2)
        raise self.unexpected(path, value, listed(near or WEEKDAYS, "or"))

    def weekdays(self, path: tuple[str, ...], value: object) -> list[int]:
        """Read one weekday or several: a list of names, or a text with commas between them."""
        names = value.split(",") if isinstance(value, str) else value
        if not isinstance(names, list) or not names:
            raise self.unexpected(path, value, f"a weekday or several, such as {_EXAMPLES['every']}")
        return [self.weekday(path, each.strip() if isinstance(each, str) else each) for each in names]


def as_date(text: str) -> date | None:
    """Return the date that a text such as ``2026-09-07`` is, if it is one."""
    try:
        return date.fromisoformat(text) if _ISO_DATE.fullmatch(text) else None
    except ValueError:
        return None


def _refuse_endless(text: str, rows: Sequence[str]) -> None:
    """Refuse a text that nobody wrote as a schedule, before it is looked at closely, which would take for ever."""
    for number, row in enumerate(rows, 1):
        if len(row) > LONGEST_ROW:
            message = f"this line is {len(row)} characters long; {LONGEST_ROW} are the most"
            raise ScheduleFault(Fault(number, LONGEST_ROW + 1, 1, message, row[:LONGEST_ROW]))
    if len(text) > LONGEST_PAGE:
        message = f"this is {len(text)} characters long; a season's schedule has {LONGEST_PAGE} at most"
        raise ScheduleFault(Fault(1, 1, 1, message, rows[0]))


def _at_fault_alone(fault: Fault) -> bool:
    """Tell whether a row that TOML stumbled over is a statement that cannot be, whatever stands around it."""
    if not _STATEMENT.match(fault.text):
        return False
    try:
        tomllib.loads(fault.text)
    except ValueError:
        return True
    return fault.message.endswith("is stated twice")


def _inside(path: tuple[str, ...]) -> str:
    if path and path[-1].isdecimal():
        return f"in the {path[-1]}. [[{'.'.join(path[:-1])}]]"
    return f"under [{'.'.join(path)}]" if path else "at the head of the schedule"


def _find_places(rows: Sequence[str]) -> Iterator[tuple[tuple[str, ...], _Place]]:
    table: tuple[str, ...] = ()
    lists: Counter[tuple[str, ...]] = Counter()
    for number, row in enumerate(rows, 1):
        if heading := _HEADING.match(row):
            table = _split(heading["key"])
            if heading["open"] == "[[":
                lists[table] += 1
                table = (*table, str(lists[table]))
            for size in range(1, min(len(table), _DEEPEST) + 1):
                yield table[:size], _Place(number, heading.span("key"), heading.span("key"))
        elif stated := _STATEMENT.match(row):
            path = (*table, *_split(stated["key"]))
            yield path, _Place(number, stated.span("key"), _trimmed(stated))
            if stated["value"].startswith("{"):
                for inner in _STATEMENT.finditer(row, stated.start("value") + 1):
                    yield (*path, *_split(inner["key"])), _Place(number, inner.span("key"), _trimmed(inner))


def _split(key: str) -> tuple[str, ...]:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, key))


def _trimmed(stated: re.Match[str]) -> tuple[int, int]:
    return stated.start("value"), stated.start("value") + len(stated["value"].rstrip())


def _syntax_fault(error: str, rows: Sequence[str]) -> Fault:
    """Put what TOML has to say in the words of somebody who has written a date, a time or a text."""
    found = _TOML_PLACE.search(error)
    row = min(int(found[1]), len(rows)) if found and found[1] else len(rows)
    text = rows[row - 1]
    column = min(int(found[2]), len(text) + 1) if found and found[2] else len(text) + 1
    said = _TOML_PLACE.sub("", error)
    message = f"this line cannot be read: {said[:1].lower()}{said[1:]}"
    stated = _STATEMENT.match(text)
    if not stated:
        return Fault(row, column, 1, message, text)
    key, value = stated["key"], stated["value"].strip()
    start, end = _trimmed(stated)
    if said == "Cannot overwrite a value":
        return Fault(row, stated.start("key") + 1, len(key), f"{key} is stated twice", text)
    if not value:
        message = f"{key} has no value"
    elif re.fullmatch(r"\d+[-/.]\d+[-/.]\d+", value):
        message = f"{value} is not a date; expected one such as 2026-09-07"
    elif re.match(r"\d+:\d+", value):
        message = f'{key} is {value}; expected a time of day in quotes, such as "15:45"'
    elif value[0].isalpha():
        message = f'{key} is {value}; expected a text in quotes: {key} = "{value}"'
    else:
        return Fault(row, column, 1, message, text)
    return Fault(row, start + 1, max(1, end - start), message, text)
