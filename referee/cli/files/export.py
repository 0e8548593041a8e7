"""``referee export``: a season for spreadsheets and the club's website."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cards.words import counted
from referee.cli.exits import Exit
from referee.cli.files.ics import ics
from referee.cli.shared import completing
from referee.cli.shared.arguments import AsJson
from referee.cli.shared.club import ClubAt, opened, say_damage
from referee.cli.shared.output import HTML, put
from referee.cli.shared.say import complain, say, say_json, warn

app = typer.Typer(
    help="A season for spreadsheets and the club's website.", no_args_is_help=True, epilog="Example: referee export csv"
)

Season = Annotated[
    str | None,
    typer.Option("--season", help="Its name; else the one that is on.", autocompletion=completing.seasons),
]
FullNames = Annotated[bool, typer.Option("--full-names", help="Full names, not 'First L.'.")]


@app.callback()
def group() -> None:
    """A season for spreadsheets and the club's website."""


@app.command(epilog="Example: referee export csv --to site, or: referee export csv --decimal-comma")
def csv(
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder; else the club's exports/.")
    ] = None,
    season: Season = None,
    decimal_comma: Annotated[
        bool, typer.Option("--decimal-comma", help="Numbers as 0,5, and cells parted by ; as many spreadsheets want.")
    ] = False,
    full_names: FullNames = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write a season as CSV with a manifest: who came, what was played, standings, ratings, disputes, rulings."""
    from referee.export.csv_files import write_csv
    from referee.export.tables.season import season_export

    with opened(club) as desk:
        export = season_export(desk, season, full_names=full_names, watch=_progress if sys.stderr.isatty() else None)
        folder = to or desk.exports
    say_damage(each for each in export.damage if each.table)
    try:
        paths = write_csv(export.tables, folder, decimal_comma=decimal_comma, head=export.head)
    except OSError as error:
        complain(f"cannot write to {folder}: {error.strerror}; expected a folder that can be written")
    if json:
        say_json({"folder": str(folder), "files": [path.name for path in paths]})
        return
    for path in paths:
        say(str(path))


@app.command(epilog="Example: referee export html --to website")
def html(
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder; else the club's exports/.")
    ] = None,
    season: Season = None,
    full_names: FullNames = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write a season as pages for the website: season.html, its tournaments and rules, and its calendar file."""
    from referee.export.files import write_files
    from referee.export.pages.season_folder import FULL_NAMES, INDEX, season_pages

    if to and (to.suffix.casefold() in HTML or to.is_file()):
        complain(f"cannot write pages to {str(to)!r}; expected a folder, in which {INDEX} is the first page")
    with opened(club) as desk:
        watch = _progress if sys.stderr.isatty() else None
        pages = season_pages(desk, season, full_names=full_names, watch=watch)
        folder = to or (desk.exports / FULL_NAMES if full_names else desk.exports)
    say_damage(each for each in pages.damage if each.table)
    try:
        paths = write_files(folder, pages.files)
    except OSError as error:
        complain(f"cannot write to {folder}: {error.strerror}; expected a folder that can be written")
    if json:
        say_json({"folder": str(folder), "files": [path.name for path in paths]})
        return
    for path in paths:
        say(str(path))


@app.command(
    "json", epilog="Example: referee export json --to club.json, and elsewhere: referee import club.json --club FOLDER"
)
def json_(
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file, or - to print it; else exports/club.json.")
    ] = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write all of the club into one file for keeping, with full names; `referee import` makes a club of it again."""
    from referee.export.whole import whole_text, write_whole

    with opened(club) as desk:
        path = to or desk.exports / "club.json"
        if str(path) == "-":
            sys.stdout.buffer.writelines(whole_text(desk))
            return
        try:
            write_whole(desk, path)
        except OSError as error:
            complain(f"cannot write {path}: {error.strerror}; expected a file in a folder that can be written")
        head = desk.head
    if json:
        say_json({"file": str(path), "head": head})
    else:
        say(f"{path}: the whole club with everybody's full name, to be kept and not to be published")


@app.command(epilog="Example: referee export phh 3 --to monday.phhs")
def phh(
    tables: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="[TABLE]...", help="Else every table of Texas Hold'em.", autocompletion=completing.tables
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file, or - to print it; else exports/hands.phhs.")
    ] = None,
    season: Season = None,
    full_names: FullNames = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write hands of Texas Hold'em as hand histories (PHH) for other programs. Exits 2 when some are refused."""
    from referee.club.match import matches
    from referee.export.hand_histories import hand_histories

    with opened(club) as desk:
        export = hand_histories(desk, tables or [], season, full_names=full_names)
        path = to or desk.exports / "hands.phhs"
        say_damage(matches.damage(desk, tables or None))
    for table, line, reason in export.refused:
        warn(f"table {table}, line {line}: not written: {reason}")
    if not export.hands and export.refused:
        complain(f"nothing was written: the format cannot say {_as_many(len(export.refused))}, for the reasons given")
    if not export.hands:
        complain("no hand of Texas Hold'em can be written; expected a table at which one was played to its end")
    if not put(path, "\n".join(export.hands).encode()):
        pass
    elif json:
        refused = [{"table": table, "line": line, "reason": reason} for table, line, reason in export.refused]
        say_json({"file": str(path), "hands": len(export.hands), "refused": refused})
    else:
        say(f"{path}: {counted(len(export.hands), 'hand')}")
    if export.refused:
        raise typer.Exit(Exit.USAGE)


app.command("ics", epilog="Example: referee export ics --to monday.ics --lasts 2:30")(ics)


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


def _as_many(hands: int) -> str:
    return "the only hand" if hands == 1 else f"any of the {hands} hands"


def _progress(done: int, of: int) -> None:
    typer.echo(f"\rsession {done} of {of}", err=True, nl=done == of)
