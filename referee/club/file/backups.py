"""Backups of the club's file: making, pruning and restoring them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import ClassVar, Final

from sqlalchemy.exc import SQLAlchemyError

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.file.restore_losses import lost_since
from referee.club.file.server_snapshot import as_local_file
from referee.club.folder import FILE, Club, find_folder, now, open_club
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault, StoreFault, StoreMissing
from referee.store import inspection, session_state
from referee.store.backup import (
    FOLDER,
    copy_checked,
    dated_backups,
    head_mark,
    open_database,
    place_backup,
    place_dated_backup,
    remove_oldest,
    stage_file,
)
from referee.store.difference import Difference
from referee.store.events.address import is_server, parse_server
from referee.store.events.head_check import accepted_head_data, read_last_seen, record_name
from referee.store.events.log import Head
from referee.store.events.rows import SqlTransaction
from referee.store.events.sqlite import ONLY_CLUB, SqliteTransaction, open_file
from referee.store.faults import StoreBusy, StoreDamaged
from referee.store.files.atomic_files import remove_abandoned
from referee.store.files.network_share import check_local
from referee.store.files.user_folders import expand_user
from referee.store.hints import Do
from referee.store.moment import in_local_time
from referee.store.plain_rows import Charter, get_row
from referee.store.progress import Progress, no_progress
from referee.store.projections.kind import EventKind
from referee.store.restoring import SIDE_FILES, exclusive_access, find_head, replace_club_file

_OF_DAMAGE: Final = (
    sqlite3.Error, SQLAlchemyError, StoreFault, OSError,
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RecursionError,
)  # fmt: skip
"""The errors that reading an unknown file may raise."""
MOST_KEPT = 9999


@frozen
class Backup:
    """A new backup, with the altered events in its log (`tampered`)."""

    PLAIN: ClassVar = "path", "size", "tampered"
    path: Path
    tampered: tuple[Difference, ...]

    @property
    def size(self) -> int:
        """The size of the backup in bytes."""
        return self.path.stat().st_size


@frozen
class StoredBackup:
    """A backup in the club's folder, with its size in bytes and the time of its last event."""

    path: Path
    size: int
    last_written: datetime | None


@frozen
class RestorePreview:
    """The effect of restoring a backup, before anything is changed. `carry_out` restores it.

    `lost` describes the events that would be lost, one kind a line; None if the club's file is unreadable. `tampered`
    are differences in the backup itself.
    """

    name: str
    last_written: datetime | None
    lost: tuple[str, ...] | None
    tampered: tuple[Difference, ...]
    carry_out: Callable[[], Path | None]


def back_up(club: Club, to: Path | None = None, *, watch: Progress = no_progress) -> Backup:
    """Copy the club's file, check the copy and return it. By default it goes to `backups/`, with today's date.

    `backups/` keeps as many backups as the charter says. If the log was altered, it keeps all of them, because the last
    sound one may be older. `watch` is called with the number of events checked and of all events. Raise a `StoreFault`
    if the file cannot be copied, and `ClubFault` for an unsuitable destination.
    """
    place = club.folder / FOLDER if to is None else to
    try:
        by_day, parent = to is None or to.is_dir(), place.parent.is_dir()
    except OSError as error:
        raise StoreFault(f"{place} cannot be written: {error.strerror}.") from None
    if not parent:
        raise ClubFault(f"{place.parent} is not a folder. Use an existing folder for the backup.")
    with stage_file(place / FILE if by_day and to else place) as staging_path:
        part = staging_path / FILE
        with as_local_file(club) as file:
            end = copy_checked(file, part, lambda: watch(0, 0))
        tampered = tuple(inspection.find_damage(part, lambda count: watch(count, end.n)))
        if not by_day:
            place_backup(part, place)
            return Backup(place, tampered)
        identical_backup = (
            backup.path
            for backup in dated_backups(place)
            if backup.anchor == head_mark(end) and find_head(backup.path) == end
        )
        path = (None if tampered else next(identical_backup, None)) or place_dated_backup(part, place, club.today, end)
        if to is None and not tampered:
            remove_oldest(place, backups_to_keep(club))
            remove_abandoned(club.schedules)  # nothing else cleans that folder up
        return Backup(path, tampered)


def back_up_and_log(club: Club, to: Path | None = None, *, watch: Progress = no_progress) -> Backup:
    """Back up the club's file as `back_up` does, and enter that in the log.

    A file that cannot be written is no fault here, because a read-only file can be backed up too.
    """
    backup = back_up(club, to, watch=watch)
    with suppress(StoreFault), club.writing() as tx:
        tx.append(EventKind.BACKED_UP, {})
    return backup


def backups_to_keep(club: Club) -> int:
    """Return the number of backups to keep."""
    with club.reading() as tx:
        return get_row(tx, Charter, 1).backups


def set_backups_to_keep(club: Club, most: int) -> None:
    """Set the number of backups to keep in the charter. Raise `ClubFault` if it is out of range."""
    if not 1 <= most <= MOST_KEPT:
        raise ClubFault(f"Invalid number of backups {most}. Use 1 to {MOST_KEPT}.")
    with club.writing() as tx:
        tx.append(EventKind.BACKUPS_KEPT, {"count": most, "note": f"{most}"})


def backups(club: Club) -> list[StoredBackup]:
    """Return the backups in the club's folder, oldest first."""
    stored_backups = []
    for backup in dated_backups(club.folder / FOLDER):
        try:
            with closing(open_database(backup.path)) as raw:
                last_event = _last_written(SqliteTransaction(raw))
        except (sqlite3.Error, ValueError):
            last_event = None
        stored_backups.append(StoredBackup(backup.path, backup.path.stat().st_size, last_event))
    return stored_backups


def place_to_restore(explicit: Path | str | None, file: Path) -> Path:
    """Return the folder to restore a club into, even if its file is lost.

    It is the `explicit` one, or that of the backup `file`, or the current one. Raise `ClubFault` for a club on a
    server.
    """
    if is_server(text := str(explicit or os.environ.get("REFEREE_CLUB", ""))):
        raise ClubFault(
            f"{parse_server(text)} is a server: its administrator restores it from the server's backups. "
            "To make a club from a backup of your own, name a folder without a club.",
            Do.RESTORE_ELSEWHERE("Restore it there"),
        )
    try:
        return find_folder(explicit)
    except StoreMissing:
        if path_text := explicit or os.environ.get("REFEREE_CLUB"):
            folder = expand_user(path_text)
            folder = folder.parent if folder.name == FILE else folder
        else:
            parent_folder = file.resolve().parent
            folder = parent_folder.parent if parent_folder.name == FOLDER else Path.cwd()
        if folder.is_dir() and (path_text or (folder / FOLDER).is_dir()):
            return folder
        raise


def find_backup(folder: Path, requested: Path) -> Path:
    """Return the path of a backup: a file, or the latest in `backups/` whose name begins with the text.

    Raise `StoreMissing` if there is none.
    """
    dated = dated_backups(folder / FOLDER)
    begins = [backup.path for backup in dated if requested.name and backup.path.name.startswith(requested.name)]
    for path in (requested, folder / FOLDER / requested.name, *reversed(begins)):
        with suppress(OSError, ValueError):  # such as a name that is too long for a file
            if path.is_file():
                return path
    has_backups = (
        f"Use {join_words((backup.path.stem for backup in dated[-5:]), 'or')}"
        if dated
        else "The folder backups/ is empty"
    )
    raise StoreMissing(f"There is no backup {requested}. {has_backups}.")


@contextmanager
def preview_restore(
    folder: Path,
    file: Path,
    clock: Callable[[], datetime] = now,
    *,
    sign: Callable[[Club], Club] = lambda club: club,
    watch: Progress = no_progress,
) -> Iterator[RestorePreview]:
    """Check a backup, and yield the effect of restoring it. The backup itself never changes.

    `sign` returns the club with the restoring officer as actor. `watch` is called with the number of events checked and
    of all events. Raise a `StoreFault` if the backup is damaged, is no club or is from a newer version. Raise
    `ClubFault` if the officer may not restore.
    """
    path = folder / FILE
    check_local(folder)
    if path.exists() and file.samefile(path):
        raise ClubFault(f"{file} is the club's own file. Use a backup of it.")
    with stage_file(path) as staging_path:
        fresh = staging_path / FILE
        end = copy_checked(file, fresh, lambda: watch(0, 0))
        try:
            with open_club(staging_path, read_only=True) as new_club, closing(open_database(fresh)) as raw:
                name, tampered, last_written = (
                    new_club.name,
                    tuple(inspection.find_damage(fresh, lambda count: watch(count, end.n))),
                    _last_written(SqliteTransaction(raw)),
                )
                [(uuid,)] = raw.execute("SELECT uuid FROM club")
                actor, loss = _examine_current_club(folder, sign, SqliteTransaction(raw)) or (
                    sign(new_club).signature(),
                    None,
                )
        except StoreFault as fault:
            raise type(fault)(str(fault).replace(str(fresh), str(file)), *fault.hints) from fault
        except _OF_DAMAGE as error:
            raise StoreDamaged(f"{file} is damaged: {error}.") from error

        def carry_out() -> Path | None:
            with exclusive_access(path):
                given_up = _discarded_head(path, str(uuid))
                # Written before the file is in place, so that every later reader finds the head that was given up.
                with suppress(StoreFault), closing(open_file(fresh)) as file, file.writing() as sql:
                    tx = Writing(sql, replace(new_club, actor=actor, clock=clock))
                    tx.append(EventKind.RESTORED, accepted_head_data(given_up) if given_up else {})
                    _carry_over(path, sql)
                return replace_club_file(fresh, path, _unused_path(path, in_local_time(clock())))

        yield RestorePreview(name, last_written, loss, tampered, carry_out)


def _examine_current_club(
    folder: Path, sign: Callable[[Club], Club], backup: SqlTransaction
) -> tuple[str, tuple[str, ...]] | None:
    """Return the restoring officer, and what the current club would lose; None if that club is unreadable.

    Raise `ClubFault` if the club has officers and the actor is none of them. A damaged file is treated as having none.
    Raise `StoreBusy` for a busy file, because it still has its officers.
    """
    if find_head(folder / FILE) is None:
        return None
    try:
        with open_club(folder, read_only=True) as club:
            club = sign(club)
            with club.reading() as tx:
                duties.require_duty(tx, club, duties.Duty.RESTORE)
            return club.signature(), tuple(lost_since(club, backup))
    except StoreBusy:
        raise
    except _OF_DAMAGE:
        return None


def _discarded_head(path: Path, uuid: str) -> Head | None:
    """Return the head of the log that restoring discards; None if there is none.

    It is the head in the current file, or a later head that this computer has seen.
    """
    last_seen = read_last_seen(record_name(uuid, os.path.realpath(path)))
    heads = [last_seen.head] if last_seen else []
    if found_head := find_head(path):
        with suppress(*_OF_DAMAGE), closing(open_database(path)) as raw:
            if raw.execute("SELECT uuid FROM club").fetchone() == (uuid,):
                heads.append(found_head)
    return max(heads, key=lambda head: head.n, default=None)


def _carry_over(path: Path, fresh: SqlTransaction) -> None:
    """Copy the paired phones and valid codes of open sessions into a restored file, because a backup lacks
    tonight's.
    """
    if find_head(path):
        with suppress(*_OF_DAMAGE), closing(open_database(path)) as raw:
            session_state.copy_open_sessions(SqliteTransaction(raw), fresh)


def _unused_path(path: Path, at: datetime) -> Path:
    """Return an unused path beside the club's file. None of SQLite's side files exists for it either."""
    for number in count(1):
        name = path.with_name(f"{path.stem}.replaced-{at:%Y-%m-%d}{'' if number == 1 else f'-{number}'}{path.suffix}")
        if not any(os.path.lexists(f"{name}{suffix}") for suffix in ("", *SIDE_FILES)):
            return name
    raise AssertionError


def _last_written(sql: SqlTransaction) -> datetime | None:
    """Return the time of the last event in a log; None for an empty log."""
    for (moment,) in sql.rows("SELECT at FROM event WHERE club = ? ORDER BY n DESC LIMIT 1", ONLY_CLUB):
        with suppress(ValueError, TypeError):  # a tampered time
            return datetime.fromisoformat(moment)
    return None
