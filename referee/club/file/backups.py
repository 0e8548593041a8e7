"""Backups of the club's file: made, kept in number, and put back."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from referee.cards.words import listed
from referee.club import history
from referee.club.file.losses import Table, last_written, lost_since, rows
from referee.club.folder import FILE, Club, find, now, open_club
from referee.club.people import duties
from referee.club.text.faults import ClubFault, StoreFault, StoreMissing
from referee.store import inspection
from referee.store.aside import sweep
from referee.store.backup import (
    FOLDER,
    building,
    copy_checked,
    dated,
    keep_last,
    opened,
    put_dated,
    put_new,
)
from referee.store.difference import Difference
from referee.store.engine import connect
from referee.store.faults import StoreDamaged, StoreNewer
from referee.store.kinds.kind import Kind
from referee.store.models import Charter
from referee.store.restoring import BESIDE, is_whole, put_in_place

MOST_KEPT = 9999


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup as it was made, and what in the club's log is not as it was written down."""

    PLAIN: ClassVar = "path", "size", "tampered"
    path: Path
    tampered: tuple[Difference, ...]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.path.stat().st_size


@dataclass(frozen=True, slots=True)
class Kept:
    """One of the backups in the club's folder."""

    path: Path
    size: int
    last_written: datetime | None


@dataclass(frozen=True, slots=True)
class Restoring:
    """What restoring a backup would come to. Nothing has been changed yet.

    `lost` says what was written down since, in lines; it is None when the club's file cannot be read. `tampered` is
    what in the backup itself is not as it was written down.
    """

    name: str
    last_written: datetime | None
    lost: tuple[str, ...] | None
    tampered: tuple[Difference, ...]
    carry_out: Callable[[], Path | None]


def back_up(club: Club, to: Path | None = None) -> Backup:
    """Copy the club's file as it is at this moment, checked: to a file or folder, or else into `backups/` by its day.

    Of those in `backups/` the last are kept, as many as the charter says. Where the log is not as it was written down,
    all are: the last one that was sound may be older. Raises a `StoreFault`, or a `ClubFault` when the name is taken.
    """
    place = club.folder / FOLDER if to is None else to
    try:
        by_day, parent = to is None or to.is_dir(), place.parent.is_dir()
    except OSError as error:
        raise StoreFault(f"{place} cannot be written: {error.strerror}.") from None
    if not parent:
        raise ClubFault(f"{place.parent} is not a folder; expected one that is there, to put the backup in.")
    with building(place / FILE if by_day and to else place) as aside:
        part = aside / FILE
        copy_checked(club.store.path, part)
        tampered = _tampered(part)
        if not by_day:
            put_new(part, place)
            return Backup(place, tampered)
        path = put_dated(part, place, club.today)
        if to is None and not tampered:
            keep_last(place, kept(club))
            sweep(club.schedules)  # where else nothing is made that would take away what was left there
        return Backup(path, tampered)


def kept(club: Club) -> int:
    """Return how many backups are kept."""
    with club.reading() as tx:
        charter = tx.get(Charter, 1)
        return charter.backups if charter else Charter.model_fields["backups"].default


def keep(club: Club, count: int) -> None:
    """Say in the charter how many backups are kept from now on."""
    if not 1 <= count <= MOST_KEPT:
        raise ClubFault(f"{count} backups cannot be kept; expected 1 to {MOST_KEPT}.")
    with club.writing() as tx:
        tx.append(Kind.BACKUPS_KEPT, {"count": count, "note": f"{count}"})


def backups(club: Club) -> list[Kept]:
    """Return the backups in the club's folder, the oldest first."""
    found = []
    for each in dated(club.folder / FOLDER):
        try:
            with closing(opened(each.path)) as file:
                written = last_written(rows(file))
        except sqlite3.Error:
            written = None
        found.append(Kept(each.path, each.path.stat().st_size, written))
    return found


def place_to_restore(explicit: Path | None, file: Path) -> Path:
    """Return the club's folder, also when its file is lost: then the one named, or the one whose backup it is."""
    try:
        return find(explicit)
    except StoreMissing:
        named = explicit or (Path(os.environ["REFEREE_CLUB"]) if os.environ.get("REFEREE_CLUB") else None)
        folder = (named.expanduser() if named else None) or file.resolve().parent.parent
        if folder.is_dir() and (named or file.resolve().parent.name == FOLDER):
            return folder
        raise


def backup_called(folder: Path, named: Path) -> Path:
    """Return the backup that is meant: a file, or one in the club's `backups/` by its name or its day."""
    for path in (named, folder / FOLDER / named.name, folder / FOLDER / f"{named.name}.db"):
        with suppress(OSError):  # such as that the name is too long for a file
            if path.is_file():
                return path
    there = [each.path.stem for each in dated(folder / FOLDER)]
    has = f"backups/ has {listed(there[-5:])}" if there else "there are none in backups/"
    raise StoreMissing(f"There is no backup {named}; {has}.")


@contextmanager
def restoring(
    folder: Path, file: Path, clock: Callable[[], datetime] = now, *, actor: Callable[[], str | None] = lambda: None
) -> Iterator[Restoring]:
    """Look at a backup, and be ready to put it in the place of a club's file. The backup itself is not touched.

    Raises a `StoreFault` when it is damaged, no club's, or of a newer program.
    """
    path = folder / FILE
    if path.exists() and file.samefile(path):
        raise ClubFault(f"{file} is the club's file itself; expected a backup of it.")
    who = actor()
    _refuse_unless_officer(folder, who)
    with building(path) as aside:
        fresh = aside / FILE
        copy_checked(file, fresh)
        try:
            connect(fresh).close()
            tampered = _tampered(fresh)
            with closing(opened(fresh)) as made:
                then = rows(made)
        except StoreFault as fault:
            raise type(fault)(str(fault).replace(str(fresh), str(file)), *fault.hints) from fault
        since = _rows_of(path)
        name = str(next((row["name"] for row in then["charter"].values()), ""))

        def carry_out() -> Path | None:
            aside_name = _name_aside(path, clock().astimezone())
            was_there = put_in_place(fresh, path, aside_name)
            with suppress(StoreFault), open_club(folder, actor=who) as club:
                history.written(club, Kind.RESTORED)
            return aside_name if was_there else None

        lost = None if since is None else tuple(lost_since(since, then))
        yield Restoring(name, last_written(then), lost, tampered, carry_out)


def _refuse_unless_officer(folder: Path, actor: str | None) -> None:
    """Raise a fault when the club has officers and this is none; a file that is lost or damaged has none.

    One that is only busy has its officers all the same.
    """
    unreadable = suppress(StoreMissing, StoreDamaged, StoreNewer)
    with unreadable, open_club(folder, actor=actor, read_only=True) as club, club.reading() as tx:
        duties.only(tx, club, duties.Duty.RESTORE)


def _name_aside(path: Path, at: datetime) -> Path:
    """Return a name that neither the file nor anything beside it has had."""
    stem, number = f"{path.stem}.replaced-{at:%Y-%m-%d}", 1
    while True:
        name = path.with_name(f"{stem}{'' if number == 1 else f'-{number}'}{path.suffix}")
        if not any(name.with_name(name.name + beside).exists() for beside in ("", *BESIDE)):
            return name
        number += 1


def _tampered(path: Path) -> tuple[Difference, ...]:
    """Return what in a copy, which nobody else has open, is not as it was written down."""
    return tuple(inspection.damage(path))


def _rows_of(path: Path) -> dict[str, Table] | None:
    """Return what is in a file that may be lost or damaged; None when it cannot be read."""
    if not path.exists() or not is_whole(path):
        return None
    try:
        with closing(opened(path)) as file:
            return rows(file)
    except (StoreFault, sqlite3.Error):
        return None
