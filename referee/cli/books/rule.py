"""``referee rule``: rule on a play without a club."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.exit_codes import ExitCode
from referee.cli.shared.arguments import GameArgument, HouseRuleOptions, find_rulebook, parse_house_rules
from referee.cli.shared.common_options import JsonOption
from referee.cli.shared.printing import (
    exit_code,
    fail,
    print_fault,
    print_items,
    print_json,
    print_line,
    print_ruling,
)
from referee.cli.shared.quoting import quote
from referee.rules import JudgedLine, LedgerItem, Report, Ruling, Statement, Verdict, as_data, read_facts, replay
from referee.rules.records.messages import render_text
from referee.rules.records.report_data import NOTHING, fault_as_data

app = typer.Typer()


@app.command(epilog='Example: referee rule big-two "Ben plays 4D 4H" "Ann plays 6D 6S"')
def rule(
    game: GameArgument,
    lines: Annotated[
        list[str], typer.Argument(metavar="LINE...", help="Lines of play, oldest first; the last one is ruled on.")
    ] = [],  # noqa: B006
    option: HouseRuleOptions = [],  # noqa: B006
    json: JsonOption = False,
) -> None:
    """Rule on the last line; the lines before it are facts. Exits 0 legal, 10 illegal, 11 open."""
    _check_no_file(game, lines)
    book = find_rulebook(game)
    reading = read_facts(lines, book, parse_house_rules(book, option))
    for fault in reading.faults:
        print_fault(fault, is_one_of_several=len(lines) > 1)
    if json and reading.faults:
        print_json({**NOTHING, "game": book.slug, "faults": [fault_as_data(fault) for fault in reading.faults]})
    if reading.record is None or reading.faults:
        raise typer.Exit(ExitCode.USAGE)
    if not reading.record.lines:
        fail(f"There is nothing to rule on. Type what happened, such as {book.grammar.example!r}.")
    sheet = replay(reading.record)
    last = sheet.entries[-1]
    ruled_entries = [last, *_claims_on(sheet)] if _is_statement(last) else [last]
    if json:
        print_json(as_data(sheet))
    else:
        for number, line_group in groupby((entry.line for entry in sheet.entries), key=lambda line: line.number):
            readings = list(line_group)
            if len(readings) > 1 or readings[0].read_as:
                print_line(f"line {number} is read as: {'; '.join(line.read_as or line.text for line in readings)}")
        _print_ruling(sheet, last.ruling, last.items)
        for entry in sheet.entries[:-1]:
            if entry.has_lapsed and (_is_statement(last) or entry in sheet.lapsed_at(last.line.number)):
                print_line(f"line {entry.line.number}, {entry.line.text}, has lapsed:")
                _print_ruling(sheet, entry.ruling)
            elif entry.is_open and _is_statement(last):
                print_line(f"line {entry.line.number}, {entry.line.text}, is still open:")
                _print_ruling(sheet, entry.ruling)
            elif _has_changed(entry, last):
                print_line(f"line {entry.line.number}, {entry.line.text}, {entry.verdict_change or 'is now certain'}:")
                _print_ruling(sheet, entry.ruling, _payments_of_change(sheet, entry))
        if not hasattr(last.line.act, "instead"):  # a claim to a payment is what the ruling is on
            _print_payments(sheet)
    raise typer.Exit(exit_code([entry.ruling for entry in ruled_entries]))


def _check_no_file(game: str, lines: Sequence[str]) -> None:
    """Exit with an error if an argument is a file, as `check` reads files."""
    for word in (game, *lines):
        if Path(word).suffix and Path(word).is_file():
            fail(f"{word} is a file. To rule on each line of it, type: referee check {quote(word)}")


def _print_ruling(sheet: Report, ruling: Ruling, items: Sequence[LedgerItem] = ()) -> None:
    """Print a ruling with the players' names."""
    print_ruling(ruling, items, names=sheet.record.seats.names)


def _print_payments(sheet: Report) -> None:
    """Print the payments that the facts settle, and the facts missing for the others."""
    claims = sheet.settled
    if claims.items:
        print_line("Payments:")
        print_items(sheet, claims.items)
    for missing_fact in claims.missing:
        print_line(f"Not settled: {render_text(missing_fact, sheet.record.seats.names)}")


def _is_statement(entry: JudgedLine) -> bool:
    return isinstance(entry.line.act, Statement)


def _has_changed(entry: JudgedLine, last: JudgedLine) -> bool:
    """Return whether the last line changed the verdict of an earlier one, or settled a claim made there."""
    ruling = entry.ruling
    if (ruling.says, ruling.clause) == (last.ruling.says, last.ruling.clause):
        return False
    claim = _is_statement(last) and ruling.word and not _is_statement(entry)
    return bool(claim) or _is_changed_by(entry, last)


def _payments_of_change(sheet: Report, entry: JudgedLine) -> tuple[LedgerItem, ...]:
    """Return the payments of the line that settled an earlier one."""
    deciding = max((entry.line.number, *entry.ruling.because))
    return tuple(item for entry in sheet.entries if entry.line.number == deciding for item in entry.items)


def _claims_on(sheet: Report) -> list[JudgedLine]:
    """Return the earlier lines that a statement about cards settled or left open."""
    *earlier, last = sheet.entries
    return [entry for entry in earlier if _is_changed_by(entry, last) or entry.ruling.verdict is Verdict.OPEN]


def _is_changed_by(entry: JudgedLine, last: JudgedLine) -> bool:
    return entry.turned_by == last.line.number
