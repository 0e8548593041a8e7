"""``referee export``: a season for spreadsheets and the club's website."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exits import Exit
from referee.cli.shared import completing
from referee.cli.shared.arguments import FullNames
from referee.cli.shared.club import opened, say_damage
from referee.cli.shared.common import AsJson, Common, Looking
from referee.cli.shared.completing import OfSeason
from referee.cli.shared.output import HTML
from referee.cli.shared.printing import complain, say, say_json, warn

if TYPE_CHECKING:
    from referee.export.exports import Asked

app = typer.Typer(
    help="A season for spreadsheets and the club's website.", no_args_is_help=True, epilog="Example: referee export csv"
)


@app.callback()
def group() -> None:
    """A season for spreadsheets and the club's website."""


@app.command(epilog="Example: referee export csv --to site, or: referee export csv --decimal-comma")
def csv(
    common: Looking,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder; else the club's exports/.")
    ] = None,
    season: OfSeason = None,
    decimal_comma: Annotated[
        bool, typer.Option("--decimal-comma", help="Numbers as 0,5, and cells parted by ; as many spreadsheets want.")
    ] = False,
    full_names: FullNames = False,
) -> None:
    """Write a season as CSV with a manifest: who came, what was played, standings, ratings, disputes, rulings."""
    from referee.export.exports import Asked

    asked = Asked(season, full_names, decimal_comma, watch=_progress if sys.stderr.isatty() else None)
    _export("csv", asked, to, common)


@app.command(epilog="Example: referee export html --to website")
def html(
    common: Looking,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder; else the club's exports/.")
    ] = None,
    season: OfSeason = None,
    full_names: FullNames = False,
) -> None:
    """Write a season as pages for the website: season.html, its tournaments and rules, and its calendar file."""
    from referee.export.exports import Asked

    if to and (to.suffix.casefold() in HTML or to.is_file()):
        complain(f"cannot write pages to {str(to)!r}; expected a folder, in which season.html is the first page")
    asked = Asked(season, full_names, watch=_progress if sys.stderr.isatty() else None)
    _export("html", asked, to, common)


@app.command(
    "json",
    epilog="Example: referee export json --to club.jsonl, and elsewhere: referee import club.jsonl --club FOLDER",
)
def json_(
    common: Looking,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file, or - to print it; else exports/club.jsonl.")
    ] = None,
) -> None:
    """Write the club's log with full names, an event a line of JSON; `referee import` makes the same club of it."""
    from referee.export.exports import Asked

    _export("json", Asked(), to, common)


@app.command(epilog="Example: referee export phh 3 --to monday.phhs")
def phh(
    common: Looking,
    tables: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="[TABLE]...", help="Else every table of Texas Hold'em.", autocompletion=completing.tables
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file, or - to print it; else exports/hands.phhs.")
    ] = None,
    season: OfSeason = None,
    full_names: FullNames = False,
) -> None:
    """Write hands of Texas Hold'em as hand histories (PHH) for other programs. Exits 2 when some are refused."""
    from referee.export.exports import Asked

    _export("phh", Asked(season, full_names, tables=tables or ()), to, common)


@app.command(epilog="Example: referee export ics --to monday.ics --lasts 2:30")
def ics(
    common: Looking,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="The file, or - to print it; else season.ics in exports/."),
    ] = None,
    season: OfSeason = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone", metavar="ZONE", help="Such as Europe/Berlin; else the schedule's, else this computer's."
        ),
    ] = None,
    lasts: Annotated[
        str | None,
        typer.Option("--lasts", metavar="H:MM", help="How long an evening is; else as the schedule says, else 2:00."),
    ] = None,
) -> None:
    """Write the sessions of a season as a calendar file (.ics), cancelled ones marked, with room and note."""
    from referee.club.calendar.time_zone import zone_called
    from referee.export.exports import Asked

    minutes = _minutes_of(lasts) if lasts else 0
    _export("ics", Asked(season, zone=zone_called(zone) if zone else "", minutes=minutes), to, common)


@app.command(epilog="Example: referee export verify exports")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="An export, with its manifest.json.")],
    json: AsJson = False,
) -> None:
    """Check that the files of an export are those of its manifest. Exits 10 when they are not, 2 without a manifest."""
    from referee.export.verifying import verified

    found = verified(folder)
    if json:
        say_json(found)
    else:
        for each in found.differences or [f"{folder}: {counted(len(found.files), 'file')} as in the manifest"]:
            say(each)
    if found.differences:
        raise typer.Exit(Exit.ILLEGAL)


def _export(command: str, asked: Asked, to: Path | None, common: Common) -> None:
    """Make an export, write it where it is to go, or print it to ``-``, and say what was written."""
    from referee.export.exports import export_of, place_of, write

    export = export_of(command, full_names=asked.full_names)
    with opened(common) as desk:
        made = export.make(desk, asked)
        several, path = len(made.files) > 1, to or place_of(desk, export, made)
    say_damage(made.damage)
    for each in made.left_out:
        warn(each)
    if not made.files:
        complain(made.said)
    if str(path) == "-" and not several:
        sys.stdout.buffer.writelines(made.files.values())
    else:
        try:
            paths = write(made, path, private=export.full_names)
        except OSError as error:
            expected = "a folder that can be written" if several else "a file in a folder that can be written"
            complain(f"cannot write {path}: {error.strerror}; expected {expected}")
        if common.json:
            say_json({"folder" if several else "file": str(path), **made.data})
        elif several:
            for each_path in paths:
                say(str(each_path))
        else:
            say(f"{path}: {made.said}")
    if made.left_out:
        raise typer.Exit(Exit.USAGE)


def _minutes_of(typed: str) -> int:
    """Read how long an evening is, such as 2:30, or complain."""
    read = re.fullmatch(r"(\d{1,2}):([0-5]\d)", typed.strip())
    minutes = int(read[1]) * 60 + int(read[2]) if read else 0
    if not 0 < minutes < 24 * 60:
        complain(f"--lasts {typed!r} is not the length of an evening; expected hours and minutes such as 2:30")
    return minutes


def _progress(done: int, of: int) -> None:
    typer.echo(f"\rsession {done} of {of}", err=True, nl=done == of)
