"""Something in a club's file that is not as it was written down, in words for whoever has to find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from referee.store.events.witness import Sight

_WHAT: Final = {
    "charter": ("id", "the charter", "what the club is called, or how it does things,"),
    "member": ("id", "member {row}", "who this is"),
    "season": ("id", "season {row}", "its days, or how it is scored,"),
    "house_rules": ("id", "house rules {row}", "what was agreed"),
    "session": ("id", "session {row}", "its day, its room or how it stands"),
    "attendance": ("session_id", "session {row}", "who came"),
    "match": ("id", "table {row}", "what it is played by, or when it ended,"),
    "seat": ("match_id", "table {row}", "who sits there"),
    "placing": ("match_id", "table {row}", "the places that it gave"),
    "dispute": ("id", "dispute {row}", "what was disputed"),
    "party": ("dispute_id", "dispute {row}", "who are its parties"),
    "draw": ("id", "draw {row}", "who was here, and what was drawn,"),
    "drawn": ("draw_id", "draw {row}", "who was drawn"),
    "apart": ("id", "pair {row} that is kept apart", "what was said"),
    "penalty": ("id", "penalty {row}", "what was given, or whether it was cancelled,"),
    "tournament": ("id", "tournament {row}", "what it is called, or its seed,"),
    "tournament_entry": ("tournament_id", "tournament {row}", "who entered"),
}
"""The tables that follow from the log: the column that rows share which people know as one, where and what that is."""


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """Something that is not as it was written down: where, and what. `table` and `line` are 0 where it is neither."""

    table: int
    line: int
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def column_of(table: str) -> str:
    """Return the column of a table whose value those rows share that people know as one."""
    return _WHAT[table][0]


def of_row(table: str, row: object, done: str, *, named: str = "") -> Difference:
    """Return what was `done` to a row of a table, which people know by `named` where it still says so."""
    _, where, what = _WHAT[table]
    number = row if table in ("match", "seat", "placing") and isinstance(row, int) else 0
    return Difference(number, 0, named or where.format(row=row), f"{what} {done}")


def in_file(message: str) -> Difference:
    """Return something about the file as a whole."""
    return Difference(0, 0, "club.db", message)


def of_loss(sight: Sight) -> Difference:
    """Return that a log lacks what was seen of it on this computer: what, since when, and the way on."""
    assert sight.before is not None
    seen, now = sight.before, sight.now
    lacks = f"lacks events {now.head.n + 1} to {seen.head.n}" if now.head.n < seen.head.n else "has another past"
    ends = f"ends with event {now.head.n} of {_minute(now.at)}" if now.head.n else "is empty"
    return in_file(
        f"its log {lacks}: this computer saw event {seen.head.n} of {_minute(seen.at)}, and now the log {ends}. "
        "Restore a backup that has it, or accept the loss and say why."
    )


def _minute(at: str) -> str:
    return f"{at[:16].replace('T', ' ')} UTC"


def in_log(number: int, kind: str) -> Difference:
    """Return an event of the log that is not as it was written."""
    return in_file(f"event {number} ({kind}) is not as it was written")


def at_table(number: int, message: str) -> Difference:
    """Return something about one table."""
    return Difference(number, 0, f"table {number}", message)


def at_line(table: int, line: int, message: str) -> Difference:
    """Return something about one line of a table."""
    return Difference(table, line, f"table {table}, line {line}", message)
