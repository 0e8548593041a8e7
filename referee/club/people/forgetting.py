"""Erasing a member's name from the texts and files of a club."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from referee.cards.immutable import frozen
from referee.club.folder import FILE, Club, open_club
from referee.club.people import duties, roster
from referee.club.people.name_search import NamePattern, name_pattern
from referee.club.signatures import current_member_numbers, names
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_names
from referee.store.backup import FOLDER, copy_checked, dated_backups, stage_file
from referee.store.events.rows import SIGNER
from referee.store.files.atomic_files import replace_file, sync_folder
from referee.store.inspection import read_all_texts
from referee.store.plain_rows import Member, get_row
from referee.store.projections.kind import EventKind, describe
from referee.store.transaction import Transaction

_CALLED: Final[Mapping[str, str]] = {SIGNER: "its author"}
_TITLED: Final = (EventKind.SEASON_BEGUN, EventKind.TOURNAMENT_ANNOUNCED)
"""The kinds of events whose name is a title."""
_PLACES: Final = ("room", "position")
"""The parts of texts that are places or titles: a surname alone may be that of somebody else there."""
_FIRST_NAME_MARK: Final = re.compile(r"@#\d+f[lu]?")
_LARGEST_FILE: Final = 50_000_000
_DATABASE: Final = b"SQLite format 3\0"


@frozen
class Trace:
    """A text with a name, or with a word that may be the name, and a description of its location (`where`)."""

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.text else self.where


@frozen
class Traces:
    """The texts and files of a club that contain a member's name.

    Erasing the name deletes the `removed` texts. The `kept` texts stay, because they may name another person: they have
    a first name, a shared surname or a similar word, or they are titles or places with only the surname. The `backups`
    in the club's folder are cleaned, but not its other `files`. Other folders are not searched.
    """

    member: Member
    removed: tuple[Trace, ...]
    kept: tuple[Trace, ...]
    backups: tuple[Path, ...]
    files: tuple[Path, ...]


_IN_FILE: Final = "Another program has the club open. Until you close it, the name remains in club.db-wal."
_ON_SERVER: Final = (
    "The server keeps the name for longer: in old rows until a VACUUM, in its write-ahead log, and in its backups and "
    "replicas. Only its administrator can clear these."
)


@frozen
class ErasureResult:
    """The result of erasing a name: the renamed member, and the texts and files that had the name.

    `still` says where the name remains in the club's file or on its server; empty if nowhere. `unreached` are the
    backups that could not be cleaned.
    """

    member: Member
    left: Traces
    still: str
    unreached: tuple[Path, ...]

    @property
    def emptied(self) -> bool:
        """Whether the club's file is free of the name."""
        return not self.still


@frozen
class _Person:
    """A person to be forgotten: their member numbers, current one first, and all names they `had`."""

    numbers: tuple[int, ...]
    had: tuple[str, ...]
    name: NamePattern


def traces(club: Club, name: str) -> Traces:
    """Return the texts and files that contain a member's name in any spelling. Nothing is changed."""
    with club.reading() as tx:
        return _find_traces(tx, club, roster.find_member(tx, name, include_retired=True))


def before_forgetting(club: Club, name: str) -> Traces:
    """Return the texts and files with the name of a member to be forgotten. Raise `ClubFault` if the actor may not do
    that.
    """
    with club.reading() as tx:
        return _find_traces(tx, club, _find_member_to_forget(tx, club, name))


def forget(club: Club, name: str) -> ErasureResult:
    """Replace a member's name by a number, and delete the texts that contain it, in backups too. Return the result.

    Results stay, but no longer identify the person. Raise `ClubFault` if the actor may not do that.
    """
    # The backups first: if this is interrupted, the member is not yet forgotten, and it can be repeated.
    with club.reading() as tx:
        member = _find_member_to_forget(tx, club, name)
        traces, person = _find_traces(tx, club, member), _find_person(tx, member)
    unreached = tuple(path for path in traces.backups if not _clean_backup(path, person))
    with club.writing() as tx:
        member = _find_member_to_forget(tx, club, name)
        person = _find_person(tx, member)
        data = {"member": member.id, "numbers": person.numbers[1:], "retired": member.retired_at is not None}
        # The event lists the removed texts, so that an audit reports any other missing one.
        removed_texts = _texts_naming(tx, person)
        tx.append(EventKind.MEMBER_FORGOTTEN, {**data, "removed": removed_texts})
        tx.remove_texts(removed_texts)
        member = get_row(tx, Member, member.id)
    remaining = "" if club.store.scrub() else _IN_FILE if club.store.path else _ON_SERVER
    return ErasureResult(member, traces, remaining, unreached)


def _find_member_to_forget(tx: Transaction, club: Club, name: str) -> Member:
    """Return the member to forget. Raise `ClubFault` if the actor may not do that, or if the member is already
    forgotten.
    """
    duties.require_duty(tx, club, duties.Duty.FORGET)
    member = roster.find_member(tx, name, include_retired=True)
    if member.forgotten_at:
        raise ClubFault(f"{member.name} is already forgotten.")
    return member


def _texts_naming(tx: Transaction, person: _Person) -> list[tuple[int, str]]:
    """Return the log's texts that name a person, by event number and part."""
    return [places for places, _ in _find_texts(tx, person.numbers, person.name, remaining=False)]


def _clean_backup(path: Path, person: _Person) -> bool:
    """Remove a person's name from a backup. Tell whether the backup is now free of it.

    The rest of the backup is unchanged, so that its log still matches the beginning of the club's log.
    """
    try:
        with stage_file(path) as staging_path:
            copy_checked(path, staging_path / FILE)
            with open_club(staging_path) as backup_club:
                with backup_club.writing() as tx:
                    person = _person_in_backup(tx, person)
                    tx.remove_texts(_texts_naming(tx, person))
                backup_club.store.scrub()
            if _is_whole_in_file(staging_path / FILE, person.name):
                return False
            status = path.stat()  # the times order the backups of one day
            os.utime(staging_path / FILE, ns=(status.st_atime_ns, status.st_mtime_ns))
            replace_file(staging_path / FILE, path)
            sync_folder(path.parent)
            return True
    except (ClubFault, OSError, sqlite3.Error):
        return False


def _person_in_backup(tx: Transaction, person: _Person) -> _Person:
    """Return a person with their numbers in a backup. These differ if events were lost and recorded again."""
    marks = ", ".join("?" * len(person.had))
    query = f"SELECT DISTINCT person FROM private WHERE club = ? AND text IN ({marks}) AND person IS NOT NULL"
    numbers = tuple(number for (number,) in tx.rows(query, tx.club, *person.had))
    return _make_person(tx, numbers, person.had)


def _find_person(tx: Transaction, member: Member) -> _Person:
    """Return the person to forget, with all names they ever had in the club."""
    merged = sorted(
        number for number, current in current_member_numbers(tx).items() if current == member.id and number != member.id
    )
    numbers = (member.id, *merged)
    names_by_number = names(tx)
    person_names = [names_by_number[number] for number in numbers]
    marks = ", ".join("?" * len(numbers))
    query = f"SELECT DISTINCT text FROM private WHERE club = ? AND person IN ({marks})"
    person_names += [text for (text,) in tx.rows(query, tx.club, *numbers)]
    return _make_person(tx, numbers, tuple(dict.fromkeys(person_names)))


def _make_person(tx: Transaction, numbers: tuple[int, ...], person_names: tuple[str, ...]) -> _Person:
    other_names = [name for number, name in names(tx).items() if number not in numbers]
    club = next((name for (name,) in tx.rows("SELECT name FROM charter")), "")
    return _Person(numbers, person_names, name_pattern(person_names, other_names, club))


def _find_traces(tx: Transaction, club: Club, member: Member) -> Traces:
    name = _find_person(tx, member).name
    files = list(_find_files(club, name))
    backup_paths = {backup.path for backup in dated_backups(club.folder / FOLDER)}
    return Traces(
        member,
        tuple(trace for _, trace in _find_texts(tx, (), name, remaining=False)),
        tuple(trace for _, trace in _find_texts(tx, (), name, remaining=True)),
        tuple(path for path in files if path in backup_paths),
        tuple(path for path in files if path not in backup_paths),
    )


def _find_texts(
    tx: Transaction, numbers: Collection[int], name: NamePattern, *, remaining: bool
) -> Iterator[tuple[tuple[int, str], Trace]]:
    """Yield the log's texts with a name, or of one of the member numbers, by event number and part.

    With `remaining`, yield the texts that may have the name instead. A text that is a member's name is yielded only for
    that member's number. The club's name is never yielded.
    """
    query = (
        f"SELECT p.n, p.part, p.text, p.person, e.kind, {tx.data_field('kind')}, e.at, e.match FROM private p "
        "JOIN event e ON e.club = p.club AND e.n = p.n WHERE p.club = ? ORDER BY p.n, p.part"
    )
    member_names = names(tx)
    for number, part, text, person, kind, retracted_kind, moment, match in tx.rows(query, tx.club):
        if kind == EventKind.CLUB_FOUNDED:
            continue
        is_title = part in _PLACES or (kind in _TITLED and part == "name")
        # The mark of a first name may stand before the surname that was typed after it.
        shown_text = (
            _FIRST_NAME_MARK.sub(lambda mark: with_names(mark[0], (), member_names), text) if is_title else text
        )
        is_named = name.is_whole_in(shown_text) if is_title else name.is_in(text)
        if person is not None:
            is_match = person in numbers
        else:
            is_match = not is_named and name.resembles(text) if remaining else is_named
        if is_match:
            table = f"match m{match}, " if match else ""
            yield (
                (number, part),
                Trace(f"{table}{describe(kind, retracted_kind)}, {moment[:10]}, {_CALLED.get(part, part)}", text),
            )


def _find_files(club: Club, name: NamePattern) -> Iterator[Path]:
    """Yield the files in the club's folder with a person's name in their names or contents.

    The club's own file is left out. An unreadable file is yielded, because it may contain the name.
    """
    for path in sorted(club.folder.rglob("*")):
        if path.name.startswith(FILE) and path.parent == club.folder:
            continue
        try:
            is_small = path.is_file() and path.stat().st_size <= _LARGEST_FILE
            if name.is_in(path.name) or (is_small and _is_in_file(path, name)):
                yield path
        except (OSError, sqlite3.Error):
            yield path  # an unreadable file may contain the name


def _is_in_file(path: Path, name: NamePattern) -> bool:
    """Tell whether a file contains a name. A database is searched both as bytes and table by table."""
    content = path.read_bytes()
    if name.is_in_file(content):
        return True
    return content.startswith(_DATABASE) and any(map(name.is_in, read_all_texts(path)))


def _is_whole_in_file(path: Path, name: NamePattern) -> bool:
    """Tell whether a database contains a whole name, as bytes or in its tables."""
    content = path.read_bytes().decode("utf-8", "replace")
    return name.is_whole_in(content) or any(map(name.is_whole_in, read_all_texts(path)))
