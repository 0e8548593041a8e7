"""Differences between a club's file and its log, worded for the person who has to look for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from referee.store.events.head_check import HeadCheck

_DESCRIPTIONS: Final = {
    "charter": ("id", "the charter", "the club's settings or name"),
    "member": ("id", "member {row}", "the name or status"),
    "season": ("id", "season {row}", "the dates or scoring"),
    "house_rules": ("id", "house rules {row}", "a rule"),
    "session": ("id", "session {row}", "the date, room or status"),
    "attendance": ("session_id", "session {row}", "the attendance"),
    "match": ("id", "match m{row}", "the rules or the end"),
    "seat": ("match_id", "match m{row}", "the seating"),
    "placing": ("match_id", "match m{row}", "a place"),
    "dispute": ("id", "dispute {row}", "the dispute"),
    "party": ("dispute_id", "dispute {row}", "a party"),
    "draw": ("id", "draw {row}", "the draw"),
    "drawn": ("draw_id", "draw {row}", "a player"),
    "apart": ("id", "pair {row} kept apart", "the pair"),
    "penalty": ("id", "penalty {row}", "the points or status"),
    "tournament": ("id", "tournament {row}", "the name or seed"),
    "tournament_entry": ("tournament_id", "tournament {row}", "an entry"),
}
"""For each projected table: the column by which people know its rows, how they call such a row, and what it holds."""


CHANGED: Final = "differs from the log"


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """A difference from the log: its location and a message. `table` and `line` are 0 if it concerns none."""

    table: int
    line: int
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"

    @property
    def is_of_row(self) -> bool:
        """Whether a row's values differ from the log. A repair corrects this."""
        return self.message.endswith(CHANGED)


def identity_column(table: str) -> str:
    """Return the column that identifies a table's rows for people. Several rows may have the same value."""
    return _DESCRIPTIONS[table][0]


def row_difference(table: str, row: object, change: str, *, name: str = "") -> Difference:
    """Return a `change` to a row of a table, such as "was removed". `name` describes the row for people, if known."""
    _, location, subject = _DESCRIPTIONS[table]
    number = row if table in ("match", "seat", "placing") and isinstance(row, int) else 0
    return Difference(number, 0, name or location.format(row=row), f"{subject} {change}")


def file_difference(message: str) -> Difference:
    """Return a difference about the file as a whole."""
    return Difference(0, 0, "club.db", message)


def loss_difference(check: HeadCheck) -> Difference:
    """Return the difference for a rolled-back log: the missing events, when they were last seen, and the next step."""
    assert check.previous is not None
    previous, current = check.previous, check.current
    lacks = (
        f"lacks events {current.head.n + 1} to {previous.head.n}"
        if current.head.n < previous.head.n
        else "has other events"
    )
    ends = f"ends with event {current.head.n} of {_format_minute(current.at)}" if current.head.n else "is empty"
    return file_difference(
        f"its log {lacks}: this computer saw event {previous.head.n} of {_format_minute(previous.at)}, "
        f"and now the log {ends}. "
        "Restore a backup that has it, or accept the loss with a reason."
    )


def _format_minute(moment: str) -> str:
    return f"{moment[:16].replace('T', ' ')} UTC"


def log_difference(number: int, kind: str) -> Difference:
    """Return the difference for an altered event."""
    return file_difference(f"event {number} ({kind}) was changed")


def match_difference(number: int, message: str) -> Difference:
    """Return a difference about a table."""
    return Difference(number, 0, f"match m{number}", message)


def line_difference(table: int, line: int, message: str) -> Difference:
    """Return a difference about a line of a table."""
    return Difference(table, line, f"match m{table}, line {line}", message)
