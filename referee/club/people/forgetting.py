"""Forgetting a member: where their name stands, what is removed and replaced, and what is out of reach."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.club.folder import FILE, Club, open_club
from referee.club.people import duties, roster
from referee.club.people.name_search import NamePattern, name_pattern
from referee.club.signatures import Writing, names, numbers_now
from referee.club.text.faults import ClubFault
from referee.store.atomic_files import replace_file, sync_folder
from referee.store.backup import FOLDER, copy_checked, dated_backups, stage_file
from referee.store.events.rows import SIGNER
from referee.store.inspection import read_all_texts
from referee.store.plain_rows import Member, get_row
from referee.store.projections.kind import EventKind, describe
from referee.store.transaction import Transaction

_CALLED: Final[Mapping[str, str]] = {SIGNER: "its author"}
_LARGEST_FILE: Final = 50_000_000
_DATABASE: Final = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Trace:
    """A place where a name stands, or may: `where` in words, and the `text` there."""

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.text else self.where


@dataclass(frozen=True, slots=True)
class Traces:
    """Where the name of a member stands in words that somebody typed.

    What is `removed` when they are forgotten, the whole of a text; what is `kept`, as it may mean somebody else (a
    first name, a surname that others have); the `backups` of the folder that have the name, which are cleaned; and the
    other `files` of it, which are not. Nobody looks through other folders.
    """

    member: Member
    removed: tuple[Trace, ...]
    kept: tuple[Trace, ...]
    backups: tuple[Path, ...]
    files: tuple[Path, ...]


_IN_FILE: Final = "Another program has the club open. Close all of them: until then the name remains in club.db-wal."
_ON_SERVER: Final = (
    "The server keeps the name for longer, where only its administrator can clear it: in old rows until a VACUUM, in "
    "its write-ahead log, and in its backups and replicas."
)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Who was forgotten, by the number that stands for them now, where their name stood, and whether it is gone.

    The club's file was `emptied` of it; else `still` says where the name stands yet. The `unreached` are backups that
    could not be cleaned.
    """

    member: Member
    left: Traces
    still: str
    unreached: tuple[Path, ...]

    @property
    def emptied(self) -> bool:
        """Whether the name is gone from the club's file."""
        return not self.still


@dataclass(frozen=True, slots=True)
class _Person:
    """Somebody who is to be forgotten: the `numbers` that mean them, theirs now first, and the names they `had`."""

    numbers: tuple[int, ...]
    had: tuple[str, ...]
    name: NamePattern


def traces(club: Club, name: str) -> Traces:
    """Return where a member's name stands, however it is spelled; nothing is changed."""
    with club.reading() as tx:
        return _traces(tx, club, roster.find_member(tx, name, everybody=True))


def before_forgetting(club: Club, name: str) -> Traces:
    """Return where a name stands that is about to be forgotten. Raises `ClubFault` for who may not forget it."""
    with club.reading() as tx:
        return _traces(tx, club, _to_be_forgotten(tx, club, name))


def forget(club: Club, name: str) -> Forgotten:
    """Put a number in the place of a member's name, and remove the texts in which it stands, in backups too.

    The results stay; who they belong to is lost for good.
    """
    # The backups first: whoever is cut off between the two can begin again, as the member is still to be forgotten.
    with club.reading() as tx:
        member = _to_be_forgotten(tx, club, name)
        traces, person = _traces(tx, club, member), _person(tx, member)
    unreached = tuple(path for path in traces.backups if not _cleaned(path, person))
    with club.writing() as tx:
        member = _to_be_forgotten(tx, club, name)
        person = _person(tx, member)
        data = {"member": member.id, "numbers": person.numbers[1:], "retired": member.retired_at is not None}
        # Which texts are missing from now on: any other that is was taken out by somebody else.
        tx.append(EventKind.MEMBER_FORGOTTEN, {**data, "removed": _naming(tx, person)})
        _take_out(tx, person)
        member = get_row(tx, Member, member.id)
    still = "" if club.store.scrub() else _IN_FILE if club.store.path else _ON_SERVER
    return Forgotten(member, traces, still, unreached)


def _to_be_forgotten(tx: Transaction, club: Club, name: str) -> Member:
    """Return the member to be forgotten. Raises `ClubFault` if the actor may not do that, or it is done already."""
    duties.require_duty(tx, club, duties.Duty.FORGET)
    member = roster.find_member(tx, name, everybody=True)
    if member.forgotten_at:
        raise ClubFault(f"{member.name} is already forgotten.")
    return member


def _take_out(tx: Writing, person: _Person) -> None:
    """Remove the texts of the log that name somebody; the projections follow."""
    tx.remove_texts(_naming(tx, person))


def _naming(tx: Transaction, person: _Person) -> list[tuple[int, str]]:
    """Return the texts of the log that name somebody, by event and part."""
    return [places for places, _ in _texts(tx, person.numbers, person.name.is_in)]


def _cleaned(path: Path, person: _Person) -> bool:
    """Take somebody's name out of a backup, and tell whether nothing of it is left there.

    Nothing else of it changes: its log is the beginning of the club's still.
    """
    try:
        with stage_file(path) as staged:
            copy_checked(path, staged / FILE)
            with open_club(staged) as old:
                with old.writing() as tx:
                    person = _in_backup(tx, person)
                    _take_out(tx, person)
                old.store.scrub()
            if _is_in_file(staged / FILE, person.name):
                return False
            status = path.stat()  # of the backups of one day, this tells which is the later
            os.utime(staged / FILE, ns=(status.st_atime_ns, status.st_mtime_ns))
            replace_file(staged / FILE, path)
            sync_folder(path.parent)
            return True
    except (ClubFault, OSError, sqlite3.Error):
        return False


def _in_backup(tx: Transaction, person: _Person) -> _Person:
    """Return somebody with the numbers they have in a backup, which differ if a log was given up."""
    marks = ", ".join("?" * len(person.had))
    query = f"SELECT DISTINCT person FROM private WHERE club = ? AND text IN ({marks}) AND person IS NOT NULL"
    numbers = tuple(number for (number,) in tx.rows(query, tx.club, *person.had))
    return _found(tx, numbers, person.had)


def _person(tx: Transaction, member: Member) -> _Person:
    """Return the person to be forgotten, with every name they ever had in the club."""
    merged = sorted(
        number for number, current in numbers_now(tx).items() if current == member.id and number != member.id
    )
    numbers = (member.id, *merged)
    names_by_number = names(tx)
    person_names = [names_by_number[number] for number in numbers]
    marks = ", ".join("?" * len(numbers))
    query = f"SELECT DISTINCT text FROM private WHERE club = ? AND person IN ({marks})"
    person_names += [text for (text,) in tx.rows(query, tx.club, *numbers)]
    return _found(tx, numbers, tuple(dict.fromkeys(person_names)))


def _found(tx: Transaction, numbers: tuple[int, ...], person_names: tuple[str, ...]) -> _Person:
    other_names = [name for number, name in names(tx).items() if number not in numbers]
    other_names += [name for (name,) in tx.rows("SELECT name FROM charter")]
    return _Person(numbers, person_names, name_pattern(person_names, other_names))


def _traces(tx: Transaction, club: Club, member: Member) -> Traces:
    name = _person(tx, member).name
    files = list(_files(club, name))
    backup_paths = {backup.path for backup in dated_backups(club.folder / FOLDER)}
    return Traces(
        member,
        tuple(trace for _, trace in _texts(tx, (), name.is_in)),
        tuple(trace for _, trace in _texts(tx, (), name.may_be_in)),
        tuple(path for path in files if path in backup_paths),
        tuple(path for path in files if path not in backup_paths),
    )


def _texts(
    tx: Transaction, numbers: Collection[int], matches: Callable[[str], bool]
) -> Iterator[tuple[tuple[int, str], Trace]]:
    """Yield the texts of the log that name somebody, or belong to some member numbers, by event and part.

    Texts that are another member's name, or the club's, are left alone.
    """
    query = (
        f"SELECT p.n, p.part, p.text, p.person, e.kind, {tx.data_field('kind')}, e.at, e.match FROM private p "
        "JOIN event e ON e.club = p.club AND e.n = p.n WHERE p.club = ? ORDER BY p.n, p.part"
    )
    for n, part, text, person, kind, undone, at, match in tx.rows(query, tx.club):
        if kind == EventKind.CLUB_FOUNDED:
            continue
        if person in numbers if person is not None else matches(text):
            table = f"match m{match}, " if match else ""
            yield (n, part), Trace(f"{table}{describe(kind, undone)}, {at[:10]}, {_CALLED.get(part, part)}", text)


def _files(club: Club, name: NamePattern) -> Iterator[Path]:
    """Yield the files of the club's folder, besides its own, that have a name in them or are called by it."""
    for path in sorted(club.folder.rglob("*")):
        if path.name.startswith(FILE) and path.parent == club.folder:
            continue
        try:
            is_small = path.is_file() and path.stat().st_size <= _LARGEST_FILE
            if name.is_in(path.name) or (is_small and _is_in_file(path, name)):
                yield path
        except (OSError, sqlite3.Error):
            yield path  # what cannot be read may have it


def _is_in_file(path: Path, name: NamePattern) -> bool:
    """Tell whether a file has a name in it: a database in one of its tables, or in what was never cleared of it."""
    content = path.read_bytes()
    if name.is_in_file(content):
        return True
    return content.startswith(_DATABASE) and any(map(name.is_in, read_all_texts(path)))
