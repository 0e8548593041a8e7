"""The text record: a header, a blank line, then one act a line."""

from __future__ import annotations

import re
from dataclasses import field
from datetime import date
from typing import Any

from referee.cards.immutable import frozen
from referee.rules.book.options import write_options
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.seats import Seats
from referee.rules.plain_text import first_unfit

_CHIP = r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(?: (\S{1,10}))?"
IN_PROGRESS = "in progress"
# The most characters of a word that are quoted to name a position.
_LONGEST_WORD = 20


@frozen
class Fault:
    """An unreadable part of a record: its `line` and `column`, both from 1, and its width in characters.

    `lacks_name` says that only the player's name is missing.
    """

    line: int
    column: int
    width: int
    message: str
    text: str
    lacks_name: bool = False

    @property
    def position(self) -> str:
        """The position in the line, given by its word: ``at 'makes'``."""
        word = next(iter(self.text[self.column - 1 :].split()), "#")
        return "at the end" if word[0] == "#" else f"at {_shorten(word.rstrip(',.;') or word)!r}"

    def caret(self) -> str:
        """Return the line with carets under the faulty words."""
        lead = "".join("\t" if char == "\t" else " " for char in self.text[: self.column - 1])
        return f"{self.text}\n{lead}{'^' * max(1, min(self.width, len(self.text) - self.column + 1))}"


@frozen
class Line:
    """One line of a record: its number, its text and its act.

    An act that was `taken_back` is judged and shows its cards, but does not change the table. An act that `stands`
    changes the table whatever its ruling. `read_as` is the line in canonical words, empty if the text already has them.
    """

    number: int
    text: str
    act: Any
    taken_back: bool = False
    stands: bool = False
    read_as: str = field(default="", compare=False)

    @property
    def remark(self) -> str:
        """The remark at the end of the line: ", taken back", ", stands" or nothing."""
        return ", taken back" if self.taken_back else ", stands" if self.stands else ""


@frozen
class Record:
    """A match or a part of one: the game, the players, the house rules and the lines.

    `chip` is the value of a chip, such as ``0.05 EUR``; empty if the record does not state it.
    """

    book: Rulebook
    seats: Seats
    options: Any
    lines: tuple[Line, ...]
    played_on: date | None = None
    complete: bool = True
    chip: str = ""

    def __str__(self) -> str:
        return write_record(self)


def write_record(record: Record) -> str:
    """Return a record as canonical text. Reading it returns the same record, apart from line numbers."""
    header = [f"game: {record.book.slug}"]
    if record.seats.ordered:
        header.append(f"seats: {', '.join(record.seats.names)}")
    if options := write_options(record.options):
        header.append(f"options: {options}")
    if record.played_on:
        header.append(f"date: {record.played_on.isoformat()}")
    if record.chip:
        header.append(f"chip: {record.chip}")
    if not record.complete:
        header.append(f"hand: {IN_PROGRESS}")
    body = [record.book.write(line.act, record.seats) + line.remark for line in record.lines]
    return "\n".join([*header, "", *body]) + "\n"


def chip_value_fault(chip: str) -> str | None:
    """Return why a text is no valid chip value such as ``0.05 EUR``; None if it is valid."""
    if re.fullmatch(_CHIP, chip) and first_unfit(chip) is None:
        return None
    return f"{chip!r} is not the value of a chip. Use an amount and a currency, such as 0.05 EUR"


def chips_worth(chips: int, chip: str) -> str:
    """Return the value of some chips, given the value of one: ``-13.05 EUR``."""
    from decimal import Decimal  # takes a millisecond to load, and few records say what a chip is worth

    amount, _, unit = chip.partition(" ")
    return f"{Decimal(amount) * chips:+f} {unit}".rstrip()


def _shorten(word: str) -> str:
    return word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…"
