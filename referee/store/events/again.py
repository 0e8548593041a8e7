"""The tables made again from the log alone, beside those that a club has."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from referee.store.events.bulk import Gathered
from referee.store.events.event import TEXTS
from referee.store.events.log import events_with_texts
from referee.store.events.rows import Asking, Fold
from referee.store.events.sqlite import InFile
from referee.store.faults import StoreFault

Progress = Callable[[int], None]
_NOW_AND_THEN: Final = 1000


def unheard(_events: int) -> None:
    """Let nobody know how far it is."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """A row of a table that the log does not make, or one that it makes and that is not there."""

    table: str
    row: tuple[Any, ...]
    made: bool


def altered(asking: Asking, club: int) -> Iterator[str]:
    """Yield what of a club's log is not as it was written, in words: the first event that is not, and texts."""
    try:
        for event, texts in events_with_texts(asking, club):
            digests = event.data.get(TEXTS, {})
            for text in texts:
                if digests.get(text.part) != text.digest:
                    yield f"a text of event {event.n} ({event.kind}) is not as it was written."
    except StoreFault as fault:
        yield str(fault)


def refold(asking: Asking, club: int, fold: Fold, tables: Collection[str], progress: Progress = unheard) -> None:
    """Make tables again from the log, in the transaction that is asked; what other tables hold stays.

    `progress` is told now and then how many events have been read.
    """
    _folded(asking, club, fold, tables, progress).write(asking, tables)


def unlike(asking: Asking, club: int, fold: Fold, tables: Collection[str], shapes: Iterable[str]) -> Iterator[Unlike]:
    """Yield the rows in which tables differ from what the log makes of them; `shapes` is the SQL that makes them empty.

    Raises `StoreAltered` where the log itself is not as it was written.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        again = InFile(raw)
        for shape in shapes:
            again.do(shape)
        raw.execute("BEGIN")
        _folded(asking, club, fold, tables).write(again, tables)
        for table in tables:
            columns = ", ".join(f'"{row[1]}"' for row in again.rows(f'PRAGMA table_info("{table}")'))
            asked = f'SELECT {columns} FROM "{table}"'
            there, made = set(asking.rows(asked)), set(again.rows(asked))
            yield from (Unlike(table, row, made=False) for row in sorted(there - made, key=repr))
            yield from (Unlike(table, row, made=True) for row in sorted(made - there, key=repr))


def _folded(asking: Asking, club: int, fold: Fold, tables: Collection[str], progress: Progress = unheard) -> Gathered:
    """Return what the log makes of tables."""
    gathered = Gathered()
    for event, texts in events_with_texts(asking, club):
        changes = fold(event, {text.part: text.text for text in texts})
        gathered.take(change for change in changes if change.table in tables)
        if event.n % _NOW_AND_THEN == 0:
            progress(event.n)
    return gathered
