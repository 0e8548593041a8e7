"""``referee import --from FILE``: what another file of the club has, shown first and then imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.cards.words import quantity
from referee.cli.shared.club import confirm_or_preview, open_as_officer
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import print_json, print_line
from referee.cli.shared.quoting import quote
from referee.rules.plain_data import plain

if TYPE_CHECKING:
    from referee.club.file.fork_import import ForkImport
    from referee.club.folder import Club


def fork_import(other: Path, common: CommonOptions) -> None:
    """Import the events of another file of the club, all or none, once they have been shown and agreed to."""
    from referee.club.file import fork_import

    with open_as_officer(common) as club:
        preview = fork_import.preview_fork(club, other)
        if common.json:
            # Without --yes, a request for data is a preview: nothing is asked.
            is_writing = common.yes and not common.dry_run
            backup = _back_up(club) if is_writing else None
            result = fork_import.import_fork(club, other) if is_writing else preview
            print_json({"written": is_writing, "backup": backup and str(backup), **plain(result)})
            return
        _print(other, preview)
        if not preview.events:
            print_line("Nothing to import.")
            return
        question = f"This adds {quantity(preview.events, 'event')} to the club. Import {_pronoun(preview.events)}?"
        if not confirm_or_preview(question, common):
            return
        backup = _back_up(club)
        result = fork_import.import_fork(club, other)
        print_line(f"{quantity(result.events, 'event')} imported.")
        if backup:
            print_line(f"Undo: referee restore {quote(str(backup))}")
        else:
            print_line("Undo is entry by entry: referee undo")


def _pronoun(number: int) -> str:
    """Return the pronoun for a number of things."""
    return "it" if number == 1 else "them"


def _back_up(club: Club) -> Path | None:
    """Back up a club in a folder and return the backup; None for a club on a server."""
    from referee.club.file.backups import back_up

    return back_up(club).path if club.store.path else None


def _print(other: Path, preview: ForkImport) -> None:
    print_line(f"{other} and this club have the same log up to event {preview.common.n}. To import:")
    for evening in preview.evenings:
        new = ", a new session" if evening.is_new else ""
        print_line(f"  {evening.day:%a} {evening.day}{new}: {quantity(len(evening.tables), 'table')}")
        for table in evening.tables:
            print_line(f"    {table.table}  {table.game}: {', '.join(table.players)}. Result: {table.result}")
    if preview.members:
        print_line(f"  New on the roster: {', '.join(preview.members)}")
    for sentence in (*preview.duplicates, *preview.notes, *preview.left_out):
        print_line(f"  {sentence}")
