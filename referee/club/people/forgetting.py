"""Forgetting a member: where their name stands, what can be replaced, and what is out of reach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlmodel import col, select

from referee.club import history
from referee.club.folder import Club
from referee.club.history import Did
from referee.club.people import duties, roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import spelled
from referee.rules.notation.seats import tidied
from referee.store.engine import Transaction
from referee.store.models import (
    Apart,
    Attendance,
    Charter,
    ClockEvent,
    Correction,
    Decision,
    Deed,
    Dispute,
    DisputeDecision,
    Draw,
    DrawChange,
    Entry,
    GuestResults,
    HouseRules,
    Match,
    Member,
    MemberTurn,
    Party,
    Penalty,
    PenaltyCancelled,
    Season,
    SeasonArchive,
    Seat,
    Session,
    SessionTurn,
    Term,
    Tournament,
    TournamentEvent,
    Windows,
)

# What was typed and may be changed, table by table; what is written down for good; and what each place is called.
_REPLACED: Final[tuple[tuple[Any, Sequence[str]], ...]] = (
    (Session, ("room", "note")),
    (Attendance, ("by",)),
    (Match, ("by",)),
)
_SEALED: Final[tuple[tuple[Any, Sequence[str]], ...]] = (
    (Entry, ("key", "reason", "by")),
    (Decision, ("reason", "by")),
    (Dispute, ("claim", "facts", "reason", "by")),
    (DisputeDecision, ("reason", "changed", "by")),
    (HouseRules, ("by",)),
    (Draw, ("by",)),
    (DrawChange, ("reason", "by")),
    (Apart, ("reason", "by")),
    (Term, ("position", "reason", "by")),
    (Deed, ("note", "by")),
    (SessionTurn, ("reason", "by")),
    (MemberTurn, ("reason", "by")),
    (GuestResults, ("by",)),
    (Season, ("name",)),
    (Penalty, ("reason", "by")),
    (PenaltyCancelled, ("reason", "by")),
    (Correction, ("reason", "by")),
    (Windows, ("by",)),
    (SeasonArchive, ("reason", "by")),
    (Tournament, ("name", "by")),
    (TournamentEvent, ("words", "reason", "by")),
    (ClockEvent, ("by",)),
    (Charter, ("name",)),
)
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

    What is `replaced` when they are forgotten; what is `kept`, as it is written down for good, or may mean somebody
    else (a first name); and the `files` of the club's folder that have the name. Nobody looks through other folders.
    """

    member: Member
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
        for kind in (Seat, Party):
            for row in tx.exec(select(kind).where(col(kind.member_id) == member.id)):
                row.name = number
                tx.add(row)
        for party in tx.exec(select(Party).where(col(Party.member_id).is_(None))):
            if whole.fullmatch(tidied(party.name)):
                party.name = number
                tx.add(party)
        for namesake in tx.exec(select(Member).where(col(Member.merged_into) == member.id)):
            namesake.name = number
            tx.add(namesake)
        for table, columns in _REPLACED:
            for row in tx.exec(select(table)):
                for column in columns:
                    if (text := whole.sub(number, getattr(row, column))) != getattr(row, column):
                        setattr(row, column, text)
                        tx.add(row)
        history.note(tx, Did.MEMBER_FORGOTTEN, member.id)  # while whoever does so has a name still
        member.name = number
        member.forgotten_at = club.clock()
        member.retired_at = member.retired_at or member.forgotten_at
        tx.add(member)
    return Forgotten(member, found, club.store.scrub())


def _traces(tx: Transaction, club: Club, member: Member) -> Traces:
    names = _names_of(tx, member)
    whole, first = spelled(names), spelled({name.split()[0] for name in names if " " in name})
    return Traces(
        member,
        tuple(_found(tx, _REPLACED, whole)),
        (*_found(tx, _SEALED, whole), *_found(tx, (*_REPLACED, *_SEALED), first, but=whole)),
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
    tx: Transaction,
    places: Sequence[tuple[Any, Sequence[str]]],
    name: re.Pattern[str],
    but: re.Pattern[str] | None = None,
) -> Iterator[Trace]:
    for kind, columns in places:
        for row in tx.exec(select(kind)):
            for column in columns:
                value = getattr(row, column)
                for text in value if isinstance(value, list) else [value]:
                    if name.search(text) and not (but and but.search(text)):
                        yield Trace(_where(row, column), text)


def _where(row: Any, column: str) -> str:
    match row:
        case Entry() | Decision():
            return f"table {row.match_id}, line {row.number}, {_CALLED.get(column, column)}"
        case Dispute():
            return f"dispute {row.id}, {_CALLED.get(column, column)}"
        case DisputeDecision():
            return f"dispute {row.dispute_id}, what was decided, {_CALLED.get(column, column)}"
        case Match():
            return f"table {row.id}, {_CALLED.get(column, column)}"
        case Session():
            return f"session of {row.held_on}, {column}"
        case Attendance():
            return f"session {row.session_id}, who checked somebody in"
        case Draw():
            return f"draw {row.id}, {_CALLED.get(column, column)}"
        case DrawChange():
            return f"draw {row.draw_id}, a change, {_CALLED.get(column, column)}"
        case Apart():
            return f"a pair kept apart, {_CALLED.get(column, column)}"
        case Penalty():
            return f"penalty {row.id}, {_CALLED.get(column, column)}"
        case PenaltyCancelled():
            return f"that penalty {row.penalty_id} was cancelled, {_CALLED.get(column, column)}"
        case Correction():
            return f"correction {row.id}, {_CALLED.get(column, column)}"
        case Windows():
            return f"until when results of season {row.season_id} may be challenged, {_CALLED.get(column, column)}"
        case SeasonArchive():
            return f"season {row.season_id}, when it was {row.kind}, {_CALLED.get(column, column)}"
        case SessionTurn():
            return f"session {row.session_id}, {row.kind}, {_CALLED.get(column, column)}"
        case MemberTurn():
            return f"member {row.other_id}, {row.kind}, {_CALLED.get(column, column)}"
        case HouseRules():
            return f"house rules of {row.game}, {_CALLED.get(column, column)}"
        case Term():
            return f"the office of {row.position} from {row.starts}, {_CALLED.get(column, column)}"
        case Deed():
            return f"{row.what}, {_CALLED.get(column, column)}"
        case Tournament():
            return f"tournament {row.id}, {_CALLED.get(column, column)}"
        case TournamentEvent():
            return f"tournament {row.tournament_id}, {row.kind}, {_CALLED.get(column, column)}"
        case ClockEvent():
            return f"the clock, {row.at:%Y-%m-%d %H:%M}, {_CALLED.get(column, column)}"
        case GuestResults():
            return f"guest results {row.id}, {_CALLED.get(column, column)}"
    return f"the {column} of a season" if isinstance(row, Season) else "the club's name"


_CALLED: Final = {"by": "who wrote it down"}


def _files(club: Club, name: re.Pattern[str]) -> Iterator[Path]:
    """Yield the files of the club's folder, besides its own, that have a name in them or are called by it."""
    for path in sorted(club.folder.rglob("*")):
        if path.name.startswith("club.db") and path.parent == club.folder:
            continue
        try:
            if name.search(path.name) or (
                _is_small(path) and name.search(path.read_bytes().decode("utf-8", "replace"))
            ):
                yield path
        except OSError:
            yield path  # what cannot be read may have it


def _is_small(path: Path) -> bool:
    return path.is_file() and path.stat().st_size <= _LARGEST_FILE
