"""Short ways to ask for rulings."""

from collections.abc import Sequence
from textwrap import dedent

from referee.games import rulebook
from referee.rules import JudgedLine, Report, read_facts, read_options, read_record, replace, replay
from referee.rules.book.ledger import NO_ITEMS
from referee.rules.records.messages import render_all


def told(sheet: Report) -> Report:
    """A sheet that names the players in whatever it says."""
    names = sheet.record.seats.names
    table = replace(sheet.table, seats=sheet.record.seats, items=NO_ITEMS.plus(*render_all(sheet.table.items, names)))
    return Report(sheet.record, render_all(sheet.entries, names), table)


def rule(slug: str, *facts: str, options: Sequence[str] = ()) -> Report:
    """The sheet of some lines that begin in the middle of a hand."""
    book = rulebook(slug)
    reading = read_facts(facts, book, read_options(book.options, options))
    assert not reading.faults, reading.faults
    assert reading.record is not None
    return told(replay(reading.record))


def last(slug: str, *facts: str, options: Sequence[str] = ()) -> JudgedLine:
    """The last of some lines, with its ruling."""
    return rule(slug, *facts, options=options).entries[-1]


def check(text: str) -> Report:
    """The sheet of a whole record."""
    reading = read_record(dedent(text).lstrip("\n"), rulebook)
    assert not reading.faults, reading.faults
    assert reading.record is not None
    return told(replay(reading.record))
