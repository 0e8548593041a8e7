"""The seating sheet: who sits at which table, in letters that can be read from two metres away, on A4.

It hangs in a room where everybody reads it, so everybody is named as the public sees them, and nothing stands there
but who sits where: not who is kept apart, and not why a seat was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Final

from referee.club.evening.draws import DrawView

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#])")
_CLOCKWISE: Final = "Seats go clockwise. Whoever is marked deals first."

# A capital of 34 points is 8.5 mm high, which eyes that need no glasses read from three metres, and others from two.
_STYLE: Final = """
@page { size: A4; margin: 10mm 12mm; }
* { box-sizing: border-box; }
:root { --ink: #1b1a17; --ground: #fff; --line: #8a8374; --muted: #5d574b; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #f3efe4; --ground: #1b1a17; --line: #8a8374; --muted: #b9b2a3; }
}
html { color: var(--ink); background: var(--ground); -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 190mm; padding: 6mm; font: 34pt/1.14 "Helvetica Neue", Arial, sans-serif; }
@media print { body { max-width: none; padding: 0; } }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; column-gap: 8mm;
  border-bottom: 2.5pt double var(--ink); margin-bottom: 5mm; padding-bottom: 2mm; }
h1 { font-size: 30pt; margin: 0; }
header p { font-size: 17pt; margin: 0; color: var(--muted); }
main { columns: 2; column-gap: 8mm; }
@media screen and (max-width: 650px) { main { columns: 1; } }
section { break-inside: avoid; border: 1.2pt solid var(--line); border-radius: 3mm; padding: 3mm 4mm; margin: 0 0 5mm; }
h2 { font-size: 34pt; margin: 0; }
h2 + p { font-size: 17pt; margin: 0 0 2mm; color: var(--muted); }
ol { list-style: none; margin: 0; padding: 0; font-weight: bold; }
li { overflow-wrap: anywhere; }
li small { font-size: 15pt; font-weight: normal; margin-left: 2mm; white-space: nowrap; }
footer { font-size: 13pt; color: var(--muted); margin-top: 2mm; }
"""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of the sheet: its number in the room, its game, its players clockwise, and its number in the record."""

    number: int
    game: str
    names: tuple[str, ...]
    recorded: int | None


@dataclass(frozen=True, slots=True)
class SeatingSheet:
    """What stands on a seating sheet. `where` is the room, if that is known."""

    club: str
    day: date
    where: str
    tables: tuple[SheetTable, ...]


def seating_sheet(draw: DrawView, club: str, names: Mapping[int, str]) -> SeatingSheet:
    """Return the sheet of a draw; `names` has for each member what the public sees."""
    return SeatingSheet(
        club=club,
        day=draw.session.held_on,
        where=draw.session.room,
        tables=tuple(
            SheetTable(table.number, table.title, tuple(names[member] for member in table.members), table.match)
            for table in draw.tables
        ),
    )


def seating_html(sheet: SeatingSheet) -> str:
    """Return the sheet as a page of HTML, which needs nothing but itself."""
    title = f"Seating, {sheet.day:%A} {sheet.day}"
    where = " · ".join(filter(None, (sheet.club, sheet.where)))
    tables = "\n".join(map(_section, sheet.tables))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}</h1><p>{escape(where)}</p></header>\n"
        f"<main>\n{tables}\n</main>\n<footer>{_CLOCKWISE}</footer>\n</body>\n</html>\n"
    )


def seating_markdown(sheet: SeatingSheet) -> str:
    """Return the sheet as a page of Markdown."""
    rows = [f"# Seating, {sheet.day:%A} {sheet.day}", ""]
    rows += [_plain(" · ".join(filter(None, (sheet.club, sheet.where)))), ""]
    for table in sheet.tables:
        rows += [f"## Table {table.number}: {_plain(_named(table))}", ""]
        rows += [f"{at}. **{_plain(name)}**{mark}" for at, (name, mark) in enumerate(_marked(table), 1)]
        rows.append("")
    return "\n".join([*rows, _CLOCKWISE, ""])


def seating_rows(sheet: SeatingSheet) -> list[str]:
    """Return the sheet as lines of text."""
    rows = [f"Seating, {sheet.day:%A} {sheet.day}", " · ".join(filter(None, (sheet.club, sheet.where)))]
    for table in sheet.tables:
        rows += ["", f"TABLE {table.number}  {_named(table)}"]
        rows += [f"  {at}  {name}{mark}" for at, (name, mark) in enumerate(_marked(table), 1)]
    return [*rows, "", _CLOCKWISE]


def _section(table: SheetTable) -> str:
    rows = "".join(
        f"<li>{escape(name)}{f'<small>{escape(mark.strip())}</small>' if mark else ''}</li>"
        for name, mark in _marked(table)
    )
    return f"<section><h2>Table {table.number}</h2><p>{escape(_named(table))}</p><ol>{rows}</ol></section>"


def _named(table: SheetTable) -> str:
    return table.game if table.recorded is None else f"{table.game} (recorded as table {table.recorded})"


def _marked(table: SheetTable) -> Iterator[tuple[str, str]]:
    """Yield the players, each with the mark of whoever deals first: the last."""
    last: Sequence[str] = table.names[-1:]
    yield from ((name, "") for name in table.names[:-1])
    yield from ((name, "  (deals first)") for name in last)


def _plain(text: str) -> str:
    """Return a text with nothing in it that Markdown would take for a sign of its own."""
    return _SPECIAL.sub(r"\\\1", text)
