"""``referee export``: export a season for spreadsheets, the website and other programs."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import completion
from referee.cli.shared.arguments import FullNamesOption
from referee.cli.shared.club import open_from_options, warn_of_damage
from referee.cli.shared.common_options import CommonOptions, FileOptions, JsonOption
from referee.cli.shared.completion import SeasonArgument, SeasonOption
from referee.cli.shared.output_files import HTML_SUFFIXES, STDOUT, confirm_replacing, output_option, report_write_errors
from referee.cli.shared.printing import fail, print_json, print_line, warn
from referee.cli.shared.terminal import shows_progress
from referee.store.progress import no_progress

if TYPE_CHECKING:
    from referee.export.exports import ExportRequest

app = typer.Typer(
    help="A season for spreadsheets and the club's website.", no_args_is_help=True, epilog="Example: referee export csv"
)


@app.callback()
def group() -> None:
    """A season for spreadsheets and the club's website."""


class Spreadsheet(StrEnum):
    """A spreadsheet program that needs its own CSV format."""

    EXCEL = "excel"


@app.command(epilog="Example: referee export csv --output site, or: referee export csv 2026-27 --for excel")
def csv(
    common: FileOptions,
    season: SeasonArgument = None,
    output: Annotated[
        Path | None,
        output_option("Folder to write to (default: the club's exports/; for Excel, exports/excel/).", "DIR"),
    ] = None,
    program: Annotated[
        Spreadsheet | None,
        typer.Option(
            "--for",
            metavar="excel",
            help="Write for Excel: with this computer's separators, and no text that Excel would read as a date.",
        ),
    ] = None,
    decimal_comma: Annotated[
        bool | None,
        typer.Option(
            "--decimal-comma/--decimal-point",
            help="Decimal commas, with ; between cells, or decimal points, with , between cells "
            "(default: points; for Excel, this computer's).",
            show_default=False,
        ),
    ] = None,
    full_names: FullNamesOption = False,
) -> None:
    """Write a season as CSV files with a manifest.

    \b
    members.csv               who is on the roster
    sessions.csv              the calendar, planned and held
    attendance.csv            who came to which session
    matches.csv               every match with its game and its table
    results.csv               every player's place and score in each match
    standings.csv             the season's table with its tie-breaks
    scores.csv                what each session gave each member
    ratings.csv               estimates of strength, by game
    trophies.csv              the awards, once the season is closed
    disputes.csv              the disputes and their decisions
    rulings.csv               every line of a table with its ruling
    tournaments.csv           the tournaments and their formats
    tournament_standings.csv  the places in each tournament
    tournament_rounds.csv     who sat where in each round
    manifest.json             the columns, rows and checksums of all files
    """
    from referee.export.exports import ExportRequest
    from referee.export.spreadsheet_format import DECIMAL_COMMA, PLAIN, excel_format

    command, csv_format = "csv", DECIMAL_COMMA if decimal_comma else PLAIN
    if program is Spreadsheet.EXCEL:
        command, csv_format = "csv --for excel", excel_format(decimal_comma=decimal_comma)
    request = ExportRequest(
        season, full_names, csv_format, progress=_show_progress if shows_progress() else no_progress
    )
    _run_export(command, request, output, common)


@app.command(epilog="Example: referee export xlsx --output season.xlsx")
def xlsx(
    common: FileOptions,
    season: SeasonArgument = None,
    output: Annotated[
        Path | None, output_option("File to write; - for standard output (default: exports/season.xlsx).")
    ] = None,
    full_names: FullNamesOption = False,
) -> None:
    """Write a season as a workbook for Excel and LibreOffice: standings, results, attendance and members."""
    from referee.export.exports import ExportRequest
    from referee.export.workbook import SUFFIX

    if output and str(output) != STDOUT and output.suffix.casefold() != SUFFIX:
        fail(f"Cannot write a workbook to {str(output)!r}. Use a file name that ends in {SUFFIX}.")
    request = ExportRequest(season, full_names, progress=_show_progress if shows_progress() else no_progress)
    _run_export("xlsx", request, output, common)


@app.command(epilog="Example: referee export html --output website")
def html(
    common: FileOptions,
    season: SeasonArgument = None,
    output: Annotated[Path | None, output_option("Folder to write to (default: the club's exports/).", "DIR")] = None,
    full_names: FullNamesOption = False,
) -> None:
    """Write a season as pages for the website: season.html, its tournaments and rules, and its calendar file."""
    from referee.export.exports import ExportRequest

    if output and (output.suffix.casefold() in HTML_SUFFIXES or output.is_file()):
        fail(f"Cannot write pages to {str(output)!r}. Use a folder; its first page will be season.html.")
    request = ExportRequest(season, full_names, progress=_show_progress if shows_progress() else no_progress)
    _run_export("html", request, output, common)


@app.command(
    "json",
    epilog="Example: referee export json --output club.jsonl, and elsewhere: referee import club.jsonl --club FOLDER",
)
def json_(
    common: FileOptions,
    output: Annotated[
        Path | None, output_option("File to write; - for standard output (default: exports/club.jsonl).")
    ] = None,
) -> None:
    """Write the club's log with full names, one JSON event per line; `referee import` rebuilds the club from it."""
    from referee.export.exports import ExportRequest

    _run_export("json", ExportRequest(), output, common)


@app.command(epilog="Example: referee export phh 3 --output monday.phhs")
def phh(
    common: FileOptions,
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TABLE]...",
            help="Tables to write (default: all tables of Texas Hold'em).",
            autocompletion=completion.tables,
        ),
    ] = None,
    output: Annotated[
        Path | None, output_option("File to write; - for standard output (default: exports/hands.phhs).")
    ] = None,
    season: SeasonOption = None,
    full_names: FullNamesOption = False,
) -> None:
    """Write hands of Texas Hold'em as hand histories (PHH) for other programs. Exits 2 if some are refused."""
    from referee.export.exports import ExportRequest

    _run_export("phh", ExportRequest(season, full_names, tables=tables or ()), output, common)


@app.command(epilog="Example: referee export ics --output monday.ics --lasts 2:30")
def ics(
    common: FileOptions,
    season: SeasonArgument = None,
    output: Annotated[
        Path | None, output_option("File to write; - for standard output (default: exports/season.ics).")
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            help="Time zone, such as Europe/Berlin (default: the schedule's, then this computer's).",
        ),
    ] = None,
    duration: Annotated[
        str | None,
        typer.Option("--lasts", metavar="H:MM", help="Length of a session (default: from the schedule, then 2:00)."),
    ] = None,
) -> None:
    """Write the sessions of a season as a calendar file (.ics), cancelled ones marked, with room and note."""
    from referee.club.calendar.time_zone import find_zone
    from referee.export.exports import ExportRequest

    minutes = _parse_duration(duration) if duration else 0
    _run_export("ics", ExportRequest(season, zone=find_zone(zone) if zone else "", minutes=minutes), output, common)


@app.command(epilog="Example: referee export verify exports")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="An export, with its manifest.json.")],
    json: JsonOption = False,
) -> None:
    """Check that the files of an export match its manifest. Exits 10 if they differ, 2 without a manifest."""
    from referee.export.verification import verify_export

    result = verify_export(folder)
    if json:
        print_json(result)
    else:
        for difference in result.differences or [
            f"{folder}: {quantity(len(result.files), 'file')} checked; all match the manifest"
        ]:
            print_line(difference)
    if result.differences:
        raise typer.Exit(ExitCode.ILLEGAL)


def _run_export(command: str, request: ExportRequest, output: Path | None, common: CommonOptions) -> None:
    """Make an export, write it to `output` or to stdout for ``-``, and print the written files."""
    from referee.export.exports import default_path, find_export, write_export

    export = find_export(command, full_names=request.full_names)
    with open_from_options(common) as club:
        content = export.make(club, request)
        has_many_files, path = len(content.files) > 1, output or default_path(club, export, content)
    warn_of_damage(content.damage)
    for warning in content.left_out:
        warn(warning)
    if not content.files:
        fail(content.message)
    if str(path) == STDOUT and not has_many_files:
        sys.stdout.buffer.writelines(content.files.values())
    else:
        with report_write_errors(path, "a folder" if has_many_files else "a file in a folder"):
            confirm_replacing([path / name for name in content.files] if has_many_files else [path], common)
            paths = write_export(content, path, private=export.full_names, replace=True)
        if common.json:
            print_json({"folder" if has_many_files else "file": str(path), **content.data})
        elif has_many_files:
            for each_path in paths:
                print_line(str(each_path))
            if content.note:
                print_line(content.note)
        else:
            print_line(f"{path}: {content.message}")
    if content.left_out:
        raise typer.Exit(ExitCode.USAGE)


def _parse_duration(text: str) -> int:
    """Return the minutes in a duration such as 2:30. Exit with an error for invalid text."""
    match = re.fullmatch(r"(\d{1,2}):([0-5]\d)", text.strip())
    minutes = int(match[1]) * 60 + int(match[2]) if match else 0
    if not 0 < minutes < 24 * 60:
        fail(f"Invalid --lasts {text!r}. Use hours and minutes, such as 2:30.")
    return minutes


def _show_progress(current: int, total: int) -> None:
    if total:
        typer.echo(f"\rsession {current} of {total}", err=True, nl=current == total)
