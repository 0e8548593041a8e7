"""Printing for people: rulings, settlements and complaints. Data goes to stdout, everything else to stderr."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import Any, NoReturn

import typer

from referee.cards.screen import on_screen
from referee.cards.words import listed
from referee.cli.exits import Exit
from referee.rules import Entry, Fault, Item, Ruling, Sheet, Verdict

_COLOURS = {Verdict.LEGAL: "green", Verdict.ILLEGAL: "red", Verdict.OPEN: "yellow"}
_MARGIN = 9


def on_a_screen() -> bool:
    """Tell whether stdout is a terminal, where cards get their signs; elsewhere they stay as records write them."""
    return sys.stdout.isatty()


def in_colour() -> bool:
    """Tell whether colour is wanted."""
    return on_a_screen() and not os.environ.get("NO_COLOR")


def complain(message: str, code: Exit = Exit.USAGE) -> NoReturn:
    """Print one clear message to stderr and leave."""
    typer.echo(f"referee: {message}", err=True)
    raise typer.Exit(code)


def say(text: str = "") -> None:
    """Print a line of data, with the signs of the suits where a person reads it."""
    typer.echo(on_screen(text, _painted) if on_a_screen() else text)


def say_json(data: Any) -> None:
    """Print data as JSON."""
    import json

    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def say_ruling(ruling: Ruling, items: Iterable[Item] = (), margin: str = "") -> None:
    """Print a ruling as the table hears it: verdict, clause, rule; then the reason, and what would have been legal."""
    verdict = ruling.says.ljust(_MARGIN)
    if in_colour():
        verdict = typer.style(verdict, fg=_COLOURS[ruling.verdict], bold=True)
    reason = "" if ruling.reason == ruling.rule else ruling.reason
    outcomes = came_of_it(items)
    _paragraph(f"{ruling.clause.cite}  {ruling.rule}", margin + verdict, margin)
    if said := " ".join(filter(None, [reason, *outcomes])):
        _paragraph(said, margin + " " * _MARGIN, margin)
    if ruling.alternatives:
        _paragraph(
            "Instead: " + "; ".join(offer.text for offer in ruling.alternatives) + ".", margin + " " * _MARGIN, margin
        )
    if len(ruling.because) > 1:
        _paragraph(f"Because of lines {listed(ruling.because)}.", margin + " " * _MARGIN, margin)


def came_of_it(items: Iterable[Item]) -> list[str]:
    """Return what a line added to the settlement, a sentence each; what one pays another is said once."""
    return list(dict.fromkeys(f"{item.reason.rstrip('.')} ({item.clause.cite})." for item in items))


def say_entry(entry: Entry, where: str) -> None:
    """Print a line of a record with its ruling, in full where it is not plainly legal."""
    ruling = entry.ruling
    taken_back = ", taken back" if entry.line.taken_back else ""
    say(f"{where}  {entry.line.text}{taken_back}")
    if ruling.verdict is Verdict.LEGAL and not ruling.word and not entry.decided_later:
        outcomes = [f"{item.reason.rstrip('.')} ({item.clause.id})." for item in entry.items]
        _paragraph(
            f"{ruling.clause.id}  {' '.join([ruling.reason, *outcomes])}", "    " + "legal".ljust(_MARGIN), "    "
        )
    else:
        say_ruling(ruling, entry.items, "    ")


def say_fault(fault: Fault, source: str) -> None:
    """Print something that cannot be read as compilers do: place, message, the line, and a caret."""
    typer.echo(f"{source}:{fault.line}:{fault.column}: {fault.message}", err=True)
    for row in fault.caret().splitlines():
        typer.echo(f"    {row}", err=True)


def say_settlement(sheet: Sheet) -> None:
    """Print every payment, penalty and place with its clause, then the ranking and what is open."""
    name = sheet.record.seats.name
    if sheet.settlement:
        say()
        say("settlement")
        width = max(len(name(item.seat)) for item in sheet.settlement)
        for item in sheet.settlement:
            amount = f"{item.amount:+} {item.unit}" if item.unit == "chips" else f"{item.unit} {item.amount}"
            say(f"  {name(item.seat):{width}}  {amount:>10}  {item.clause.cite}  {item.reason}")
    if sheet.places:
        say("places: " + " > ".join(" = ".join(name(seat) for seat in group) for group in sheet.places))
    for entry in sheet.open:
        say(f"open: line {entry.line.number}  {entry.line.text}  ({entry.ruling.reason})")


def exit_code(verdicts: Iterable[Ruling], faults: Iterable[Fault] = ()) -> Exit:
    """Return the exit code for some rulings: malformed before illegal before open before legal."""
    if any(True for _ in faults):
        return Exit.USAGE
    found = {ruling.verdict for ruling in verdicts if ruling.word != "lapsed"}
    if Verdict.ILLEGAL in found:
        return Exit.ILLEGAL
    return Exit.OPEN if Verdict.OPEN in found else Exit.LEGAL


def _paragraph(text: str, first: str, margin: str) -> None:
    if not on_a_screen():
        typer.echo(f"{first}{text}")
        return
    indent = margin + " " * _MARGIN
    room = max(40, get_terminal_size().columns - len(indent))
    rows = textwrap.wrap(on_screen(text), room)
    for number, row in enumerate(rows):
        typer.echo((indent if number else first) + on_screen(row, _painted))


def _painted(card: str, suit: str) -> str:
    return typer.style(card, fg="red") if suit in "HD" and in_colour() else card
