"""Forgetting a member: where their name stands, what can be replaced, and what is out of reach."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlmodel import col, select

from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.signing import numbers_now
from referee.club.text.faults import ClubFault
from referee.club.text.names import spelled
from referee.store import models
from referee.store.engine import Transaction
from referee.store.events.rows import SIGNED
from referee.store.events.sqlite import ONLY, InFile
from referee.store.kinds.fold import PROJECTIONS
from referee.store.kinds.kind import Kind
from referee.store.migrations import raw_of
from referee.store.models import Member, Party, Seat

# What was typed and may be changed, table by table, and what is written down for good: the columns, and what a place
# there is called, by the row and what is said of the column.
_Places: TypeAlias = Mapping[Any, tuple[Sequence[str], str]]
_REPLACED: Final[_Places] = {
    models.Attendance: (("by",), "session {0.session_id}, who checked somebody in"),
}
_SEALED: Final[_Places] = {
    models.Charter: (("name",), "the club's name"),
}
_CALLED: Final[Mapping[str, str]] = {SIGNED: "who wrote it down"}
_LARGEST_FILE: Final = 50_000_000


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

    What is `removed` when they are forgotten, the whole of a text; what is `replaced`; what is `kept`, as it is written
    down for good, or may mean somebody else (a first name); and the `files` of the club's folder that have the name.
    Nobody looks through other folders.
    """

    member: Member
    removed: tuple[Trace, ...]
    replaced: tuple[Trace, ...]
    kept: tuple[Trace, ...]
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Who was forgotten, by the number that stands for them now, what is left, and whether the file was `emptied`."""

    member: Member
    left: Traces
    emptied: bool


def traces(club: Club, name: str) -> Traces:
    """Return where a member's name stands, in any case and spacing; nothing is changed."""
    with club.reading() as tx:
        return _traces(tx, club, roster.called(tx, name, everybody=True))


def before_forgetting(club: Club, name: str) -> Traces:
    """Return where a name stands that is about to be forgotten. Raises `ClubFault` for who may not forget it."""
    with club.reading() as tx:
        duties.only(tx, club, duties.Duty.FORGET)
        member = roster.called(tx, name, everybody=True)
        if member.forgotten_at:
            raise ClubFault(f"{member.name} is forgotten already.")
        return _traces(tx, club, member)


def forget(club: Club, name: str) -> Forgotten:
    """Replace a member's name everywhere by a number. The results stay; who they belong to is lost for good."""
    with club.writing() as tx:
        duties.only(tx, club, duties.Duty.FORGET)
        member = roster.called(tx, name, everybody=True)
        if member.forgotten_at:
            raise ClubFault(f"{member.name} is forgotten already.")
        found = _traces(tx, club, member)
        number = f"Member {member.id}"
        whole = spelled(_names_of(tx, member))
        for table, (columns, _) in _REPLACED.items():
            if table.__tablename__ in PROJECTIONS:
                continue
            for row in tx.exec(select(table)):
                for column in columns:
                    if (text := whole.sub(number, getattr(row, column))) != getattr(row, column):
                        setattr(row, column, text)
                        tx.add(row)
        merged = [each for each, now in numbers_now(tx).items() if now == member.id and each != member.id]
        data = {"member": member.id, "numbers": merged, "retired": member.retired_at is not None}
        tx.append(Kind.MEMBER_FORGOTTEN, data)
        tx.remove_texts([which for which, _ in _texts(tx, {member.id, *merged}, whole)])
    return Forgotten(member, found, club.store.scrub())


def _traces(tx: Transaction, club: Club, member: Member) -> Traces:
    names = _names_of(tx, member)
    whole, first = spelled(names), spelled({name.split()[0] for name in names if " " in name})
    return Traces(
        member,
        tuple(each for _, each in _texts(tx, (), whole)),
        tuple(_found(tx, _REPLACED, whole)),
        (
            *_found(tx, _SEALED, whole),
            *_found(tx, {**_REPLACED, **_SEALED}, first, but=whole),
            *(each for _, each in _texts(tx, (), first, but=whole)),
        ),
        tuple(_files(club, whole)),
    )


def _names_of(tx: Transaction, member: Member) -> list[str]:
    """Return every name that somebody has had here."""
    had = [member.name]
    for kind in (Seat, Party):
        had += tx.exec(select(kind.name).where(col(kind.member_id) == member.id).distinct())
    had += tx.exec(select(Member.name).where(col(Member.merged_into) == member.id))
    return list(dict.fromkeys(had))


def _found(
    tx: Transaction, places: _Places, name: re.Pattern[str], but: re.Pattern[str] | None = None
) -> Iterator[Trace]:
    for kind, (columns, called) in places.items():
        if kind.__tablename__ in PROJECTIONS:
            continue  # it has what the log has
        for row in tx.exec(select(kind)):
            for column in columns:
                value = getattr(row, column)
                for text in value if isinstance(value, list) else [value]:
                    if name.search(text) and not (but and but.search(text)):
                        yield Trace(called.format(row, "who wrote it down" if column == "by" else column), text)


def _texts(
    tx: Transaction, numbers: Collection[int], name: re.Pattern[str], but: re.Pattern[str] | None = None
) -> Iterator[tuple[tuple[int, str], Trace]]:
    """Yield the texts of the log in which a name is found, or that are the name of some numbers, by event and part.

    What is somebody else's name is left alone, whatever words it shares.
    """
    asked = (
        "SELECT p.n, p.part, p.text, p.person, e.kind, e.at, e.match FROM private p "
        "JOIN event e ON e.club = p.club AND e.n = p.n WHERE p.club = ? ORDER BY p.n, p.part"
    )
    for n, part, text, named, kind, at, match in InFile(raw_of(tx.connection())).rows(asked, ONLY):
        if named in numbers if named is not None else name.search(text) and not (but and but.search(text)):
            table = f"table {match}, " if match else ""
            yield (n, part), Trace(f"{table}{kind}, {at[:10]}, {_CALLED.get(part, part)}", text)


def _files(club: Club, name: re.Pattern[str]) -> Iterator[Path]:
    """Yield the files of the club's folder, besides its own, that have a name in them or are called by it."""
    for path in sorted(club.folder.rglob("*")):
        if path.name.startswith("club.db") and path.parent == club.folder:
            continue
        try:
            is_small = path.is_file() and path.stat().st_size <= _LARGEST_FILE
            if name.search(path.name) or (is_small and name.search(path.read_bytes().decode("utf-8", "replace"))):
                yield path
        except OSError:
            yield path  # what cannot be read may have it
