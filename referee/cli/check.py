"""``referee check``: a whole record, read the way a compiler reads a program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import AsJson
from referee.cli.exits import Exit
from referee.cli.say import complain, exit_code, say_entry, say_fault, say_json, say_settlement
from referee.games import rulebook
from referee.rules import as_data, fold, read_record
from referee.rules.report import NOTHING, fault_as_data

app = typer.Typer()


@app.command(epilog="Example: referee check monday.txt, or: referee table record 3 | referee check -")
def check(
    file: Annotated[str, typer.Argument(help="A record, or - for standard input.")],
    json: AsJson = False,
) -> None:
    """Rule on every line of a record and settle it. Exits 0 legal, 10 illegal, 11 open, 2 when it cannot be read."""
    reading = read_record(_text_of(file), rulebook)
    source = "standard input" if file == "-" else file
    faults = sorted(reading.faults, key=lambda fault: (fault.line, fault.column))
    sheet = fold(reading.record) if reading.record else None
    if json:
        data = as_data(sheet) if sheet else NOTHING
        say_json({**data, "faults": [fault_as_data(fault) for fault in faults]})
    else:
        told = 0
        for entry in sheet.entries if sheet else ():
            while told < len(faults) and faults[told].line < entry.line.number:
                say_fault(faults[told], source)
                told += 1
            say_entry(entry, f"{source}:{entry.line.number}")
        for fault in faults[told:]:
            say_fault(fault, source)
        if sheet:
            say_settlement(sheet)
    raise typer.Exit(exit_code([entry.ruling for entry in sheet.entries] if sheet else [], faults))


def _text_of(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        complain(f"cannot read {file}: {error.strerror}; expected a file with a record, or - for standard input")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        complain(f"{file} is not text in UTF-8 (byte {error.start}); save it as UTF-8 and try again", Exit.USAGE)
