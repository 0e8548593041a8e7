"""Restore a backup over the club's file, and accept the loss of events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.club.file import backups
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.asking import one_of
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Long, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.store.progress import Progress, no_progress

if TYPE_CHECKING:
    from referee.club.file.backups import RestorePreview

FILE: Final = "file"
"""The id of the parameter for the backup."""


def restore() -> Deed[Done]:
    """Return the operation that replaces the club's file with a backup. It previews the events that would be lost."""

    def backup_prompt(club: Club, _: Answers) -> Prompt:
        picks = (Pick(backup.path.stem) for backup in reversed(backups.backups(club)))
        return one_of("Which backup is restored?", picks, "There is no backup yet, so there is none to restore.")

    def effect(club: Club, answers: Answers, progress: Progress) -> Effect:
        with _open_backup(club, Path(answers[FILE]), progress) as restoration:
            lost_events = list(restoration.lost or ())
            rows = ["Would be lost:", *lost_events] if lost_events else ["Nothing would be lost."]
            question = f"Replace the club's file with the backup {answers[FILE]}? The old file is kept."
            return Effect(question, "restore it", rows)

    def do(club: Club, answers: Answers, progress: Progress) -> Done:
        file, old_path = _restore_backup(club, Path(answers[FILE]), progress)
        old_file = f" The old file is {old_path.name}." if old_path else ""
        return Done(f"Restored from {file.name}.{old_file}")

    check_officer = officers_only(Duty.RESTORE)
    preview_step, restore_step = Long("Checking the backup", effect), Long("Checking the backup again", do)
    return telling("restore", restore_step, (Parameter(FILE, backup_prompt),), preview_step, may=check_officer)


def accept_loss() -> Deed[Done]:
    """Return the operation that accepts the loss of events once known to this computer, and records the reason."""

    def reason_prompt(club: Club, _: Answers) -> Prompt:
        if not club.lost_events:
            raise ClubFault("Nothing is missing: the log has every event that this computer saw.")
        return Prompt(f"{club.lost_events[0]} Accept that they are gone? Reason:", example="the disk was replaced")

    def do(club: Club, answers: Answers) -> Done:
        from referee.club.file.data_loss import accept

        return Done(f"Accepted the loss of events up to {accept(club, answers[REASON]).short_text}.")

    return telling("audit", do, (Parameter(REASON, reason_prompt),), may=officers_only(Duty.RESTORE))


@contextmanager
def _open_backup(club: Club, backup_path: Path, progress: Progress) -> Iterator[RestorePreview]:
    file = backups.find_backup(club.folder, backup_path)
    sign = partial(replace, actor=club.actor)
    with backups.preview_restore(club.folder, file, club.clock, sign=sign, watch=progress) as restoration:
        yield restoration


def _restore_backup(club: Club, backup_path: Path, progress: Progress = no_progress) -> tuple[Path, Path | None]:
    """Restore a backup. Return the backup's path and the path to which the replaced file was moved, if any."""
    with _open_backup(club, backup_path, progress) as restoration:
        return backups.find_backup(club.folder, backup_path), restoration.carry_out()
