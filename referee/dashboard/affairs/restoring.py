"""Put a backup in the place of the club's file."""

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
    from referee.club.file.backups import Restoring

FILE: Final = "file"
"""What is asked: which backup."""


def restore() -> Deed[Done]:
    """Return the deed that replaces the club's file by a backup; what would be lost is shown first."""

    def asks(club: Club, _: Answers) -> Prompt:
        picks = (Pick(backup.path.stem) for backup in reversed(backups.backups(club)))
        return one_of("Which backup is restored?", picks, "There is no backup yet, so there is none to restore.")

    def effect(club: Club, answers: Answers, watch: Progress) -> Effect:
        with _looked_at(club, Path(answers[FILE]), watch) as found:
            lost = list(found.lost or ())
            rows = ["Would be lost:", *lost] if lost else ["Nothing would be lost."]
            says = f"Replace the club's file with the backup {answers[FILE]}? The old file is kept."
            return Effect(says, "restore it", rows)

    def do(club: Club, answers: Answers, watch: Progress) -> Done:
        file, aside = _restored(club, Path(answers[FILE]), watch)
        old_file = f" The old file is {aside.name}." if aside else ""
        return Done(f"Restored from {file.name}.{old_file}")

    may = officers_only(Duty.RESTORE)
    looking, doing = Long("Checking the backup", effect), Long("Checking the backup again", do)
    return telling("restore", doing, (Parameter(FILE, asks),), looking, may=may)


def accept_loss() -> Deed[Done]:
    """Return the deed that accepts, for a reason, that events which this computer saw are gone."""

    def asks(club: Club, _: Answers) -> Prompt:
        if not club.lost_events:
            raise ClubFault("Nothing is missing: the log has every event that this computer saw.")
        return Prompt(f"{club.lost_events[0]} Accept that they are gone? Reason:", example="the disk was replaced")

    def do(club: Club, answers: Answers) -> Done:
        from referee.club.file.data_loss import accept

        return Done(f"Accepted: the events seen up to {accept(club, answers[REASON]).short_text} are given up.")

    return telling("audit", do, (Parameter(REASON, asks),), may=officers_only(Duty.RESTORE))


@contextmanager
def _looked_at(club: Club, named: Path, watch: Progress) -> Iterator[Restoring]:
    file = backups.find_backup(club.folder, named)
    sign = partial(replace, actor=club.actor)
    with backups.restoring(club.folder, file, club.clock, sign=sign, watch=watch) as found:
        yield found


def _restored(club: Club, named: Path, watch: Progress = no_progress) -> tuple[Path, Path | None]:
    """Put a backup in place; return its file, and where the one lies that it replaced."""
    with _looked_at(club, named, watch) as found:
        return backups.find_backup(club.folder, named), found.carry_out()
