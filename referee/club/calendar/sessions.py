"""Sessions: opened and closed, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club.calendar.seasons import beginning
from referee.club.done import done
from referee.club.folder import Club, day_of, now
from referee.club.people import roster
from referee.club.signing import why
from referee.club.text.faults import ClubFault, NeedsReason, Unfinished, UnknownName
from referee.club.text.names import with_names
from referee.store.hints import Do, Hint
from referee.store.kinds.kind import Kind
from referee.store.models import Attendance, Match, Member, Season, Session
from referee.store.transaction import Transaction

_CLOSED: Final = "closed"
_OPENED_AGAIN: Final = "opened again"


@dataclass(frozen=True, slots=True)
class Turn:
    """That a session was `closed` or `opened again`, by whom, and why if that was said."""

    kind: str
    at: datetime
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session, who came, its matches in order, and when it was closed or opened again."""

    session: Session
    came: tuple[Member, ...]
    matches: tuple[Match, ...]
    turns: tuple[Turn, ...] = ()


def open_session(club: Club, session: str | None = None, *, reason: str = "") -> Session:
    """Open a planned session, or without a name today's. One that was closed is opened again with a reason."""
    with club.writing() as tx:
        found = called(tx, session or club.today.isoformat())
        if found.status == "open":
            raise ClubFault(f"The session of {found.held_on} is open already.")
        if found.status == "cancelled":
            raise ClubFault(f"The session of {found.held_on} was cancelled.", Do.PLAN_SESSION("Plan another day"))
        season = tx.get_one(Season, found.season_id)
        if season.closed_at:
            raise ClubFault(
                f"The season {season.name} is closed.",
                Do.REOPEN_SEASON("Take it up again", season=season.name),
            )
        if found.closed_at and not reason.strip():
            raise NeedsReason(
                f"Opening the closed session of {found.held_on} again",
                Do.REOPEN_SESSION("Say why", session=found.held_on),
            )
        kind = Kind.SESSION_REOPENED if found.closed_at else Kind.SESSION_OPENED
        tx.append(kind, {"session": found.id}, texts=why(tx, reason))
        return found


def put_back(club: Club, session: str) -> Session:
    """Let a session that was opened by mistake be planned again, while nobody came and nothing was played in it."""
    with club.writing() as tx:
        found = called(tx, session)
        if found.status != "open":
            raise ClubFault(f"The session of {found.held_on} is {found.status}, not open.")
        used = {
            "somebody came": select(Attendance.member_id).where(col(Attendance.session_id) == found.id),
            "a table was started": select(Match.id).where(col(Match.session_id) == found.id),
        }
        said = [what for what, asked in used.items() if tx.exec(asked.limit(1)).first() is not None]
        if next(_turns(tx, found), None):
            said.append("it has been closed before")
        if said:
            raise ClubFault(
                f"The session of {found.held_on} was held: {listed(said)}.",
                Do.CLOSE_SESSION("Close it", session=found.held_on),
            )
        tx.append(Kind.SESSION_PUT_BACK, {"session": found.id})
        return found


def show(club: Club, session: str | None = None) -> SessionView:
    """Return a session with who came and its tables."""
    with club.reading() as tx:
        found = called(tx, session)
        return SessionView(found, tuple(came(tx, found)), _matches(tx, found), tuple(_turns(tx, found)))


def _matches(tx: Transaction, session: Session) -> tuple[Match, ...]:
    """Return the matches of a session; one that is damaged so that it cannot be read is left out."""
    of_session = col(Match.session_id) == session.id
    try:
        return tuple(tx.exec(select(Match).where(of_session).order_by(col(Match.id))))
    except (ValueError, TypeError):
        found = []
        for number in list(tx.exec(select(Match.id).where(of_session).order_by(col(Match.id)))):
            with suppress(ValueError, TypeError):
                found.append(tx.get_one(Match, number))
        return tuple(found)


def close_session(club: Club, session: str | None = None, *, unfinished: bool = False, reason: str = "") -> Session:
    """Close a session. Tables that nobody finished are a fault, unless they are to be left `unfinished`."""
    with club.writing() as tx:
        found = called(tx, session)
        if found.status != "open":
            raise ClubFault(f"The session of {found.held_on} is {found.status}, not open.")
        going = select(Match.id).where(col(Match.session_id) == found.id, col(Match.finished_at).is_(None))
        if not unfinished and (matches := list(tx.exec(going.order_by(col(Match.id))))):
            which = f"Table {matches[0]} is" if len(matches) == 1 else f"Tables {listed(matches)} are"
            raise Unfinished(
                f"{which} not finished. Finish first, or close and leave what is unfinished uncounted.",
                Do.CLOSE_UNFINISHED("To do that", session=found.held_on),
            )
        tx.append(Kind.SESSION_CLOSED, {"session": found.id}, texts=why(tx, reason))
        return found


def _turns(tx: Transaction, session: Session) -> Iterator[Turn]:
    known = roster.names(tx)
    for each in reversed(done(tx, Kind.SESSION_CLOSED, Kind.SESSION_REOPENED, session=session.id)):
        kind = _CLOSED if each.event.kind == Kind.SESSION_CLOSED else _OPENED_AGAIN
        yield Turn(kind, each.at, with_names(each.by, (), known), with_names(each.reason, (), known))


def called(tx: Transaction, session: str | None = None) -> Session:
    """Return a session by its date or its number; without either, the one that is open."""
    if session is None:
        still = col(Session.opened_at).is_not(None), col(Session.closed_at).is_(None)
        going = list(tx.exec(select(Session).where(*still).order_by(col(Session.held_on))))
        if len(going) == 1:
            return going[0]
        if going:
            raise ClubFault(f"Which session: {listed((each.held_on for each in going), 'or')}?")
        raise ClubFault("No session is open.", _how_to_open_one(tx))
    if session.isdecimal() and len(session) < 8:
        found = tx.get(Session, int(session))
        if found is None:
            raise UnknownName(f"unknown session {session!r}: expected its number or its date.")
        return found
    try:
        day = date.fromisoformat(session)
    except ValueError:
        raise UnknownName(f"unknown session {session!r}: expected its number, or a date such as 2026-11-16.") from None
    found = tx.exec(select(Session).where(col(Session.held_on) == day).order_by(col(Session.id).desc())).first()
    if found is None:
        raise UnknownName(f"There is no session on {day}.", *_how_to_plan_one(tx, day))
    return found


def to_open(session: Session) -> Hint:
    """Say how a session that is not open is opened."""
    again = Do.REOPEN_SESSION if session.status == "closed" else Do.OPEN_SESSION
    return again("Open it", session=session.held_on)


def came(tx: Transaction, session: Session) -> list[Member]:
    """Return who is noted as here, by name."""
    who = select(Member).join(Attendance).where(col(Attendance.session_id) == session.id)
    return list(tx.exec(who.order_by(col(Member.name))))


def _how_to_open_one(tx: Transaction) -> Hint:
    """Say what comes next where no session is open: the first that is planned, after the last that was held."""
    if not (seasons := _going_on(tx)):
        return beginning(day_of(now()))
    every = list(tx.exec(select(Session).order_by(col(Session.held_on))))
    held = max((each.held_on for each in every if each.opened_at), default=date.min)
    planned = [each.held_on for each in every if each.status == "planned"]
    coming = next((day for day in planned if day >= held), None)
    if coming:
        return Do.OPEN_SESSION("Open one", session=coming)
    first, last = seasons[-1].starts, seasons[-1].ends
    day = min(max(day_of(now()), first), last)
    return Do.PLAN_SESSION(f"Plan one from {first} to {last}", session=day)


def _how_to_plan_one(tx: Transaction, day: date) -> tuple[Hint, ...]:
    """Say how there would be a session on a day, if there can be one."""
    if not (seasons := _going_on(tx)):
        return (beginning(day_of(now())),)
    within = any(each.starts <= day <= each.ends for each in seasons)
    return (Do.PLAN_SESSION("Plan one", session=day),) if within else ()


def _going_on(tx: Transaction) -> list[Season]:
    return list(tx.exec(select(Season).where(col(Season.closed_at).is_(None)).order_by(col(Season.starts))))
