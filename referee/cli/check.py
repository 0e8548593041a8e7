"""``referee check``: a whole record, read the way a compiler reads a program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.asking import AsJson
from referee.cli.exits import Exit
from referee.cli.say import complain, exit_code, say_entry, say_fault, say_json, say_settlement
from referee.games import rulebook
from referee.rules import as_data, fold, read_record

app = typer.Typer()


@app.command(epilog="Example: referee check monday.txt, or: referee table record 3 | referee check -")
def check(
    file: Annotated[str, typer.Argument(help="A record, or - for standard input.")],
    json: AsJson = False,
) -> None:
    """Rule on every line of a record and settle it. Exits 0 legal, 10 illegal, 11 open, 2 when it cannot be read."""
    reading = read_record(_text_of(file), rulebook)
    source = "standard input" if file == "-" else file
    sheet = fold(reading.record) if reading.record else None
    if json:
        data = as_data(sheet) if sheet else {}
        faults = [{"line": f.line, "column": f.column, "message": f.message, "text": f.text} for f in reading.faults]
        say_json({**data, "faults": faults})
    else:
        marks = [(fault.line, fault) for fault in reading.faults]
        for entry in sheet.entries if sheet else ():
            while marks and marks[0][0] < entry.line.number:
                say_fault(marks.pop(0)[1], source)
            say_entry(entry, f"{source}:{entry.line.number}")
        for _, fault in marks:
            say_fault(fault, source)
        if sheet:
            say_settlement(sheet)
    raise typer.Exit(exit_code([entry.ruling for entry in sheet.entries] if sheet else [], reading.faults))


def _text_of(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        complain(f"cannot read {file}: {error.strerror}; expected a file with a record, or - for standard input")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        complain(f"{file} is not text in UTF-8 (byte {error.start}); save it as UTF-8 and try again", Exit.USAGE)
