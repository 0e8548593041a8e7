"""``referee rule``: a ruling on the spot, without a club."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking import AsJson, Game, HouseRules, book_of, options_of
from referee.cli.exits import Exit
from referee.cli.say import complain, exit_code, say, say_fault, say_json, say_ruling
from referee.rules import Entry, Holds, HoldsOnly, Sheet, Shows, as_data, fold, read_facts

app = typer.Typer()


@app.command(epilog='Example: referee rule big-two "Ben plays 4D 4H" "Ann plays 6D 6S"')
def rule(
    game: Game,
    lines: Annotated[list[str], typer.Argument(help="What happened, oldest first; the last line is ruled on.")],
    option: HouseRules = [],  # noqa: B006
    json: AsJson = False,
) -> None:
    """Rule on the last of some lines; the lines before it are facts. Exits 0 legal, 10 illegal, 11 open."""
    book = book_of(game)
    reading = read_facts(lines, book, options_of(book, option))
    for fault in reading.faults:
        say_fault(fault, "argument")
    if reading.record is None or reading.faults:
        raise typer.Exit(Exit.USAGE)
    if not reading.record.lines:
        complain(f"there is nothing to rule on; expected what happened, such as {book.example!r}")
    sheet = fold(reading.record)
    last = sheet.entries[-1]
    asked = [last, *_still_open(sheet)] if isinstance(last.line.act, Holds | HoldsOnly | Shows) else [last]
    if json:
        say_json(as_data(sheet))
    else:
        say_ruling(last.ruling, last.items)
        for entry in sheet.entries[:-1]:
            line = f"line {entry.line.number}, {entry.line.text},"
            if entry in asked:
                say(f"{line} is still open:")
                say_ruling(entry.ruling)
            elif _decided_by(entry, last) and entry.ruling.says != last.ruling.says:
                say(f"{line} is now certain:")
                say_ruling(entry.ruling)
    raise typer.Exit(exit_code([entry.ruling for entry in asked]))


def _still_open(sheet: Sheet) -> list[Entry]:
    """Return the earlier lines that a statement about cards was to decide, and did not."""
    return [entry for entry in sheet.open if entry is not sheet.entries[-1]]


def _decided_by(entry: Entry, last: Entry) -> bool:
    return entry.decided_later and last.line.number in entry.ruling.because
