"""``referee export``: a season for spreadsheets and the club's website."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import AsJson
from referee.cli.club import ClubAt, opened
from referee.cli.say import complain, say, say_json

app = typer.Typer(
    help="A season for spreadsheets and the club's website.", no_args_is_help=True, epilog="Example: referee export csv"
)


@app.callback()
def group() -> None:
    """A season for spreadsheets and the club's website."""


@app.command(epilog="Example: referee export csv --to exports --no-bom")
def csv(
    season: Annotated[str | None, typer.Argument(help="The season's name; else the one that is on.")] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder; else the club's exports/.")
    ] = None,
    bom: Annotated[bool, typer.Option("--bom/--no-bom", help="Begin with a byte order mark, as Excel wants.")] = True,
    raw: Annotated[bool, typer.Option("--raw", help="Leave texts that a spreadsheet would run as a formula.")] = False,
    full_names: Annotated[bool, typer.Option("--full-names", help="Full names, not 'First L.'.")] = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write members, sessions, matches, results, standings and rulings as CSV, with a manifest."""
    from referee.export.csv_files import write_csv
    from referee.export.season import season_export

    with opened(club) as desk:
        export = season_export(desk, season, full_names=full_names, watch=_progress if sys.stderr.isatty() else None)
        folder = to or desk.exports
    try:
        paths = write_csv(export, folder, bom=bom, raw=raw)
    except OSError as error:
        complain(f"cannot write to {folder}: {error.strerror}; expected a folder that can be written")
    if json:
        say_json({"folder": str(folder), "files": [path.name for path in paths]})
        return
    for path in paths:
        say(str(path))


def _progress(done: int, of: int) -> None:
    typer.echo(f"\rsession {done} of {of}", err=True, nl=done == of)
