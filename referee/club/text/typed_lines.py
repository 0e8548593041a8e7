"""Reading lines typed at a table, in the same way everywhere.

The player in turn need not be named, and any name that the club accepts can be used. Stored lines are always complete.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from referee.club.text.faults import ClubFault, MisreadLine
from referee.club.text.name_similarity import Fit, best_fits
from referee.games.lookup import has_rules
from referee.rules import Fault, Report, Rulebook, Seats, replace, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.records.record import Line
from referee.rules.records.record_reader import read_lines
from referee.rules.records.shorthand import Moment, moment_of
from referee.store.hints import Do


class SeenTable(Protocol):
    """A table in its last displayed state, for players or for officers."""

    @property
    def number(self) -> Any:
        """The number of the table."""

    @property
    def book(self) -> Rulebook:
        """The rulebook."""

    @property
    def options(self) -> Any:
        """The house rules."""

    @property
    def names(self) -> Sequence[str]:
        """The players by seat."""

    @property
    def sheet(self) -> Report:
        """The report on the record, with rulings and the current table."""


def read(
    table: SeenTable, rows: Iterable[tuple[int, str]], *, instead_of: int | None = None
) -> tuple[list[Line], list[Fault]]:
    """Return numbered rows that continue the displayed record as lines, and a fault for each unreadable row.

    With `instead_of`, they are read at the position of that line. Raise `ClubFault` for a game without a rulebook.
    """
    refuse_unless_ruled(table)
    lines: list[Line] = []
    faults: list[Fault] = []
    for number, text in rows:
        new_lines, unread = _read_row(table, number, text, lines, instead_of)
        lines += new_lines
        faults += unread
    return lines, faults


def read_row(table: SeenTable, text: str, *, instead_of: int | None = None) -> tuple[Line, ...]:
    """Return the lines of a row, which may have several acts. It continues the displayed record, or replaces
    `instead_of`.

    Raise `MisreadLine` if it cannot be read. Raise `ClubFault` for an empty row, or for several acts in place of one
    line.
    """
    lines, faults = read(table, [(1, text)], instead_of=instead_of)
    if faults:
        raise MisreadLine(faults[0])
    if not lines or "\n" in text or (instead_of and len(lines) > 1):
        raise ClubFault(f"{text!r} is not one line of a record. Type one such as '{table.names[0]} passes'.")
    return tuple(lines)


def read_one(table: SeenTable, text: str, *, instead_of: int | None = None) -> Line:
    """Return the line of a row with a single act.

    Raise `MisreadLine` if it cannot be read, and `ClubFault` for several acts.
    """
    line, *more_lines = read_row(table, text, instead_of=instead_of)
    if more_lines:
        raise ClubFault(f"{text!r} is {len(more_lines) + 1} lines of a record. Type one of them.")
    return line


def refuse_unless_ruled(table: SeenTable) -> None:
    """Raise `ClubFault` for a table of a game without a rulebook, because it has no lines."""
    if not has_rules(table.book):
        raise ClubFault(
            f"Table {table.number} records only the result of {table.book.title}, without lines.",
            Do.RESULT("Record the result, winner first", table=table.number),
        )


def _read_row(
    table: SeenTable, number: int, text: str, before: Sequence[Line], instead_of: int | None
) -> tuple[list[Line], list[Fault]]:
    """Return the lines and faults of a row after the lines `before`. It is read as a complete line, or else as
    shorthand.

    Shorthand omits what is clear at that moment, such as the player in turn.
    """

    def read_at(moment: Callable[[Sequence[Line]], Moment] | None) -> tuple[list[Line], list[Fault]]:
        def read_named(text_of_line: str, faults: list[Fault]) -> list[Line]:
            lines = read_lines(
                [(number, text_of_line)], table.book, table.options, PlayerNames(table.names), faults, moment
            )
            return lines if text_of_line == text else [_note_reading(table, line, text, len(lines)) for line in lines]

        return _reread(read_named, text, table.names)

    lines, faults = read_at(None)
    return read_at(lambda _: _moment_of_row(table, before, instead_of)) if faults else (lines, faults)


def _note_reading(table: SeenTable, line: Line, text: str, line_count: int) -> Line:
    """Return a line with a note on how its names were read. `line_count` is the number of lines in the row."""
    read_as = table.book.write(line.act, Seats(tuple(table.names)))
    return replace(line, text=text.strip() if line_count == 1 else line.text, read_as=read_as)


def _moment_of_row(table: SeenTable, before: Sequence[Line], instead_of: int | None) -> Moment:
    """Return the moment after the displayed record and further lines, or the moment when a replaced line was
    entered.
    """
    sheet = table.sheet
    if replaced_entry := next((entry for entry in sheet.entries if entry.line.number == instead_of), None):
        moment, seat = moment_of(table.book, replaced_entry.before), replaced_entry.line.act.seat
        return replace(moment, seat=seat) if seat >= 0 else moment
    if before:
        record = replace(sheet.record, lines=(*sheet.record.lines, *before))
        sheet = replay(record, earlier_report=sheet)
    return moment_of(table.book, sheet.table)


def _reread(
    read: Callable[[str, list[Fault]], list[Line]], text: str, names: Sequence[str]
) -> tuple[list[Line], list[Fault]]:
    """Read a row. If it is unreadable, try again with the full name of the only player who can be meant there.

    If it stays unreadable, return the fault at its position in the typed row. Typing slips in names are not corrected.
    """
    first: list[Fault] = []
    line = read(text, first)
    faults, candidate, fault_column = first, text, 0
    while faults and faults[0].column > fault_column:
        fault_column = faults[0].column
        candidate, faults = _insert_full_name(candidate, fault_column, names), []
        lines = read(candidate, faults)
        if not faults:
            return lines, []
    growth = len(candidate) - len(text)
    if faults and faults[0].column > max(first[0].column, growth + first[0].column):
        return line, [replace(faults[0], column=faults[0].column - growth, text=text), *first[1:]]
    return line, first


def _insert_full_name(text: str, column: int, names: Sequence[str]) -> str:
    """Return a row with a full name in place of the words at a column, if they fit exactly one player."""
    words = list(re.finditer(r"\S+", text))
    index = next((index for index, word in enumerate(words) if word.start() <= column - 1 < word.end()), len(words))
    for end_index in range(min(len(words), index + 4), index, -1):
        start, end = words[index].start(), words[end_index - 1].end()
        line_text = text[start:end]
        matches = best_fits(line_text, dict(enumerate(names)), Fit.WORDS)
        if len(matches) == 1:
            return f"{text[:start]}{names[matches[0]]}{text[end:]}"
    return text
