"""The seals of the club: one chain over everything that a standing rests on.

Every transaction that changes a sealed row appends one seal. It names what was changed, with a digest of how that is
now, and is itself sealed together with the seal before it: by SHA-256, or by HMAC where the club has a key. What
another program changed, added or took out then differs from what was sealed last.

Events are sealed one by one, by the hash that they bear themselves. What else is not made of them is sealed by *item*:
a row, or the rows that belong together (the seats of a match). How each item was sealed last is kept beside the chain,
so that whoever reads it can compare at once. A digest is salted, and the salt is thrown away when the item is sealed
anew: the name of somebody who was forgotten cannot be guessed from old seals.

Nothing here goes through the models: what is sealed is what is stored, letter by letter.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import json.encoder
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from referee.store.events.sqlite import ONLY
from referee.store.faults import ClubFault, StoreFault
from referee.store.moment import in_utc

ITEMS: Final[Mapping[str, str]] = {
    "member": "id",
    "season": "id",
    "house_rules": "id",
    "session": "id",
    "attendance": "session_id",
    "match": "id",
    "seat": "match_id",
    "placing": "match_id",
    "dispute": "id",
    "party": "dispute_id",
    "draw": "id",
    "drawn": "draw_id",
    "apart": "id",
    "penalty": "id",
    "tournament": "id",
    "tournament_entry": "tournament_id",
}
"""The tables that are sealed by item, and the column whose value the rows of one item share."""

LOGS: Final = ("event",)
"""The tables of which each row bears a seal of its own, its hash."""

WRITTEN, FORGOTTEN = "written", "forgotten"
"""What a seal was made for: a change, or a name taken out."""

ALTERED: Final = "altered"


def _writer() -> Callable[[object], str]:
    """Return what writes rows as JSON: `json.JSONEncoder(default=repr).encode`, set up once and not for each row.

    A long season has tens of thousands of them, and setting up takes half of the time.
    """
    encoder = json.JSONEncoder(default=repr)
    once = getattr(json.encoder, "c_make_encoder", None)
    if once is None:  # an interpreter that has it in Python alone
        return encoder.encode
    parts = once(
        None, encoder.default, json.encoder.encode_basestring_ascii, None, encoder.key_separator,
        encoder.item_separator, False, False, True,
    )  # fmt: skip
    return lambda rows: "".join(parts(rows, 0))


_written: Final = _writer()
_ORDER: Final = {
    "attendance": "member_id",
    "seat": "seat",
    "placing": "member_id",
    "party": "seat",
    "drawn": "place",
    "tournament_entry": "number",
}
_FEW: Final = 300
_LEAST_KEY: Final = 16

Row = tuple[Any, ...]


class StoreKeyed(StoreFault):
    """The club is sealed with a key that is not at hand, or is another one."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is sealed as one: the rows of a table that share a number."""

    kind: str
    row: int


def noted_tables(raw: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield every sealed table that a file has already, with the column by which its rows are sealed."""
    there = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for kind, column in (*ITEMS.items(), *((kind, "n") for kind in LOGS)):
        if kind in there:
            yield kind, column


def note_changes(raw: sqlite3.Connection) -> bool:
    """Have a connection note what it changes, whichever statement does so. Other programs' changes are not noted.

    Return whether that is all that is ever sealed: a file that is only being made has no tables yet.
    """
    if not has_seals(raw):
        return False
    raw.execute("CREATE TEMP TABLE IF NOT EXISTS noted (kind, item)")
    noted = list(noted_tables(raw))
    for kind, column in noted:
        for act, rows in (("INSERT", ("NEW",)), ("DELETE", ("OLD",)), ("UPDATE", ("OLD", "NEW"))):
            note = " ".join(f"INSERT INTO noted VALUES ('{kind}', {row}.{column});" for row in rows)
            raw.execute(
                f"CREATE TEMP TRIGGER IF NOT EXISTS noted_{act.lower()}_{kind} "
                f'AFTER {act} ON main."{kind}" BEGIN {note} END'
            )
    return len(noted) == len(ITEMS) + len(LOGS)


def seal_changes(
    raw: sqlite3.Connection,
    before: Callable[[], AbstractContextManager[sqlite3.Connection]],
    key: bytes | None,
    kind: str = WRITTEN,
) -> None:
    """Seal what a connection has changed in its transaction, which holds the write lock.

    `before` opens another one, which reads the file as it was until now: what was not as it had been sealed is marked
    for ever, so that nothing done by another program is sealed with what this one does to the same item.
    """
    if raw.execute("SELECT 1 FROM sqlite_temp_master WHERE name = 'noted'").fetchone() is None:
        return  # it had no seals when it was opened
    # What is noted comes in the order of its doing, so that lines follow one another in the chain.
    noted = raw.execute("SELECT kind, item FROM temp.noted GROUP BY kind, item ORDER BY min(rowid)").fetchall()
    if not noted:
        return
    raw.execute("DELETE FROM temp.noted")
    changes: list[list[Any]] = []
    with ExitStack() as opened, as_stored(raw):
        # A line that is added is no item, so that nothing more has to be opened for it.
        was = opened.enter_context(before()) if any(table in ITEMS for table, _ in noted) else None
        for table, number in noted:
            if table in LOGS:
                changes += log_changes(raw, table, [number])
            elif change := _sealed_anew(raw, was, Item(table, number), afresh=kind == FORGOTTEN):
                changes.append(change)
    if changes:
        append(raw, changes, key, kind)


def append(raw: sqlite3.Connection, changes: Sequence[Sequence[Any]], key: bytes | None, kind: str) -> None:
    """Add a seal to the chain."""
    last = raw.execute("SELECT id, seal FROM seal ORDER BY id DESC LIMIT 1").fetchone() or (0, "")
    stated = (
        last[0] + 1,
        kind,
        json.dumps(changes, separators=(",", ":")),
        in_utc(datetime.now(UTC)),
        key_mark(key),
    )
    raw.execute(
        'INSERT INTO seal (id, kind, changes, at, "key", seal) VALUES (?, ?, ?, ?, ?, ?)',
        (*stated, link(last[1], stated, key)),
    )


def link(before: str, stated: Sequence[Any], key: bytes | None) -> str:
    """Return the seal of what is stated, which follows another."""
    content = json.dumps([before, *stated]).encode()
    if key is None:
        return hashlib.sha256(content).hexdigest()
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def head(raw: sqlite3.Connection) -> str:
    """Return the last seal of the club, empty where nothing has been sealed yet."""
    last = raw.execute("SELECT seal FROM seal ORDER BY id DESC LIMIT 1").fetchone() if has_seals(raw) else None
    return str(last[0]) if last else ""


def in_short(seal: str) -> str:
    """Return the beginning of a seal as it is read out and copied by hand."""
    return "-".join(seal[at : at + 4] for at in range(0, 16, 4)) if seal else ""


def read_key(path: Path | str) -> bytes:
    """Return the key in a file. Raises `ClubFault`."""
    try:
        key = Path(path).expanduser().read_bytes().strip()
    except OSError as error:
        raise ClubFault(f"The key file {path} cannot be read: {error.strerror}.") from None
    if len(key) < _LEAST_KEY:
        raise ClubFault(f"The key in {path} is too short to be one: expected at least {_LEAST_KEY} characters.")
    return key


def key_mark(key: bytes | None) -> str:
    """Return what tells one key from another and gives nothing of it away; nothing for no key."""
    return "" if key is None else hmac.new(key, b"which key this is", hashlib.sha256).hexdigest()[:16]


def refuse_other_key(raw: sqlite3.Connection, key: bytes | None, path: Path) -> None:
    """Raise a fault when the club is sealed with a key and this is not it."""
    last = raw.execute('SELECT "key" FROM seal ORDER BY id DESC LIMIT 1').fetchone() if has_seals(raw) else None
    if last and last[0] and last[0] != key_mark(key):
        which = "is sealed with a key" if key is None else "is sealed with another key"
        raise StoreKeyed(
            f"{path} {which}; nothing can be written down without it. Say where it is: REFEREE_KEY_FILE=FILE"
        )


def has_seals(raw: sqlite3.Connection) -> bool:
    """Tell whether a file has the tables of the seals already."""
    return has_table(raw, "seal")


def has_table(raw: sqlite3.Connection, name: str) -> bool:
    """Tell whether a file has a table; one that is only being made has none."""
    return raw.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)).fetchone() is not None


def rows_by_item(raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None) -> dict[int, list[Row]]:
    """Return the rows of a table as they are stored, by the number that those of one item share.

    A row is its columns in order, without those at the end that are empty: a column that is added later leaves old
    seals as they are.
    """
    column = ITEMS[kind]
    where, numbers = _where(column, only)
    cursor = raw.execute(f'SELECT * FROM "{kind}" {where} ORDER BY {column}, {_ORDER.get(kind, column)}', numbers)
    at = next(at for at, each in enumerate(cursor.description) if each[0] == column)
    found: dict[int, list[Row]] = {}
    for row in cursor.fetchall():
        while row and (row[-1] is None or row[-1] == ""):
            row = row[:-1]
        if row[at] in found:
            found[row[at]].append(row)
        else:
            found[row[at]] = [row]
    return found


def digest(item: Item, salt: str, rows: Sequence[Row]) -> str:
    """Return what an item is known by."""
    return _digest(item.kind, item.row, salt, rows)


def _digest(kind: str, row: int, salt: str, rows: Sequence[Row]) -> str:
    return hashlib.sha256(_written([kind, row, salt, rows]).encode()).hexdigest()


def differing(raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None) -> list[Item]:
    """Return the items of a table, or some of them, that are not as they were sealed last, by what is kept of that."""
    return looked_at(raw, kind, only)[1]


def looked_at(
    raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None
) -> tuple[dict[int, list[Row]], list[Item]]:
    """Return the rows of a table by item, see `rows_by_item`, and the items that are not as they were sealed last.

    Whoever needs both has them from one reading: what is used is what was looked at.
    """
    numbers = None if only is None else list(only)
    try:
        kept, rows = _kept_and_there(raw, kind, numbers)  # texts that are none make SQLite raise
    except sqlite3.OperationalError:
        with as_stored(raw):  # several times as slow
            kept, rows = _kept_and_there(raw, kind, numbers)
    changed = [
        number
        for number in {**kept, **rows}
        if number not in kept
        or number not in rows
        or _digest(kind, number, kept[number][0], rows[number]) != kept[number][1]
    ]
    return rows, [Item(kind, number) for number in sorted(changed, key=str)]


def _kept_and_there(
    raw: sqlite3.Connection, kind: str, numbers: list[int] | None
) -> tuple[dict[int, tuple[str, str]], dict[int, list[Row]]]:
    """Return how items were sealed last, and their rows."""
    where, values = _where('"row"', numbers)
    asked = f'SELECT "row", salt, digest FROM sealed {where} {"AND" if where else "WHERE"} kind = ?'
    kept = {row: (salt, known) for row, salt, known in raw.execute(asked, (*values, kind))}
    return kept, rows_by_item(raw, kind, numbers)


@contextmanager
def as_stored(raw: sqlite3.Connection) -> Iterator[None]:
    """Read texts as they are stored, also those that are damaged so that they are none."""
    usual = raw.text_factory
    raw.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = usual


def log_changes(raw: sqlite3.Connection, kind: str, only: Iterable[int] | None = None) -> list[list[Any]]:
    """Return the hashes of events as the chain states them, with their tables."""
    where, numbers = _where("n", only)
    of_club = f"{where} AND club = ?" if where else "WHERE club = ?"  # by which they are found
    asked = f"SELECT n, hash, coalesce(match, 0), 0 FROM {kind} {of_club} ORDER BY n"
    return [[kind, *row] for row in raw.execute(asked, (*numbers, ONLY))]


def _sealed_anew(
    raw: sqlite3.Connection, before: sqlite3.Connection | None, item: Item, *, afresh: bool = False
) -> list[Any] | None:
    """Keep how an item is now, and return what the chain states of it; None when it is as it was sealed."""
    now = rows_by_item(raw, item.kind, [item.row]).get(item.row)
    kept = raw.execute('SELECT salt, digest FROM sealed WHERE kind = ? AND "row" = ?', (item.kind, item.row)).fetchone()
    altered = before is not None and _altered(before, item, kept)
    if now is None:
        if kept is None and not altered:
            return None
        raw.execute('DELETE FROM sealed WHERE kind = ? AND "row" = ?', (item.kind, item.row))
        return [item.kind, item.row, "", *([ALTERED] if altered else [])]
    if kept and not afresh and not altered and digest(item, kept[0], now) == kept[1]:
        return None
    salt = secrets.token_hex(8)
    known = digest(item, salt, now)
    # Not replaced but deleted and put in again: the old salt is to be gone, and replacing is refused to strangers.
    if kept:
        raw.execute('DELETE FROM sealed WHERE kind = ? AND "row" = ?', (item.kind, item.row))
    raw.execute('INSERT INTO sealed (kind, "row", salt, digest) VALUES (?, ?, ?, ?)', (*_of(item), salt, known))
    return [item.kind, item.row, known, *([ALTERED] if altered else [])]


def _altered(before: sqlite3.Connection, item: Item, kept: tuple[str, str] | None) -> bool:
    """Tell whether an item was not as it had been sealed before it was changed now."""
    with as_stored(before):
        rows = rows_by_item(before, item.kind, [item.row]).get(item.row)
    if kept is None or rows is None:
        return (kept is None) != (rows is None)
    return digest(item, kept[0], rows) != kept[1]


def _of(item: Item) -> tuple[str, int]:
    return item.kind, item.row


def _where(column: str, only: Iterable[int] | None) -> tuple[str, list[int]]:
    """Return a condition for some rows; asking for many by number is slower than reading all."""
    numbers = None if only is None else list(only)
    if numbers is None or len(numbers) > _FEW:
        return "", []
    return f"WHERE {column} IN ({', '.join('?' * len(numbers))})", numbers
