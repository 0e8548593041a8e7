"""Attendance of members at the sessions of a season, with their runs of consecutive sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from datetime import date

from referee.cards.immutable import frozen
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.store.plain_rows import Season, Session, placeholders, select_rows
from referee.store.transaction import Transaction


@frozen
class MemberAttendance:
    """A member's attendance in a season: `came` counts the sessions, and `last` is the day of the latest one.

    `running` is the length of the current run of consecutive sessions, and `longest` of the longest run. Missing a
    session that is still open does not break a run.
    """

    member: int
    name: str
    guest: bool
    came: int
    running: int
    longest: int
    last: date | None


@frozen
class SeasonAttendance:
    """The days of the sessions held in a season, and the members' attendance, highest first."""

    season: Season
    held: tuple[date, ...]
    rows: tuple[MemberAttendance, ...]


def attendance(club: Club, season: str | None = None) -> SeasonAttendance:
    """Return the attendance of a season: all active members, and everyone else who attended."""
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        evenings = _held_sessions(tx, season_row)
        attendees = _attended_sessions(tx, [session.id for session in evenings])
    rows = [
        _attendance_row(member.id, member.name, member.guest, evenings, attendees.get(member.id, set()))
        for member in roster.members(club, include_retired=True)
        if member.id in attendees or not (member.guest or member.retired_at)
    ]
    rows.sort(key=lambda row: (-row.came, -row.running, row.name.casefold(), row.member))
    return SeasonAttendance(season_row, tuple(session.held_on for session in evenings), tuple(rows))


def _held_sessions(tx: Transaction, season: Season) -> list[Session]:
    sessions = select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on, id", season.id)
    return [session for session in sessions if session.status in ("open", "closed")]


def _attended_sessions(tx: Transaction, sessions: Sequence[int]) -> Mapping[int, set[int]]:
    """Return the numbers of the sessions that each member attended, by member number."""
    attendees: dict[int, set[int]] = {}
    query = f"SELECT session_id, member_id FROM attendance WHERE session_id IN {placeholders(sessions)}"
    for session, member in tx.rows(query, *sessions):
        attendees.setdefault(member, set()).add(session)
    return attendees


def _attendance_row(
    member: int, name: str, guest: bool, evenings: Sequence[Session], attendees: Set[int]
) -> MemberAttendance:
    running = longest = 0
    for session in evenings:
        if session.id in attendees:
            running += 1
            longest = max(longest, running)
        elif session.status == "closed":
            running = 0
    last_day = max((session.held_on for session in evenings if session.id in attendees), default=None)
    return MemberAttendance(member, name, guest, len(attendees), running, longest, last_day)
