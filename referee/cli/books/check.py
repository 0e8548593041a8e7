"""``referee check``: rule on every line of a record in a file."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.common_options import JsonOption
from referee.cli.shared.printing import (
    buffered_output,
    exit_code,
    fail,
    print_entry,
    print_fault,
    print_json,
    print_line,
    print_settlement,
)
from referee.games.lookup import look_up_rulebook
from referee.rules import Fault, JudgedLine, Report, as_data, read_records, replay
from referee.rules.records.report_data import NOTHING, fault_as_data

app = typer.Typer()

_MAX_BYTES = 20_000_000
_CHUNK_SIZE = 100_000

# What `--only` may ask for: a word for each kind of line that is not plain.
KINDS = ("illegal", "open", "finding", "later", "lapsed", "taken back", "stands")

# Of several records the gravest answer is that of them all.
_WORST_FIRST = (ExitCode.USAGE, ExitCode.ILLEGAL, ExitCode.OPEN)


@app.command(
    epilog="Example: referee check monday.txt, or: referee check --only illegal,open,later monday.txt, or: "
    "referee table show 3 --record | referee check -"
)
def check(
    file: Annotated[str, typer.Argument(help="Record, or several in one file; - for standard input.")],
    only: Annotated[
        str,
        typer.Option(metavar="KINDS", help=f"Print only lines of these kinds, joined by commas: {', '.join(KINDS)}."),
    ] = "",
    json: JsonOption = False,
) -> None:
    """Rule on every line of a record and settle it. Exits 0 legal, 10 illegal, 11 open, 2 if it cannot be read."""
    kinds = _parse_kinds(only)
    checked = _read_and_rule(read_text(file))
    codes = _print_data(checked, kinds) if json else _print(checked, "standard input" if file == "-" else file, kinds)
    raise typer.Exit(next((code for code in _WORST_FIRST if code in codes), ExitCode.LEGAL))


def _read_and_rule(text: str) -> Iterator[tuple[Report | None, list[Fault]]]:
    """Yield the report and the faults of each record in a text, one at a time to save memory."""
    for reading in read_records(text, look_up_rulebook):
        sheet = replay(reading.record) if reading.record else None
        yield sheet, sorted(reading.faults, key=lambda fault: (fault.line, fault.column))


def _print(checked: Iterable[tuple[Report | None, list[Fault]]], source: str, kinds: frozenset[str]) -> set[ExitCode]:
    """Print each record with its rulings. Return the exit codes of the records."""
    codes = set[ExitCode]()
    with buffered_output():
        print_line(source)
        for sheet, faults in checked:
            if codes:
                print_line()
            print_record_report(sheet, faults, source, kinds)
            codes.add(_exit_code(sheet, faults))
    return codes


def _print_data(checked: Iterable[tuple[Report | None, list[Fault]]], kinds: frozenset[str]) -> set[ExitCode]:
    """Print the records as JSON, several as a list. Return the exit codes of the records."""
    codes = set[ExitCode]()
    data = []
    for sheet, faults in checked:
        data.append(_as_data(sheet, faults, kinds))
        codes.add(_exit_code(sheet, faults))
    print_json(data[0] if len(data) == 1 else data)
    return codes


def _exit_code(sheet: Report | None, faults: Sequence[Fault]) -> ExitCode:
    return exit_code([entry.ruling for entry in sheet.entries] if sheet else [], faults)


def line_kind(entry: JudgedLine) -> str:
    """Return the word under which a line is counted: its verdict, or ``lapsed`` or ``finding``."""
    word = entry.ruling.word
    return word if word in ("lapsed", "finding") else str(entry.ruling.verdict)


def matching_kinds(entry: JudgedLine) -> set[str]:
    """Return every word for --only that matches a line, such as "illegal" and "later"."""
    words = {line_kind(entry), entry.ruling.says}
    if entry.turned_by:
        words.add("later")
    if entry.line.taken_back:
        words.add("taken back")
    if entry.line.stands or entry.shown_by:
        words.add("stands")
    return words


def describe_counts(entries: Sequence[JudgedLine]) -> str:
    """Return the number of lines of each kind, such as ``58 lines: 55 legal, 1 illegal, 2 open``."""
    counts = Counter(map(line_kind, entries))
    words = [f"{counts[word]} {word}" for word in ("legal", "illegal", "open", "lapsed") if counts[word]]
    words += [quantity(counts["finding"], "finding")] if counts["finding"] else []
    return f"{quantity(len(entries), 'line')}: {', '.join(words)}"


def print_record_report(
    sheet: Report | None, faults: Sequence[Fault], source: str, kinds: frozenset[str] = frozenset()
) -> None:
    """Print a record's lines of the wanted kinds, or all, with rulings, faults and settlement."""
    printed_faults = 0
    names = sheet.record.seats.names if sheet else ()
    for entry in sheet.entries if sheet else ():
        while printed_faults < len(faults) and faults[printed_faults].line < entry.line.number:
            print_fault(faults[printed_faults], source)
            printed_faults += 1
        if not kinds or not kinds.isdisjoint(matching_kinds(entry)):
            print_entry(entry, names)
    for fault in faults[printed_faults:]:
        print_fault(fault, source)
    if sheet:
        print_settlement(sheet)
        print_line(describe_counts(sheet.entries))


def _as_data(sheet: Report | None, faults: Sequence[Fault], kinds: frozenset[str]) -> dict[str, object]:
    data = as_data(sheet) if sheet else NOTHING
    if sheet and kinds:
        numbers = {entry.line.number for entry in sheet.entries if not kinds.isdisjoint(matching_kinds(entry))}
        data = {**data, "lines": [line for line in data["lines"] if line["line"] in numbers]}
    return {**data, "faults": [fault_as_data(fault) for fault in faults]}


def _parse_kinds(text: str) -> frozenset[str]:
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    for word in words:
        if word not in (*KINDS, "legal"):
            fail(f"Invalid --only {word!r}. Use {', '.join(KINDS)}, joined by commas.")
    return frozenset(words)


def read_text(file: str) -> str:
    """Return the text of a file, or of standard input for -. Exit with an error if it cannot be read."""
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as file_object:
            # No more: a device, or a program that prints for ever, has no end.
            data = b"".join(islice(iter(partial(file_object.read, _CHUNK_SIZE), b""), _MAX_BYTES // _CHUNK_SIZE + 1))
    except OSError as error:
        fail(f"Cannot read {file}: {error.strerror}. Use a file with a record, or - for standard input.")
    if len(data) > _MAX_BYTES:
        fail(f"{file} is larger than {_MAX_BYTES // 1_000_000} MB. Use a file with a record.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"{file} is not text in UTF-8 (byte {error.start}). Save it as UTF-8.", ExitCode.USAGE)
