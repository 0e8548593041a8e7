"""Put a backup in the place of the club's file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.club.file import backups
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Effect, Long, Pick, Question
from referee.store.watch import Watch, unwatched

if TYPE_CHECKING:
    from referee.club.file.backups import Restoring

FILE: Final = "file"
"""What is asked: which backup."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was restored, and where the file lies that it replaced."""

    file: Path
    aside: Path | None


def restore() -> Deed[Restored]:
    """Return the deed that replaces the club's file by a backup; what would be lost is shown first."""

    def asks(club: Club, _: Answers) -> Question:
        found = backups.backups(club)
        if not found:
            raise ClubFault("There is no backup yet, so there is none to restore.")
        return Question("Which backup is restored?", tuple(Pick(each.path.stem) for each in reversed(found)), only=True)

    def effect(club: Club, answers: Answers, watch: Watch) -> Effect:
        with _looked_at(club, Path(answers[FILE]), watch) as found:
            lost = list(found.lost or ())
            rows = ["Would be lost:", *lost] if lost else ["Nothing would be lost."]
            says = f"Replace the club's file with the backup {answers[FILE]}? The old file is kept."
            return Effect(says, "restore it", rows)

    def do(club: Club, answers: Answers, watch: Watch) -> Restored:
        return _restored(club, Path(answers[FILE]), watch)

    def said(done: Restored) -> str:
        kept = f" The old file is {done.aside.name}." if done.aside else ""
        return f"Restored from {done.file.name}.{kept}"

    def back(club: Club, done: Restored) -> Undoable:
        what = f"restoring {done.file.name}"
        if done.aside is None:
            return Undoable(what, otherwise="Restore another backup instead.")
        return Undoable(what, partial(_again, club, done.aside), "The file before it is restored.")

    may = officers_only(Duty.RESTORE)
    looking, doing = Long("Checking the backup", effect), Long("Checking the backup again", do)
    return Deed("restore", doing, (Asked(FILE, asks),), looking, said=said, undo=back, may=may)


def accept_loss() -> Deed[str]:
    """Return the deed that accepts, for a reason, that events which this computer saw are gone."""

    def asks(club: Club, _: Answers) -> Question:
        if not club.missed:
            raise ClubFault("Nothing is missing: the log has every event that this computer saw.")
        return Question(f"{club.missed[0]} Accept that they are gone? Reason:", example="the disk was replaced")

    def do(club: Club, answers: Answers) -> str:
        from referee.club.file.loss import accept

        return f"Accepted: the events seen up to {accept(club, answers[REASON]).in_short} are given up."

    def back(_: Club, __: str) -> Undoable:
        return Undoable("accepting a loss", otherwise="Restore a backup that has the events instead.")

    may = officers_only(Duty.RESTORE)
    return Deed("audit", do, (Asked(REASON, asks),), said=str, undo=back, may=may)


@contextmanager
def _looked_at(club: Club, named: Path, watch: Watch) -> Iterator[Restoring]:
    file = backups.backup_called(club.folder, named)
    sign = partial(replace, actor=club.actor)
    with backups.restoring(club.folder, file, club.clock, sign=sign, watch=watch) as found:
        yield found


def _restored(club: Club, named: Path, watch: Watch = unwatched) -> Restored:
    with _looked_at(club, named, watch) as found:
        return Restored(backups.backup_called(club.folder, named), found.carry_out())


def _again(club: Club, aside: Path, _reason: str) -> str:
    return f"Restored from {_restored(club, aside).file.name}."
