"""The ways of putting nonsense into a club's file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import quote_name
from referee.store.events.sqlite import ONLY_CLUB, SqliteTransaction
from referee.store.projections.handlers import PROJECTIONS, project
from tests.campaigns.flips import flipped
from tests.campaigns.tampering import hash_anew

_PAGE: Final = 4096
NONSENSE: Final = (
    None, "", "zz", "0", "-1", "1e999", "nan", "@#99999", "@1", "@", "2026-13-45", "2026-11-16", "25:61", "[]", "{}",
    "[1", "[[[[]]]]", "null", "true", '"x"', "7", '{"a": 1}', '["zz"]', "[1, 2]", "[null]", '[["a", 3]]', "[" * 3000,
    "\x1b[2J", "Zoë \u202e", "x" * 20_000, b"\xff\xfe\x00", "\ud800", 0, 1, -1, 2, 99, 2**31, 2**63 - 1, -(2**63), 0.5,
    -1e308, float("inf"), "big-two", "texas-holdem", "illegal", "legal", "open",
)  # fmt: skip
"""Values of every kind that some column has, where another kind belongs."""
LEAVES: Final = (
    None, "", "zz", "@9", "@#99999", 0, -1, 99, 2**70, 0.5, True, [], {}, [[]], ["zz"], [None], [1, 2], {"zz": 1},
    {"": None}, [["a", 3]], "big-two", "illegal", "2026-13-45", "2026-11-16", "x" * 5000,
)  # fmt: skip
"""Values for a part of an event's data."""


@dataclass(frozen=True)
class Harm:
    """A way to spoil a file, and how many of it are tried for one of the rarest.

    `do` writes the spoiled file from the whole one, and returns what was done to it.
    """

    do: Callable[[Path, bytes, Random], str]
    share: int = 1


@contextmanager
def without_rules(path: Path, whole: bytes) -> Iterator[sqlite3.Connection]:
    """Work on a file that takes any value: its triggers and constraints are back when this ends."""
    path.write_bytes(whole)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        schema = raw.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        triggers = [sql for kind, _, sql in schema if kind == "trigger"]
        tables = {name: sql for kind, name, sql in schema if kind == "table"}
        for kind, name, _ in schema:
            if kind == "trigger":
                raw.execute(f"DROP TRIGGER {name}")
        _rewrite(raw, {name: sql.replace("NOT NULL", "") for name, sql in tables.items()})
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        yield raw
        _rewrite(raw, tables)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for sql in triggers:
            raw.execute(sql)


def _rewrite(raw: sqlite3.Connection, tables: dict[str, str]) -> None:
    raw.execute("PRAGMA writable_schema = ON")
    for name, sql in tables.items():
        raw.execute("UPDATE sqlite_master SET sql = ? WHERE name = ? AND type = 'table'", (sql, name))


def replace_value(path: Path, whole: bytes, chance: Random) -> str:
    """Replace one value of one row of one table."""
    with without_rules(path, whole) as raw:
        return _replace(raw, chance, _tables(raw))


def replace_event_value(path: Path, whole: bytes, chance: Random) -> str:
    """Replace one value of one event, or of a text."""
    with without_rules(path, whole) as raw:
        return _replace(raw, chance, ["event", "event", "private"])


def _tables(raw: sqlite3.Connection) -> list[str]:
    return [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]


def _replace(raw: sqlite3.Connection, chance: Random, tables: list[str]) -> str:
    while True:
        table = chance.choice(tables)
        columns = [(row[1], row[5]) for row in raw.execute(f"PRAGMA table_info({quote_name(table)})")]
        keys = [name for name, is_key in columns if is_key]
        if not (rows := raw.execute(f"SELECT {', '.join(map(quote_name, keys))} FROM {quote_name(table)}").fetchall()):
            continue
        key, (column, _), value = chance.choice(rows), chance.choice(columns), chance.choice(NONSENSE)
        change = " AND ".join(f"{quote_name(name)} = ?" for name in keys)
        if isinstance(value, str):
            value = value.encode("utf-8", "surrogatepass")
            assigned = "CAST(? AS TEXT)"
        else:
            assigned = "?"
        try:
            raw.execute(
                f"UPDATE {quote_name(table)} SET {quote_name(column)} = {assigned} WHERE {change}", (value, *key)
            )
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            continue  # a key that is there already, or one that can only be a number
        shown = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
        return f"{table} {key}: {column} = {shown!r:.40}"


def replace_leaf(path: Path, whole: bytes, chance: Random) -> str:
    """Replace a part of an event's data."""
    with without_rules(path, whole) as raw:
        return _replace_leaf(raw, chance)[1]


def forge_leaf(path: Path, whole: bytes, chance: Random) -> str:
    """Replace a part of an event's data, and hash that and all after it anew."""
    with without_rules(path, whole) as raw:
        n, where = _replace_leaf(raw, chance)
        hash_anew(raw, n)
        return f"forged {where}"


def forge_and_rebuild(path: Path, whole: bytes, chance: Random) -> str:
    """Replace a part of an event's data, hash all anew, and rebuild the tables as far as that succeeds."""
    where = forge_leaf(path, whole, chance)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("BEGIN")
        try:
            rebuild_tables(SqliteTransaction(raw), ONLY_CLUB, project, PROJECTIONS)
            raw.execute("COMMIT")
        except Exception:  # then they stay as they were
            raw.execute("ROLLBACK")
            return where
    return f"{where}, tables rebuilt"


def append_nonsense(path: Path, whole: bytes, chance: Random) -> str:
    """Append an event of a real kind, with the data of one of another kind, rightly hashed."""
    with without_rules(path, whole) as raw:
        (last,) = raw.execute("SELECT max(n) FROM event").fetchone()
        rows = raw.execute('SELECT club, at, "by", via, kind, match, data FROM event').fetchall()
        club, at, by, via, kind, match, _ = chance.choice(rows)
        data = chance.choice(rows)[-1] if chance.random() < 0.5 else chance.choice(["{}", '{"number":99}', "[]", "3"])
        if chance.random() < 0.3:
            kind = "zzz"
        if chance.random() < 0.3:
            match = chance.choice([None, 1, 5, 9999])
        raw.execute(
            'INSERT INTO event (club, n, at, "by", via, kind, match, data, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
            (club, last + 1, at, by, via, kind, match, data, ""),
        )
        hash_anew(raw, last + 1)
        return f"appended {kind} at {match}: {data:.60}"


def _replace_leaf(raw: sqlite3.Connection, chance: Random) -> tuple[int, str]:
    kinds = [kind for (kind,) in raw.execute("SELECT DISTINCT kind FROM event ORDER BY kind")]
    kind = chance.choice(kinds)
    n, text = chance.choice(raw.execute("SELECT n, data FROM event WHERE kind = ?", (kind,)).fetchall())
    data = json.loads(text)
    way: list[Any] = []
    part: Any = data
    while isinstance(part, dict | list) and part and (not way or chance.random() < 0.7):
        name = chance.choice(sorted(part)) if isinstance(part, dict) else chance.randrange(len(part))
        way.append(name)
        part = part[name]
    value = chance.choice(LEAVES)
    if not way:
        data = value
    else:
        parent = data
        for name in way[:-1]:
            parent = parent[name]
        if chance.random() < 0.2:
            del parent[way[-1]]
        else:
            parent[way[-1]] = value
    raw.execute("UPDATE event SET data = ? WHERE n = ?", (json.dumps(data), n))
    return n, f"event {n} ({kind}): {'.'.join(map(str, way))} = {value!r:.40}"


def swap_pages(path: Path, whole: bytes, chance: Random) -> str:
    """Swap two pages of the file, or put one in the place of another."""
    one, other = sorted(chance.sample(range(len(whole) // _PAGE), 2))
    first, second = (whole[at * _PAGE : (at + 1) * _PAGE] for at in (one, other))
    both = chance.random() < 0.7
    swapped = bytearray(whole)
    swapped[one * _PAGE : (one + 1) * _PAGE] = second
    if both:
        swapped[other * _PAGE : (other + 1) * _PAGE] = first
    path.write_bytes(swapped)
    return f"pages {one + 1} and {other + 1} swapped" if both else f"page {other + 1} in the place of {one + 1}"


def change_bytes(path: Path, whole: bytes, chance: Random) -> str:
    """Flip a bit, or write over a few bytes."""
    at = chance.randrange(len(whole))
    if chance.random() < 0.5:
        path.write_bytes(flipped(whole, 8 * at))
        return f"bit {8 * at} flipped"
    length = chance.choice((1, 2, 8, 100))
    path.write_bytes(whole[:at] + chance.randbytes(length) + whole[at + length :])
    return f"{length} bytes at {at}"


HARMS: Final = {
    "a value of a row": Harm(replace_value, 10),
    "a value of an event": Harm(replace_event_value, 3),
    "a part of an event's data": Harm(replace_leaf, 2),
    "a part of an event's data, hashed anew": Harm(forge_leaf, 3),
    "a part of an event's data, hashed anew, tables rebuilt": Harm(forge_and_rebuild, 3),
    "an event of nonsense": Harm(append_nonsense, 1),
    "swapped pages": Harm(swap_pages, 2),
    "changed bytes": Harm(change_bytes, 1),
}
