"""``referee backup`` and ``referee restore``: copies of the club's file, and the way back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import completion
from referee.cli.shared.club import confirm_or_preview, open_as_officer, print_table, warn_of_conflict
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote
from referee.store.moment import in_local_time
from referee.store.projections.kind import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.club.file.backups import Backup
    from referee.club.folder import Club
    from referee.store.difference import Difference

app = typer.Typer()


@app.command(epilog="Example: referee backup, or to a stick: referee backup /media/stick/monday.db")
def backup(
    common: OfficerOptions,
    to: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="New file, or folder (default: the club's backups/).")
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", help="Number of backups to keep in backups/; older ones are deleted."),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List backups without making one.")] = False,
) -> None:
    """Back up the club's file, and check the copy. Exits 10 if its log was changed.

    Backups in backups/ are named by date, and the newest are kept. Closing a session makes one.
    """
    from referee.club import history
    from referee.club.file import backups

    if list_ and (to or keep):
        fail("--list makes no backup. Leave out the file and --keep.")
    with open_as_officer(common) as desk:
        warn_of_conflict(desk.folder)
        if list_:
            _list(desk, common.json)
            return
        if keep is not None:
            backups.set_backups_to_keep(desk, keep)
        made = backups.back_up(desk, to)
        history.written(desk, EventKind.BACKED_UP)
    print_result(made, common.json, _print_made)
    if made.tampered:
        raise typer.Exit(ExitCode.ILLEGAL)


@app.command(epilog="Example: referee restore 2026-11-16, or: referee restore /media/stick/monday.db")
def restore(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Backup to restore: a file, or its date.", autocompletion=completion.backups
        ),
    ],
    common: CorrectionOptions,
) -> None:
    """Replace the club's file with a backup. The loss is shown first, and the old file is kept."""
    from referee.cli.shared import acting_officer
    from referee.club.file import backups
    from referee.club.folder import FILE

    folder = backups.place_to_restore(common.club, file)
    file = backups.backup_called(folder, file)
    with backups.restoring(folder, file, sign=lambda desk: acting_officer.with_officer(desk, common.by)) as found:
        lost = list(found.lost or ())
        if not common.json:
            print_line(f"{file}: {found.name}, last written to {_moment(found.last_written)}")
            for line in lost:
                print_line(f"  would lose {line}")
        if found.lost is None:
            there = (folder / FILE).exists()
            typer.echo(
                f"{folder / FILE} cannot be read. The loss is not known."
                if there
                else f"There is no {FILE} in {folder}. Nothing can be lost.",
                err=True,
            )
        elif not lost and not common.json:
            print_line("Nothing would be lost.")
        _print_tampered(found.tampered)
        if not confirm_or_preview(f"Replace {folder / FILE} with this backup?", common, {"file": file, "lost": lost}):
            return
        aside = found.carry_out()
    if common.json:
        print_json({"file": file, "lost": lost, "replaced": aside})
        return
    print_line(f"Restored {folder / FILE} from {file}.")
    if aside:
        print_line(f"Old file: {aside}. Undo: referee restore {quote(str(aside))}")


def back_up_after_closing(desk: Club, *, quiet: bool = False) -> str:
    """Back the club up after a session, and say so unless `quiet`; complain where that fails."""
    from referee.club.file import backups
    from referee.club.text.faults import ClubFault

    try:
        made = backups.back_up(desk)
    except ClubFault as fault:
        fail(f"No backup was made: {fault}", ExitCode.STORE)
    if not quiet:
        print_line(f"Backup: {made.path}")
    _print_tampered(made.tampered)
    return str(made.path)


def _list(desk: Club, json: bool) -> None:
    from referee.club.file import backups

    found, count = backups.backups(desk), backups.backups_to_keep(desk)
    if json:
        print_json({"kept": count, "backups": found})
        return
    if found:
        rows = [[each.path.name, f"{each.size // 1024} KB", _moment(each.last_written)] for each in found]
        print_table(["backup", "size", "last written to"], rows, numbers=["size"])
    print_line(f"{counted(len(found), 'backup')}; the last {count} are kept")


def _print_made(made: Backup) -> None:
    print_line(str(made.path))
    _print_tampered(made.tampered)


def _print_tampered(found: Iterable[Difference]) -> None:
    for each in found:
        warn(str(each))


def _moment(moment: datetime | None) -> str:
    return f"{in_local_time(moment):%Y-%m-%d %H:%M}" if moment else "never"
