"""Whether a club's file is as it was written down: its pages, its shape, its seals and the log of each table.

Everything is read as it is stored, and nothing that is stored can make this raise but what SQLite itself refuses.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from referee.store.difference import Difference, at_line, at_seal, at_table, in_file, of_row
from referee.store.events.event import TEXTS, Event
from referee.store.events.log import events_with_texts, unchained
from referee.store.events.sqlite import ONLY, InFile
from referee.store.faults import StoreFault
from referee.store.seals import (
    ALTERED,
    FORGOTTEN,
    ITEMS,
    LOGS,
    Item,
    Row,
    as_stored,
    differing,
    digest,
    has_seals,
    key_mark,
    link,
    log_changes,
    looked_at,
    rows_by_item,
)
from referee.store.shape import make_tables

_MOST_PAGES: Final = 20
_AS_SEALED: Final = "is not as it was sealed"
_OF_A_TABLE: Final = ("match", "seat", "placing")
_SMALL_FILE: Final = 8 * 2**20
_BESIDES: Final = "was put in by another program"


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of the club's seals as it was read.

    `last` has how each item and event was sealed last: the digest, the number of the seal, and the table and
    line of what has them. `unchecked` counts the seals made with a key that was not at hand.
    """

    seals: Sequence[tuple[str, str]] = ()
    last: Mapping[tuple[str, int], tuple[str, int, int, int]] = field(default_factory=dict)
    first: Mapping[tuple[str, int], int] = field(default_factory=dict)
    unchecked: int = 0
    keyed: int = 0
    differences: Sequence[Difference] = ()

    @property
    def head(self) -> str:
        """The last seal."""
        return self.seals[-1][1] if self.seals else ""


def opened(path: Path) -> closing[sqlite3.Connection]:
    """Open a file to look at, whatever is in it."""
    return closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10.0))


def at_first_sight(path: Path) -> tuple[Difference, ...]:
    """Return what can be told to be damaged whenever a club is opened: of a large file not its pages."""
    try:
        with opened(path) as raw:
            found = pages(raw) if path.stat().st_size <= _SMALL_FILE else []
            return (*(each for each in found if not each.message.endswith(_BESIDES)), *small(raw))
    except (sqlite3.Error, OSError) as error:
        return (in_file(f"it cannot be read: {error}"),)


def damage(path: Path) -> list[Difference]:
    """Return what can be told at once to be damaged in a file; nothing when it is as it was sealed, or not there."""
    if not path.is_file():
        return []
    try:
        with opened(path) as raw:
            # What was put in besides harms nothing by being there; an audit says that it is.
            found = [each for each in pages(raw) if not each.message.endswith(_BESIDES)]
            found += small(raw)
            numbers = [row[0] for row in raw.execute('SELECT id FROM "match"')]
            for kind in _OF_A_TABLE:
                found += items(raw, kind)
            for number in numbers:
                found += log_of(raw, number)
            return found
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
        return [in_file(f"it cannot be read: {error}")]


def pages(raw: sqlite3.Connection) -> list[Difference]:
    """Return what SQLite finds wrong with the file, and where its shape is not the one that this program made."""
    try:
        said = [str(row[0]) for row in raw.execute(f"PRAGMA integrity_check({_MOST_PAGES})")]
        found = [in_file(each) for each in said if each != "ok"]
        # Rows of which a reference leads to nothing: (table, rowid, table referred to, number of the reference).
        for table, row, other, _ in raw.execute("PRAGMA foreign_key_check"):
            found.append(in_file(f"row {row} of {table} refers to a row of {other} that is not there"))
        return [*found, *_shape(raw)]
    except sqlite3.Error as error:
        return [in_file(f"it cannot be read to its end: {error}")]


def chain(raw: sqlite3.Connection, key: bytes | None = None) -> Chain:
    """Read the chain of the club's seals and look whether it is whole."""
    try:
        if not has_seals(raw):
            return Chain(differences=[in_file("it has no seals")])
        with as_stored(raw):
            return _read_chain(raw, key)
    except sqlite3.Error as error:
        return Chain(differences=[in_file(f"the chain of its seals cannot be read: {error}")])


def against(raw: sqlite3.Connection, read: Chain) -> list[Difference]:
    """Compare everything that is sealed with how it was sealed last."""
    found: list[Difference] = []
    gone: set[int] = set()
    for kind in (*sorted(ITEMS, key=lambda kind: kind != "match"), *LOGS):
        try:
            with as_stored(raw):
                found += _compare(raw, kind, read, gone)
        except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
            found.append(in_file(f"the table {kind!r} cannot be read: {error}"))
    return found


def of_match(raw: sqlite3.Connection, number: int) -> list[Difference]:
    """Return what is not as it was sealed at one table, by its own events and what is kept of the last seals.

    It is what can be told at once; that the last lines were cut off, seals and all, only the whole chain can tell.
    """
    try:
        return [*_items_of(raw, number), *log_of(raw, number)]
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
        return [at_table(number, f"it cannot be read: {error}")]


def small(raw: sqlite3.Connection) -> list[Difference]:
    """Return what is not as it was sealed of all that is not about one table."""
    return [each for kind in ITEMS if kind not in _OF_A_TABLE for each in items(raw, kind)]


def items(raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None) -> list[Difference]:
    """Return what is not as it was sealed last of a table, or of some items of it, by what is kept of that."""
    try:
        return _said(raw, differing(raw, kind, only))
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
        return [in_file(f"the table {kind!r} cannot be read: {error}")]


def rows_and_items(
    raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None
) -> tuple[dict[int, list[Row]], list[Difference]]:
    """Return the rows of a table as they are stored, by item, and what `items` does. Raises SQLite's errors."""
    rows, found = looked_at(raw, kind, only)
    return rows, _said(raw, found)


def _said(raw: sqlite3.Connection, found: Iterable[Item]) -> list[Difference]:
    return [of_row(each.kind, each.row, _AS_SEALED, named=_owner(raw, each.kind, each.row)) for each in found]


def log_of(raw: sqlite3.Connection, number: int) -> list[Difference]:
    """Return what of the events of a table, and of their texts, is not as it was written."""
    asking = InFile(raw)
    with as_stored(raw):
        try:
            found = [_of_event(number, event) for event in unchained(asking, ONLY, match=number)]
            for event, texts in [] if found else events_with_texts(asking, ONLY, match=number):
                digests = event.data.get(TEXTS, {})
                found += (_of_event(number, event) for text in texts if digests.get(text.part) != text.digest)
            return list(dict.fromkeys(found))
        except (StoreFault, ValueError, TypeError, KeyError, RecursionError) as error:
            return [at_table(number, f"what was done there cannot be read: {error}")]


def _of_event(match: int, event: Event) -> Difference:
    """Return that an event of a table is not as it was written, at its line as far as that can be read."""
    line: Any = None
    with suppress(ValueError, AttributeError, RecursionError):
        line = event.data.get("number")
    said = f"{event.kind!r} (event {event.n}) is not as it was written"
    return at_line(match, line, said) if isinstance(line, int) else at_table(match, said)


def _items_of(raw: sqlite3.Connection, number: int) -> list[Difference]:
    session = raw.execute('SELECT session_id FROM "match" WHERE id = ?', (number,)).fetchone()
    found = [each for kind in _OF_A_TABLE for each in items(raw, kind, [number])]
    return [*found, *(items(raw, "session", [session[0]]) if session and isinstance(session[0], int) else ())]


def _read_chain(raw: sqlite3.Connection, key: bytes | None) -> Chain:
    seals: list[tuple[str, str]] = []
    last: dict[tuple[str, int], tuple[str, int, int, int]] = {}
    first: dict[tuple[str, int], int] = {}
    found: list[Difference] = []
    before, unchecked, keyed = "", 0, 0
    for at, row in enumerate(raw.execute('SELECT id, kind, changes, at, "key", seal FROM seal ORDER BY id'), 1):
        number, kind, changes, moment, mark, seal = row
        if number != at + len(found) and not found:
            found.append(at_seal(number, f"the seals from {at} to {number - 1} were taken out"))
        keyed += bool(mark)
        if mark and mark != key_mark(key):
            unchecked += 1
            if key is not None:
                found.append(at_seal(number, "it was sealed with another key"))
        elif not mark and keyed:
            found.append(at_seal(number, "it is not sealed with the key, as those before it are"))
        elif seal != link(before, row[:5], key if mark else None):
            found.append(at_seal(number, "it is not as it was sealed, or a seal before it was changed or taken out"))
        before = str(seal)
        seals.append((str(moment), before))
        try:
            stated = json.loads(changes)
            for change in stated:
                found += _take_over(change, at, kind, str(moment), last, first)
        except (ValueError, TypeError, IndexError, RecursionError):
            found.append(at_seal(number, "what it states cannot be read"))
    if key is not None and seals and (not keyed or not mark):
        found.append(in_file("nothing in it is sealed with this key" if not keyed else "its last seal has no key"))
    return Chain(seals, last, first, unchecked, keyed, found)


def _take_over(
    change: list[Any],
    at: int,
    kind: str,
    moment: str,
    last: dict[tuple[str, int], tuple[str, int, int, int]],
    first: dict[tuple[str, int], int],
) -> Iterator[Difference]:
    """Take over what a seal states of one item or event; yield what it says was done by others before."""
    table, row, seal, *rest = change
    which = (str(table), row)
    match, line = (rest[0], rest[1]) if table in LOGS else (0, 0)
    if table in LOGS and which in last and last[which][0] != seal and kind != FORGOTTEN:
        yield of_row(table, row, f"was changed or taken out before {_day(moment)}, and sealed anew", match, line)
    if ALTERED in rest:
        yield of_row(table, row, f"had been changed by another program before {_day(moment)}")
    first.setdefault(which, at)
    last[which] = (seal, at, match, line)


def _compare(raw: sqlite3.Connection, kind: str, read: Chain, gone: set[int]) -> Iterator[Difference]:
    stated = {row: known for (table, row), known in read.last.items() if table == kind and known[0]}
    if kind in LOGS:
        there = {row: rest for _, row, *rest in log_changes(raw, kind)}
        for row, (seal, _, match, line) in stated.items():
            if row not in there and match not in gone:
                yield of_row(kind, row, "was taken out", match, line, named=_event(match, row))
            elif row in there and there[row][0] != seal:
                yield of_row(kind, row, _AS_SEALED, match, line, named=_event(match, row))
        for row, (_, match, line) in there.items():
            if row not in stated:
                yield of_row(kind, row, _BESIDES, match, line, named=_event(match, row))
        return
    salts = dict(raw.execute('SELECT "row", salt FROM sealed WHERE kind = ?', (kind,)))
    rows = rows_by_item(raw, kind)
    for row, known in stated.items():
        if row not in rows:
            if kind == "match":
                gone.add(row)
                yield at_table(row, "the whole match was taken out")
            elif not (kind in ("seat", "placing") and row in gone):
                yield of_row(kind, row, "was taken out", named=_owner(raw, kind, row))
        elif digest(Item(kind, row), str(salts.get(row, "")), rows[row]) != known[0]:
            yield of_row(kind, row, _AS_SEALED, named=_owner(raw, kind, row))
    for row in rows:
        if row not in stated:
            yield of_row(kind, row, _BESIDES, named=_owner(raw, kind, row))


def _event(match: object, row: object) -> str:
    return f"table {match}, event {row}" if match else f"event {row}"


def _owner(raw: sqlite3.Connection, kind: str, row: int) -> str:
    """Return what a row is called by people, where it still says so."""
    with suppress(sqlite3.Error):
        if kind in ("session", "attendance"):
            found = raw.execute("SELECT held_on FROM session WHERE id = ?", (row,)).fetchone()
            return f"session {row}, {found[0]}" if found else ""
        if kind == "season":
            found = raw.execute("SELECT name FROM season WHERE id = ?", (row,)).fetchone()
            return f"season {found[0]}" if found else ""
        if kind == "house_rules":
            found = raw.execute("SELECT game FROM house_rules WHERE id = ?", (row,)).fetchone()
            return f"house rules {row}, {found[0]}" if found else ""
    return ""


def _shape(raw: sqlite3.Connection) -> Iterator[Difference]:
    """Yield where the tables, indexes and triggers are not those that the program makes."""
    wanted, there = _made(), _schema(raw)
    for name in sorted({*wanted, *there}):
        if name not in there:
            yield in_file(f"{name} is missing: what was written down may have been changed")
        elif name not in wanted:
            yield in_file(f"{name} {_BESIDES}")
        elif wanted[name] != there[name]:
            yield in_file(f"{name} is not as it was made")


@cache
def _made() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        make_tables(fresh)
        return _schema(fresh)


def _schema(raw: sqlite3.Connection) -> dict[str, str]:
    asked = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
    return {name: " ".join((sql or "").split()) for name, sql in raw.execute(asked)}


def _day(moment: str) -> str:
    return moment[:10]
