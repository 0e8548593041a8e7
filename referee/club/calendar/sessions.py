"""Sessions: opening, closing, finding and showing them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club import table_numbers
from referee.club.activity_log import find_entries
from referee.club.calendar.check_out import checked_out_members
from referee.club.calendar.seasons import new_season_hint
from referee.club.club_dates import find_day
from referee.club.folder import Club, day_of, now
from referee.club.people import roster
from referee.club.signatures import reason_texts
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, NeedsReason, UnfinishedMatches, UnknownName
from referee.club.text.names import with_names
from referee.club.text.typed_dates import Nearness
from referee.club.unsettled_reports import UnsettledReport, read_unsettled, unsettled_data
from referee.store import session_state
from referee.store.hints import Do, Hint
from referee.store.plain_rows import Member, Season, Session, find_row, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_CLOSED: Final = "closed"
_REOPENED: Final = "reopened"


@frozen
class ClosingRecord:
    """A closing or reopening of a session, with its officer and reason.

    `not_agreed` holds the phone reports without agreement at a closing.
    """

    kind: str
    at: datetime
    by: str
    reason: str
    not_agreed: tuple[UnsettledReport, ...] = ()


@frozen
class SessionView:
    """A session with its attendance, its tables, and its closings and reopenings.

    `checked_in` includes members who left early; `checked_out` has the numbers of these.
    """

    session: Session
    checked_in: tuple[Member, ...]
    tables: tuple[TableNumber, ...]
    closings: tuple[ClosingRecord, ...] = ()
    checked_out: frozenset[int] = frozenset()

    @property
    def present(self) -> tuple[Member, ...]:
        """The members who are checked in and not checked out."""
        return tuple(member for member in self.checked_in if member.id not in self.checked_out)


def open_session(club: Club, session: str | None = None, *, reason: str = "") -> Session:
    """Open a planned session, by default today's, and return it. A closed session can be reopened with a reason."""
    with club.writing() as tx:
        session_row = find_session(tx, session or club.today.isoformat())
        if session_row.status == "open":
            raise ClubFault(f"The session of {session_row.held_on} is already open.")
        if session_row.status == "cancelled":
            raise ClubFault(f"The session of {session_row.held_on} was cancelled.", Do.PLAN_SESSION("Plan another day"))
        season = get_row(tx, Season, session_row.season_id)
        if season.closed_at:
            raise ClubFault(
                f"The season {season.name} is closed.",
                Do.REOPEN_SEASON("Reopen it", season=season.name),
            )
        if session_row.closed_at and not reason.strip():
            raise NeedsReason(
                f"Reopening the closed session of {session_row.held_on}",
                Do.REOPEN_SESSION("Add one", session=session_row.held_on),
            )
        kind = EventKind.SESSION_REOPENED if session_row.closed_at else EventKind.SESSION_OPENED
        tx.append(kind, {"session": session_row.id}, texts=reason_texts(tx, reason))
        return get_row(tx, Session, session_row.id)


def show(club: Club, session: str | None = None) -> SessionView:
    """Return a session with its attendance and tables, by default the open one."""
    with club.reading() as tx:
        session_row = find_session(tx, session)
        matches = [
            number for (number,) in tx.rows('SELECT id FROM "match" WHERE session_id = ? ORDER BY id', session_row.id)
        ]
        numbers = table_numbers.numbers(tx, matches)
        tables = tuple(numbers[match] for match in matches)
        return SessionView(
            session_row,
            tuple(checked_in_members(tx, session_row)),
            tables,
            tuple(_read_closings(tx, session_row)),
            checked_out_members(tx, session_row),
        )


def last_closed(club: Club) -> Session | None:
    """Return the last session if none is open. Commands that only read use it if no date is given."""
    with club.reading() as tx:
        opened_sessions = select_rows(tx, Session, "WHERE opened_at IS NOT NULL ORDER BY held_on DESC, id DESC")
        return opened_sessions[0] if opened_sessions and all(session.closed_at for session in opened_sessions) else None


def close_session(club: Club, session: str | None = None, *, unfinished: bool = False, reason: str = "") -> Session:
    """Close a session and return it. Raise `UnfinishedMatches` if there are any, unless `unfinished` allows them."""
    with club.writing() as tx:
        session_row = find_session(tx, session)
        if session_row.status != "open":
            raise ClubFault(f"The session of {session_row.held_on} is {session_row.status}, not open.")
        query = 'SELECT id FROM "match" WHERE session_id = ? AND finished_at IS NULL ORDER BY id'
        if not unfinished and (matches := [number for (number,) in tx.rows(query, session_row.id)]):
            table_list = table_numbers.table_names(tx, matches).capitalize()
            verb, pronoun = ("is", "it") if len(matches) == 1 else ("are", "them")
            raise UnfinishedMatches(
                f"{table_list} {verb} not finished. Finish {pronoun} first, or close without counting {pronoun}.",
                Do.CLOSE_UNFINISHED("To close anyway", session=session_row.held_on),
            )
        tx.append(
            EventKind.SESSION_CLOSED,
            {"session": session_row.id, **unsettled_data(tx, session_row.id)},
            texts=reason_texts(tx, reason),
        )
        session_state.clear(tx, session_row.id)
        return get_row(tx, Session, session_row.id)


def _read_closings(tx: Transaction, session: Session) -> Iterator[ClosingRecord]:
    names = roster.names(tx)
    for entry in reversed(find_entries(tx, EventKind.SESSION_CLOSED, EventKind.SESSION_REOPENED, session=session.id)):
        kind = _CLOSED if entry.event.kind == EventKind.SESSION_CLOSED else _REOPENED
        unsettled = read_unsettled(tx, entry.event.data, names)
        yield ClosingRecord(
            kind, entry.moment, with_names(entry.actor, (), names), with_names(entry.reason, (), names), unsettled
        )


def open_days(club: Club) -> list[date]:
    """Return the days of the open sessions, earliest first."""
    with club.reading() as tx:
        open_sessions = select_rows(tx, Session, "WHERE opened_at IS NOT NULL AND closed_at IS NULL ORDER BY held_on")
        return [session.held_on for session in open_sessions]


def find_session(tx: Transaction, session: str | None = None) -> Session:
    """Return the session with a date or number, by default the open one. Raise `UnknownName` if there is none."""
    if session is None:
        open_sessions = select_rows(tx, Session, "WHERE opened_at IS NOT NULL AND closed_at IS NULL ORDER BY held_on")
        if len(open_sessions) == 1:
            return open_sessions[0]
        if open_sessions:
            raise ClubFault(f"Which session: {join_words((session.held_on for session in open_sessions), 'or')}?")
        check_any_season(tx)
        raise ClubFault("No session is open.", _opening_advice(tx))
    if session.isdecimal() and len(session) < 8:
        session_row = find_row(tx, Session, int(session))
        if session_row is None:
            raise UnknownName(f"Unknown session {session!r}. Use its number or its date.")
        return session_row
    day = find_day(tx, session, day_of(now()), Nearness.NEAREST)
    if day is None:
        raise UnknownName(f"Unknown session {session!r}. Use its number, or a date such as 2026-11-16.")
    sessions_on_day = select_rows(tx, Session, "WHERE held_on = ? ORDER BY id DESC", f"{day}")
    if not sessions_on_day:
        check_any_season(tx)
        raise UnknownName(f"There is no session on {day}.", *_planning_advice(tx, day))
    return sessions_on_day[0]


def check_any_season(tx: Transaction) -> None:
    """Raise `UnknownName` if the club has no season, because every session belongs to one."""
    if not tx.rows("SELECT id FROM season LIMIT 1"):
        raise UnknownName("No season has begun.", new_season_hint(day_of(now())))


def session_of_table(tx: Transaction, match: int) -> list[Session]:
    """Return a list with the session of a match; empty for an unknown match."""
    condition = 'WHERE id = (SELECT session_id FROM "match" WHERE id = ?)'
    return select_rows(tx, Session, condition, match) if abs(match) < 2**63 else []


def opening_hint(session: Session) -> Hint:
    """Return a hint to open or reopen a session."""
    action = Do.REOPEN_SESSION if session.status == "closed" else Do.OPEN_SESSION
    return action("Open it", session=session.held_on)


def checked_in_members(tx: Transaction, session: Session) -> list[Member]:
    """Return the members checked in to a session, by name."""
    members = select_rows(tx, Member, "WHERE id IN (SELECT member_id FROM attendance WHERE session_id = ?)", session.id)
    return sorted(members, key=lambda member: member.name)


def present_members(tx: Transaction, session: Session) -> list[Member]:
    """Return the members checked in to a session and not checked out, by name."""
    checked_out = checked_out_members(tx, session)
    return [member for member in checked_in_members(tx, session) if member.id not in checked_out]


def _opening_advice(tx: Transaction) -> Hint:
    """Return a hint to open a session: the first planned one after the last that was opened.

    Without one, hint to reopen today's closed session, because a day has one session. Otherwise hint to plan a session
    or to begin a season.
    """
    if not (seasons := _open_seasons(tx)):
        return new_season_hint(day_of(now()), "Begin a season")
    all_sessions = select_rows(tx, Session, "ORDER BY held_on")
    last_opened_day = max((session.held_on for session in all_sessions if session.opened_at), default=date.min)
    planned_days = [session.held_on for session in all_sessions if session.status == "planned"]
    next_day = next((day for day in planned_days if day >= last_opened_day), None)
    if next_day:
        return Do.OPEN_SESSION("Open one", session=next_day)
    first_day, last_day = seasons[-1].starts, seasons[-1].ends
    day = min(max(day_of(now()), first_day), last_day)
    if any(session.held_on == day and session.status == "closed" for session in all_sessions):
        return Do.REOPEN_SESSION("Open today's again", session=day)
    return Do.PLAN_SESSION(f"Plan one from {first_day} to {last_day}", session=day)


def _planning_advice(tx: Transaction, day: date) -> tuple[Hint, ...]:
    """Return a hint to plan a session on a day, or to begin a season; empty for a day outside every open season."""
    if not (seasons := _open_seasons(tx)):
        return (new_season_hint(day_of(now()), "Begin a season"),)
    is_in_season = any(season.starts <= day <= season.ends for season in seasons)
    return (Do.PLAN_SESSION("Plan one", session=day),) if is_in_season else ()


def _open_seasons(tx: Transaction) -> list[Season]:
    return select_rows(tx, Season, "WHERE closed_at IS NULL ORDER BY starts")
