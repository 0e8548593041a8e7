"""Something in a club's file that is not as it was written down, in words for whoever has to find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_WHAT: Final = {
    "member": ("member {row}", "who this is"),
    "season": ("season {row}", "its days, or how it is scored,"),
    "house_rules": ("house rules {row}", "what was agreed"),
    "session": ("session {row}", "its day, its room or how it stands"),
    "attendance": ("session {row}", "who came"),
    "match": ("table {row}", "what it is played by, or when it ended,"),
    "seat": ("table {row}", "who sits there"),
    "placing": ("table {row}", "the places that it gave"),
    "dispute": ("dispute {row}", "what was disputed"),
    "party": ("dispute {row}", "who are its parties"),
    "draw": ("draw {row}", "who was here, and what was drawn,"),
    "drawn": ("draw {row}", "who was drawn"),
    "apart": ("pair {row} that is kept apart", "what was said"),
    "penalty": ("penalty {row}", "what was given, or whether it was cancelled,"),
    "tournament": ("tournament {row}", "what it is called, or its seed,"),
    "tournament_entry": ("tournament {row}", "who entered"),
    "event": ("event {row}", "what was done"),
}


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """Something that is not as it was written down: where, and what. `table` and `line` are 0 where it is neither."""

    table: int
    line: int
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def of_row(kind: str, row: object, done: str, match: object = 0, line: object = 0, *, named: str = "") -> Difference:
    """Return what was `done` to a row, which people know by `named` where it still says so."""
    where, what = _WHAT.get(str(kind), (f"{kind} {{row}}", "it"))
    table = match if isinstance(match, int) else 0
    if kind in ("match", "seat", "placing") and isinstance(row, int):
        table = row
    return Difference(
        table,
        line if isinstance(line, int) else 0,
        named or where.format(row=row, match=match, line=line),
        f"{what} {done}",
    )


def called(kind: str, row: int) -> str:
    """Return what an item is, for people, such as ``table 3: the places that it gave``."""
    where, what = _WHAT.get(kind, (f"{kind} {{row}}", "it"))
    return f"{where.format(row=row, match='?', line='?')}: {what.rstrip(',')}"


def in_file(message: str) -> Difference:
    """Return something about the file as a whole."""
    return Difference(0, 0, "club.db", message)


def in_log(number: int, kind: str) -> Difference:
    """Return an event of the log that is not as it was written."""
    return in_file(f"event {number} ({kind}) is not as it was written.")


def at_seal(number: object, message: str) -> Difference:
    """Return something about one seal."""
    return Difference(0, 0, f"seal {number}", message)


def at_table(number: int, message: str) -> Difference:
    """Return something about one table."""
    return Difference(number, 0, f"table {number}", message)


def at_line(table: int, line: int, message: str) -> Difference:
    """Return something about one line of a table."""
    return Difference(table, line, f"table {table}, line {line}", message)
