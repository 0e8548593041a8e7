"""``referee export``: a season for spreadsheets and the club's website."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cards.words import counted
from referee.cli import completing
from referee.cli.arguments import AsJson
from referee.cli.club import ClubAt, opened, say_damage
from referee.cli.exits import Exit
from referee.cli.ics import ics
from referee.cli.say import complain, say, say_json, warn

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
    say_damage(each for each in export.damage if each.table)
    try:
        paths = write_csv(export, folder, bom=bom, raw=raw)
    except OSError as error:
        complain(f"cannot write to {folder}: {error.strerror}; expected a folder that can be written")
    if json:
        say_json({"folder": str(folder), "files": [path.name for path in paths]})
        return
    for path in paths:
        say(str(path))


@app.command(epilog="Example: referee export phh 3 --to monday.phhs")
def phh(
    tables: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="[TABLE]...", help="Else every table of Texas Hold'em.", autocompletion=completing.tables
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file; else hands.phhs in the club's exports/.")
    ] = None,
    season: Annotated[str | None, typer.Option("--season", help="Its name; else the one that is on.")] = None,
    full_names: Annotated[bool, typer.Option("--full-names", help="Full names, not 'First L.'.")] = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write hands of Texas Hold'em as hand histories (PHH) for other programs. Exits 2 when some are refused."""
    from referee.club import matches
    from referee.export.files import write_file
    from referee.export.hand_histories import hand_histories

    with opened(club) as desk:
        export = hand_histories(desk, tables or [], season, full_names=full_names)
        path = to or desk.exports / "hands.phhs"
        say_damage(matches.damage(desk, tables or None))
    for table, line, reason in export.refused:
        warn(f"table {table}, line {line}: not written: {reason}")
    if not export.hands:
        complain("no hand of Texas Hold'em can be written; expected a table at which one was played to its end")
    try:
        write_file(path, "\n".join(export.hands).encode())
    except OSError as error:
        complain(f"cannot write {path}: {error.strerror}; expected a file in a folder that can be written")
    if json:
        refused = [{"table": table, "line": line, "reason": reason} for table, line, reason in export.refused]
        say_json({"file": str(path), "hands": len(export.hands), "refused": refused})
    else:
        say(f"{path}: {counted(len(export.hands), 'hand')}")
    if export.refused:
        raise typer.Exit(Exit.USAGE)


app.command("ics", epilog="Example: referee export ics monday.ics --lasts 2:30")(ics)


@app.command(epilog="Example: referee export verify exports")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="An export, with its manifest.json.")],
    json: AsJson = False,
) -> None:
    """Check that the files of an export are those of its manifest. Exits 10 when they are not, 2 without a manifest."""
    from referee.export.verifying import verified

    found = verified(folder)
    if json:
        say_json({"folder": str(folder), "files": list(found.files), "differences": list(found.differences)})
    else:
        for each in found.differences:
            say(each)
        if not found.differences:
            say(f"{folder}: {counted(len(found.files), 'file')} as in the manifest")
    if found.differences:
        raise typer.Exit(Exit.ILLEGAL)


def _progress(done: int, of: int) -> None:
    typer.echo(f"\rsession {done} of {of}", err=True, nl=done == of)
