"""A session itself: opened, who came, closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club import history
from referee.club.calendar.seasons import beginning
from referee.club.folder import Club, day_of, now
from referee.club.history import Did
from referee.club.people import roster
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault, NeedsReason, Unfinished, UnknownName
from referee.club.text.names import plain, with_marks, with_names
from referee.store.engine import Transaction
from referee.store.hints import Do, Hint
from referee.store.models import Attendance, Match, Member, Season, Seat, Session, SessionTurn

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
        if found.closed_at:
            if not reason.strip():
                raise NeedsReason(
                    f"Opening the closed session of {found.held_on} again",
                    Do.REOPEN_SESSION("Say why", session=found.held_on),
                )
            _note(tx, found, _OPENED_AGAIN, reason)
        found.opened_at = found.opened_at or club.clock()
        found.closed_at = None
        tx.add(found)
        history.note(tx, Did.SESSION_OPENED, found.id)
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
            "it has been closed before": select(SessionTurn.id).where(col(SessionTurn.session_id) == found.id),
        }
        if said := [what for what, asked in used.items() if tx.exec(asked.limit(1)).first() is not None]:
            raise ClubFault(
                f"The session of {found.held_on} was held: {listed(said)}.",
                Do.CLOSE_SESSION("Close it", session=found.held_on),
            )
        found.opened_at = None
        tx.add(found)
        history.note(tx, Did.SESSION_PUT_BACK, found.id)
        return found


def checkin(club: Club, names: Iterable[str], session: str | None = None, *, guests: bool = False) -> list[Member]:
    """Note that members came; return those who had not been noted yet. With `guests`, new names are added as guests.

    A name that cannot be told is a fault for all of them, so that nobody is noted twice in trying again.
    """
    with club.writing() as tx:
        found = called(tx, session)
        if found.status in ("planned", "cancelled"):
            raise ClubFault(f"The session of {found.held_on} is {found.status}; open it first.")
        came = []
        for name in names:
            member = guest(tx, name) if guests else roster.called(tx, name)
            if arrives(tx, found, member):
                came.append(member)
        return came


def undo_checkin(club: Club, names: Iterable[str], session: str | None = None) -> list[Member]:
    """Take back that members came, who were noted by mistake; all of them, or nobody when one cannot be.

    Who sits or sat at a table of the session was there.
    """
    with club.writing() as tx:
        found = called(tx, session)
        members = [roster.called(tx, name, everybody=True) for name in names]
        for member in members:
            noted = tx.get(Attendance, (found.id, member.id))
            if noted is None:
                raise ClubFault(f"{member.name} is not noted as here on {found.held_on}.")
            sat = select(Seat.match_id).join(Match).where(col(Match.session_id) == found.id)
            matches = list(tx.exec(sat.where(col(Seat.member_id) == member.id).order_by(col(Seat.match_id))))
            if matches:
                which = f"table {matches[0]}" if len(matches) == 1 else f"tables {listed(matches)}"
                raise ClubFault(f"{member.name} is seated at {which}, and so was here on {found.held_on}.")
            tx.delete(noted)
            tx.flush()
            history.note(tx, Did.CHECKIN_UNDONE, member.id, f"session of {found.held_on}")
        return members


def noted_without_a_seat(club: Club, match: int, members: Iterable[int]) -> tuple[date, list[str]]:
    """Return the day of a match, and who of some members is noted as here then and had a seat at no table."""
    with club.reading() as tx:
        session = tx.get_one(Session, tx.get_one(Match, match).session_id)
        sat = select(Seat.member_id).join(Match).where(col(Match.session_id) == session.id)
        noted = select(Member.name).join(Attendance).where(col(Attendance.session_id) == session.id)
        wanted = noted.where(col(Member.id).in_(list(members)), col(Member.id).not_in(sat))
        return session.held_on, list(tx.exec(wanted.order_by(col(Member.name))))


def show(club: Club, session: str | None = None) -> SessionView:
    """Return a session with who came and its tables."""
    with club.reading() as tx:
        found = called(tx, session)
        who = select(Member).join(Attendance).where(col(Attendance.session_id) == found.id)
        came = tuple(tx.exec(who.order_by(col(Member.name))))
        return SessionView(found, came, _matches(tx, found), tuple(_turns(tx, found)))


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
        _note(tx, found, _CLOSED, reason)
        found.closed_at = club.clock()
        tx.add(found)
        history.note(tx, Did.SESSION_CLOSED, found.id)
        return found


def _note(tx: Writing, session: Session, kind: str, reason: str) -> None:
    known = roster.names(tx)
    tx.add(
        SessionTurn(
            session_id=session.id,
            kind=kind,
            reason=with_marks(plain(reason, "the reason"), (), known),
            at=tx.moment,
            by=tx.actor,
        )
    )


def _turns(tx: Transaction, session: Session) -> Iterator[Turn]:
    known = roster.names(tx)
    asked = select(SessionTurn).where(col(SessionTurn.session_id) == session.id).order_by(col(SessionTurn.id))
    for each in tx.exec(asked):
        yield Turn(each.kind, each.at, with_names(each.by, (), known), with_names(each.reason, (), known))


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


def arrives(tx: Writing, session: Session, member: Member) -> bool:
    """Note that somebody came, and say whether that is new."""
    return bool(arrive(tx, session, [member]))


def arrive(tx: Writing, session: Session, members: Iterable[Member]) -> list[Member]:
    """Note that some came, and return those of whom that is new."""
    wanted = list(members)
    noted = select(Attendance.member_id).where(col(Attendance.session_id) == session.id)
    here = set(tx.exec(noted.where(col(Attendance.member_id).in_([member.id for member in wanted]))))
    new = [member for member in wanted if member.id not in here]
    if new:
        signed = tx.actor
        tx.add_all(Attendance(session_id=session.id, member_id=member.id, at=tx.moment, by=signed) for member in new)
        tx.flush()
    return new


def guest(tx: Writing, name: str) -> Member:
    """Return who is meant by a name: whoever is not on the roster is added to it as a guest.

    A new name may well be like somebody's, or be a word of it, so that here it is whole or begun.
    """
    try:
        return roster.called(tx, name, loosely=False)
    except UnknownName:
        return roster.enrolled(tx, name, guest=True)
