"""Who did what leaves no row of its own with a name on it: opened, closed, planned, moved, finished, restored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club.folder import Club
from referee.club.signing import Writing, names
from referee.club.text.faults import StoreFault
from referee.club.text.names import with_names
from referee.store.engine import Transaction
from referee.store.matches import Match
from referee.store.officers import Deed
from referee.store.seasons import Season
from referee.store.sessions import Session


class Did(StrEnum):
    """What was done."""

    SEASON_BEGUN = "season begun"
    SEASON_CLOSED = "season closed"
    SESSION_PLANNED = "session planned"
    SESSION_MOVED = "session changed"
    SESSION_CANCELLED = "session cancelled"
    SESSION_OPENED = "session opened"
    SESSION_CLOSED = "session closed"
    SESSION_PUT_BACK = "session not opened after all"
    CHECKIN_UNDONE = "check-in taken back"
    TABLE_FINISHED = "table finished"
    MEMBER_ADDED = "member added"
    MEMBER_RENAMED = "member renamed"
    MEMBER_RETIRED = "member retired"
    MEMBER_MERGED = "member merged"
    MEMBER_FORGOTTEN = "member forgotten"
    SHOWN_AS = "shown in public otherwise"
    BACKUPS_KEPT = "number of backups changed"
    BACKED_UP = "backup made"
    RESTORED = "backup restored"


_ABOUT_SEASON: Final = {Did.SEASON_BEGUN, Did.SEASON_CLOSED}
_ABOUT_SESSION: Final = {
    Did.SESSION_PLANNED, Did.SESSION_MOVED, Did.SESSION_CANCELLED, Did.SESSION_OPENED, Did.SESSION_CLOSED,
    Did.SESSION_PUT_BACK,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeedView:
    """Something that was done: `what` in words, to whom or what, when, and by whom, empty where nobody said."""

    what: str
    about: str
    note: str
    at: datetime
    by: str


def note(tx: Writing, did: Did, about: int | None = None, said: str = "") -> None:
    """Write down who does something now. What is `said` besides must have no name in it."""
    who = tx.actor
    tx.add(Deed(what=did.value, about=about, note=said, at=tx.moment, by=who))
    tx.flush()


def written(club: Club, did: Did) -> None:
    """Write down that somebody did something to the file itself; where it cannot be written, that is done all the same.

    A backup is made of a file that may only be read, too.
    """
    with suppress(StoreFault), club.writing() as tx:
        note(tx, did)


def deeds(club: Club, *, most: int | None = None) -> list[DeedView]:
    """Return what was done, the last first; at most so many."""
    with club.reading() as tx:
        known = names(tx)
        asked = select(Deed).order_by(col(Deed.id).desc()).limit(most)
        return [_seen(tx, each, known) for each in tx.exec(asked)]


@dataclass(frozen=True, slots=True)
class Desk:
    """Who started a table and who finished it, empty where nobody was named."""

    started: str
    finished: str


def at_table(club: Club, number: int) -> Desk:
    """Return who started a table and who finished it."""
    with club.reading() as tx:
        known = names(tx)
        match = tx.get_one(Match, number)
        done = col(Deed.what) == Did.TABLE_FINISHED.value, col(Deed.about) == number
        last = tx.exec(select(Deed.by).where(*done).order_by(col(Deed.id).desc())).first() if match.finished_at else ""
        return Desk(with_names(match.by, (), known), with_names(last or "", (), known))


def said(desk: Desk, lines: Iterable[tuple[int, str]]) -> str:
    """Return in one line who started a table, wrote down which of its lines, and finished it; empty for nobody."""
    groups: dict[str, list[int]] = {}
    for number, who in lines:
        groups.setdefault(who, []).append(number)
    wrote = [f"{who} ({_span(numbers)})" if len(groups) > 1 else who for who, numbers in groups.items() if who]
    parts = (
        f"started by {desk.started}" if desk.started else "",
        f"written down by {listed(wrote)}" if wrote else "",
        f"finished by {desk.finished}" if desk.finished else "",
    )
    text = "; ".join(filter(None, parts))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _span(numbers: Sequence[int]) -> str:
    """Return the numbers of lines in short, such as ``lines 1-4, 9``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    text = ", ".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else f"{each[0]}" for each in spans)
    return f"line {text}" if len(numbers) == 1 else f"lines {text}"


def _seen(tx: Transaction, deed: Deed, known: dict[int, str]) -> DeedView:
    return DeedView(deed.what, _about(tx, deed, known), deed.note, deed.at, with_names(deed.by, (), known))


def _about(tx: Transaction, deed: Deed, known: dict[int, str]) -> str:
    if deed.about is None:
        return ""
    if deed.what == Did.TABLE_FINISHED:
        return f"table {deed.about}"
    if deed.what in _ABOUT_SEASON:
        season = tx.get(Season, deed.about)
        return season.name if season else f"season {deed.about}"
    if deed.what in _ABOUT_SESSION:
        session = tx.get(Session, deed.about)
        return f"{session.held_on}" if session else f"session {deed.about}"
    return known.get(deed.about, f"member {deed.about}")
