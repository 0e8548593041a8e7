"""The tables made again from the log alone, beside those that a club has."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from referee.store.events.event import TEXTS
from referee.store.events.log import events_with_texts
from referee.store.events.rows import Asking, Fold, apply
from referee.store.events.sqlite import InFile
from referee.store.faults import StoreFault


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


def refold(asking: Asking, club: int, fold: Fold, tables: Collection[str]) -> None:
    """Make tables again from the log, in the transaction that is asked; what other tables hold stays."""
    asking.do("PRAGMA defer_foreign_keys = ON")  # what refers to a row that is made again is without it for a moment
    for table in tables:
        asking.do(f'DELETE FROM "{table}"')
    _fold_all(asking, asking, club, fold, tables)


def unlike(asking: Asking, club: int, fold: Fold, tables: Collection[str], shapes: Iterable[str]) -> Iterator[Unlike]:
    """Yield the rows in which tables differ from what the log makes of them; `shapes` is the SQL that makes them empty.

    Raises `StoreAltered` where the log itself is not as it was written.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        again = InFile(raw)
        for shape in shapes:
            again.do(shape)
        raw.execute("BEGIN")
        _fold_all(asking, again, club, fold, tables)
        for table in tables:
            columns = ", ".join(f'"{row[1]}"' for row in again.rows(f'PRAGMA table_info("{table}")'))
            asked = f'SELECT {columns} FROM "{table}"'
            there, made = set(asking.rows(asked)), set(again.rows(asked))
            yield from (Unlike(table, row, made=False) for row in sorted(there - made, key=repr))
            yield from (Unlike(table, row, made=True) for row in sorted(made - there, key=repr))


def _fold_all(asking: Asking, into: Asking, club: int, fold: Fold, tables: Collection[str]) -> None:
    for event, texts in events_with_texts(asking, club):
        changes = fold(event, {text.part: text.text for text in texts})
        apply(into, [change for change in changes if change.table in tables])
