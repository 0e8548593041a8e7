"""Who came to the sessions of a season, how often, and how many times running."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from sqlmodel import col, select

from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.store.models import Attendance
from referee.store.plain_rows import Season, Session, select_rows
from referee.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class MemberAttendance:
    """How often somebody came: to `came` of all sessions held.

    `running` is how many times running up to the last session, and `longest` the most times running. A session that is
    still open breaks nothing: whoever is not there yet may come.
    """

    member: int
    name: str
    guest: bool
    came: int
    running: int
    longest: int
    last: date | None


@dataclass(frozen=True, slots=True)
class SeasonAttendance:
    """The sessions of a season that were held, and who came to them, whoever came most often first."""

    season: Season
    held: tuple[date, ...]
    rows: tuple[MemberAttendance, ...]


def attendance(club: Club, season: str | None = None) -> SeasonAttendance:
    """Return who came in a season: every member on the roster, and whoever else came, guests too."""
    with club.reading() as tx:
        found = seasons.find_season(tx, season, club.today)
        held = _held(tx, found)
        came = _came(tx, [session.id for session in held])
    rows = [
        _row(member.id, member.name, member.guest, held, came.get(member.id, set()))
        for member in roster.members(club, everybody=True)
        if member.id in came or not (member.guest or member.retired_at)
    ]
    rows.sort(key=lambda row: (-row.came, -row.running, row.name.casefold(), row.member))
    return SeasonAttendance(found, tuple(session.held_on for session in held), tuple(rows))


def _held(tx: Transaction, season: Season) -> list[Session]:
    every = select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on, id", season.id)
    return [session for session in every if session.status in ("open", "closed")]


def _came(tx: Transaction, sessions: Sequence[int]) -> Mapping[int, set[int]]:
    """Return the sessions to which each member came."""
    came: dict[int, set[int]] = {}
    asked = select(Attendance.session_id, Attendance.member_id).where(col(Attendance.session_id).in_(sessions))
    for session, member in tx.exec(asked):
        came.setdefault(member, set()).add(session)
    return came


def _row(member: int, name: str, guest: bool, held: Sequence[Session], came: Set[int]) -> MemberAttendance:
    running = longest = 0
    for session in held:
        if session.id in came:
            running += 1
            longest = max(longest, running)
        elif session.status == "closed":
            running = 0
    last = max((session.held_on for session in held if session.id in came), default=None)
    return MemberAttendance(member, name, guest, len(came), running, longest, last)
