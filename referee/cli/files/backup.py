"""``referee backup`` and ``referee restore``: copy the club's file, and restore a copy."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import completion
from referee.cli.shared.club import confirm_or_preview, open_as_officer, print_table
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote
from referee.store.moment import in_local_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.club.file.backups import Backup
    from referee.club.folder import Club
    from referee.store.difference import Difference

app = typer.Typer()


@app.command(epilog="Example: referee backup, or to a USB stick: referee backup /media/stick/monday.db")
def backup(
    common: OfficerOptions,
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="New file, or folder (default: the club's backups/).")
    ] = None,
    keep_count: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", help="Number of backups to keep in backups/; older ones are deleted."),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List backups without making one.")] = False,
) -> None:
    """Back up the club's file, and check the copy. Exits 10 if its log was changed.

    Backups in backups/ are named by date, and the newest are kept. Closing a session makes one.
    """
    from referee.club.file import backups

    if list_ and (target or keep_count):
        fail("--list makes no backup. Leave out the file and --keep.")
    with open_as_officer(common) as club:
        if list_:
            _list_backups(club, common.json)
            return
        if keep_count is not None:
            backups.set_backups_to_keep(club, keep_count)
        backup_file = backups.back_up_and_log(club, target)
    print_result(backup_file, common.json, _print_made)
    if backup_file.tampered:
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
    file = backups.find_backup(folder, file)
    with backups.preview_restore(
        folder, file, sign=lambda club: acting_officer.with_officer(club, common.by)
    ) as restoring:
        losses = list(restoring.lost or ())
        if not common.json:
            print_line(f"{file}: {restoring.name}, last written to {_format_moment(restoring.last_written)}")
            for line in losses:
                print_line(f"  would lose {line}")
        if restoring.lost is None:
            file_exists = (folder / FILE).exists()
            typer.echo(
                f"{folder / FILE} cannot be read. The loss is not known."
                if file_exists
                else f"There is no {FILE} in {folder}. Nothing can be lost.",
                err=True,
            )
        elif not losses and not common.json:
            print_line("Nothing would be lost.")
        _print_tampered(restoring.tampered)
        if not confirm_or_preview(f"Replace {folder / FILE} with this backup?", common, {"file": file, "lost": losses}):
            return
        old_file = restoring.carry_out()
    if common.json:
        print_json({"file": file, "lost": losses, "replaced": old_file})
        return
    print_line(f"Restored {folder / FILE} from {file}.")
    if old_file:
        print_line(f"Old file: {old_file}. Undo: referee restore {quote(str(old_file))}")


def back_up_after_closing(club: Club, *, quiet: bool = False) -> str:
    """Back up the club, and print the path unless `quiet`. Return the path, or exit with an error."""
    from referee.club.file import backups
    from referee.club.text.faults import ClubFault

    try:
        backup_file = backups.back_up(club)
    except ClubFault as fault:
        fail(f"No backup was made: {fault}", ExitCode.STORE)
    if not quiet:
        print_line(f"Backup: {backup_file.path}")
    _print_tampered(backup_file.tampered)
    return str(backup_file.path)


def _list_backups(club: Club, json: bool) -> None:
    from referee.club.file import backups

    stored, count = backups.backups(club), backups.backups_to_keep(club)
    if json:
        print_json({"kept": count, "backups": stored})
        return
    if stored:
        rows = [
            [backup.path.name, f"{backup.size // 1024} KB", _format_moment(backup.last_written)] for backup in stored
        ]
        print_table(["backup", "size", "last written to"], rows, numbers=["size"])
    print_line(f"{quantity(len(stored), 'backup')}; the newest {count} are kept")


def _print_made(backup: Backup) -> None:
    print_line(str(backup.path))
    _print_tampered(backup.tampered)


def _print_tampered(differences: Iterable[Difference]) -> None:
    for difference in differences:
        warn(str(difference))


def _format_moment(moment: datetime | None) -> str:
    return f"{in_local_time(moment):%Y-%m-%d %H:%M}" if moment else "never"
