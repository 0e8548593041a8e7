"""All that is in a club's file as JSON, as it is stored, and a file made of that again.

Seals are over what is stored letter by letter, so that a file that is made again is known to be the same by its seals.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from referee.store import inspection
from referee.store.aside import begin
from referee.store.backup import opened
from referee.store.engine import store_at
from referee.store.faults import ClubFault, StoreAltered, StoreDamaged, StoreNewer
from referee.store.plain_words import in_plain_words
from referee.store.seals import head
from referee.store.shape import SHAPE, make_tables, raw_of

FORMAT: Final = "referee club"
EDITION: Final = 1
_LARGEST: Final = 2**31
_ORDER: Final = {"event": "n", "private": "n, part"}

Value = str | int | float | None


def whole(path: Path) -> Iterator[str]:
    """Yield a club's file as JSON, one row a line. Raises `StoreDamaged` where something in it is no text or number."""
    with in_plain_words(path), closing(opened(path)) as raw:
        raw.execute("BEGIN")
        begins = {"format": FORMAT, "edition": EDITION, "head": head(raw), "shape": SHAPE}
        yield f"{json.dumps(begins, ensure_ascii=False)[:-1]},\n"
        yield '"tables": {'
        for at, table in enumerate(_tables(raw)):
            yield f'{"," if at else ""}\n"{table}": ['
            rows = raw.execute(f'SELECT * FROM "{table}" ORDER BY {_ORDER.get(table, "rowid")}')
            columns = [each[0] for each in rows.description]
            for number, row in enumerate(rows):
                if any(isinstance(value, bytes) for value in row):
                    raise StoreDamaged(f"{path} is damaged: a row of {table} is neither text nor numbers.")
                named = json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False)
                yield f"{',' if number else ''}\n {named}"
            yield "]"
        yield "\n}}\n"


def read_whole(file: Path) -> dict[str, Any]:
    """Read what `whole` gave. Raises `ClubFault` for a file that is something else."""
    expected = "expected a whole club as it is exported in JSON"
    try:
        with file.open("rb") as found:
            data = found.read(_LARGEST)
        content = json.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise ClubFault(f"{file} cannot be read: {error.strerror}; {expected}") from None
    except json.JSONDecodeError as error:
        raise ClubFault(f"{file}:{error.lineno}:{error.colno}: not JSON ({error.msg}); {expected}") from None
    except (ValueError, RecursionError):
        raise ClubFault(f"{file} is no JSON that can be read; {expected}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ClubFault(f"{file} is JSON, but not a club; {expected}")
    if content.get("edition") != EDITION:
        raise StoreNewer(f"{file} was written by a newer version of referee. Update referee to read it.")
    return content


def make_of(content: Mapping[str, Any], path: Path, source: Path) -> None:
    """Make a club's file of what was read from `source`, as it was stored; all of it is there, or a fault is raised.

    Raises `StoreNewer` where it has another shape, `ClubFault` where it is not in order, and `StoreAltered` where
    it is not as it was sealed.
    """
    shape, tables = content.get("shape"), content.get("tables")
    if not isinstance(shape, str) or not isinstance(tables, dict):
        raise ClubFault(f"{source} has no shape or no tables; expected a whole club")
    if shape != SHAPE:
        raise StoreNewer(f"{source} was written by a newer version of referee (shape {shape!r}).")
    begin(path)
    store = store_at(path, "rw", 1.0)
    try:
        with in_plain_words(path), store.engine.connect() as connection:
            raw_of(connection).execute("PRAGMA foreign_keys = OFF")
            make_tables(raw_of(connection))
            _fill(raw_of(connection), tables, source)
            connection.commit()
    finally:
        store.close()
    with inspection.opened(path) as raw:
        chain = inspection.chain(raw)
        found = [*inspection.damage(path), *chain.differences, *inspection.against(raw, chain)]
        if not found and head(raw) != content.get("head"):
            raise StoreAltered(f"{source} does not end with the seal that it says it does.")
    if found:
        more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
        raise StoreAltered(f"{source} is not as it was written: {found[0]}{more}")


def _tables(raw: sqlite3.Connection) -> list[str]:
    asked = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    return [name for (name,) in raw.execute(asked)]


def _fill(raw: sqlite3.Connection, tables: Mapping[str, Any], source: Path) -> None:
    known = _tables(raw)
    if unknown := [table for table in tables if table not in known]:
        raise ClubFault(f"{source}: there is no table {unknown[0]!r}; expected {', '.join(known)}")
    for table, rows in tables.items():
        columns = [row[1] for row in raw.execute(f'PRAGMA table_info("{table}")')]
        put = f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})'
        if not isinstance(rows, list):
            raise ClubFault(f"{source}: {table} is not a list of rows")
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict) or set(row) != set(columns):
                raise ClubFault(f"{source}: {table}, row {number}: expected the columns {', '.join(columns)}")
            if any(not isinstance(value, Value) or isinstance(value, bool) for value in row.values()):
                raise ClubFault(f"{source}: {table}, row {number}: expected texts and numbers")
            try:
                raw.execute(put, [row[column] for column in columns])
            except (sqlite3.IntegrityError, OverflowError, UnicodeEncodeError) as error:
                raise ClubFault(f"{source}: {table}, row {number}: {error}") from None
