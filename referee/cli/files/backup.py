"""``referee backup`` and ``referee restore``: copies of the club's file, and the way back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exits import Exit
from referee.cli.shared import completing
from referee.cli.shared.club import opened_by, say_table, sure
from referee.cli.shared.common import Acting, Deciding
from referee.cli.shared.printing import answer, complain, say, say_json, warn
from referee.store.kinds.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.club.file.backups import Backup
    from referee.club.folder import Club
    from referee.store.difference import Difference

app = typer.Typer()


@app.command(epilog="Example: referee backup, or to a stick: referee backup /media/stick/monday.db")
def backup(
    common: Acting,
    to: Annotated[
        Path | None, typer.Argument(metavar="[TO]", help="A new file, or a folder; else the club's backups/.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", metavar="N", help="Keep so many in backups/ from now on; older ones go.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List those in backups/, and make none.")] = False,
) -> None:
    """Copy the club's file as it is now, checked, while it is in use. Exits 10 when its log is not as it was written.

    In backups/ a backup is named by its day, and the last ones are kept; one is made by itself when a session closes.
    """
    from referee.club import history
    from referee.club.file import backups

    if list_ and (to or keep):
        complain("--list makes no backup; expected it alone")
    with opened_by(common) as desk:
        if list_:
            _list(desk, common.json)
            return
        if keep is not None:
            backups.keep(desk, keep)
        made = backups.back_up(desk, to)
        history.written(desk, Kind.BACKED_UP)
    answer(made, common.json, _say_made)
    if made.tampered:
        raise typer.Exit(Exit.ILLEGAL)


@app.command(epilog="Example: referee restore 2026-11-16, or: referee restore /media/stick/monday.db")
def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A backup, or its day.", autocompletion=completing.backups)
    ],
    common: Deciding,
) -> None:
    """Put a backup in the place of the club's file, after showing what would be lost. The old file is kept aside."""
    from referee.cli.shared import acting
    from referee.club.file import backups
    from referee.club.folder import FILE

    folder = backups.place_to_restore(common.club, file)
    file = backups.backup_called(folder, file)
    with backups.restoring(folder, file, sign=lambda desk: acting.at_the_desk(desk, common.by)) as found:
        lost = list(found.lost or ())
        if not common.json:
            say(f"{file}: {found.name}, last written to {_moment(found.last_written)}")
            for line in lost:
                say(f"  would lose {line}")
        if found.lost is None:
            there = (folder / FILE).exists()
            typer.echo(
                f"{folder / FILE} cannot be read: what it has and the backup has not cannot be told"
                if there
                else f"There is no {FILE} in {folder}: nothing of it can be lost",
                err=True,
            )
        elif not lost and not common.json:
            say("Nothing would be lost: the backup has all that the club's file has.")
        _say_tampered(found.tampered)
        sure(f"Put it in the place of {folder / FILE}?", common.yes)
        aside = found.carry_out()
    if common.json:
        say_json({"file": file, "lost": lost, "replaced": aside})
        return
    say(f"{folder / FILE} is now as in {file}.")
    if aside:
        say(f"What was there is kept in {aside}.")


def after_closing(desk: Club, *, quiet: bool = False) -> str:
    """Back the club up when a session has closed, and say so unless `quiet`; complain when that cannot be."""
    from referee.club.file import backups
    from referee.club.text.faults import ClubFault

    try:
        made = backups.back_up(desk)
    except ClubFault as fault:
        complain(f"no backup was made: {fault}", Exit.STORE)
    if not quiet:
        say(f"Backup: {made.path}")
    _say_tampered(made.tampered)
    return str(made.path)


def _list(desk: Club, json: bool) -> None:
    from referee.club.file import backups

    found, count = backups.backups(desk), backups.kept(desk)
    if json:
        say_json({"kept": count, "backups": found})
        return
    if found:
        rows = [[each.path.name, f"{each.size // 1024} KB", _moment(each.last_written)] for each in found]
        say_table(["backup", "size", "last written to"], rows, numbers=["size"])
    say(f"{counted(len(found), 'backup')}; the last {count} are kept")


def _say_made(made: Backup) -> None:
    say(str(made.path))
    _say_tampered(made.tampered)


def _say_tampered(found: Iterable[Difference]) -> None:
    for each in found:
        warn(str(each))


def _moment(moment: datetime | None) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}" if moment else "never"
