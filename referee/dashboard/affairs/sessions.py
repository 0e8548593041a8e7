"""Plan, move, cancel and reopen a session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from functools import partial
from typing import Final

from referee.club.calendar import schedule, seasons, sessions
from referee.club.calendar.session_text import parse_session, parse_session_change
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.asking import checked_by
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.rendering import session_day
from referee.store.plain_rows import Session

_DATE: Final = "when"
_USUAL_TIME: Final = time(18)
_WEEK: Final = timedelta(days=7)
_MAX_SUGGESTIONS: Final = 3


def plan() -> Deed[Session]:
    """Return the operation that plans a session. It suggests the next days in the club's rhythm."""

    def date_prompt(club: Club, _: Answers) -> Prompt:
        picks = tuple(_suggest_dates(club))
        question = "Plan a session. When does the club meet? Day, time, and a room if you like:"
        return Prompt(question, picks, picks[0].answer, "2026-11-30 16:00 M4")

    def do(club: Club, answers: Answers) -> Session:
        day, starts, room = parse_session(club, answers[_DATE])
        return schedule.add(club, day, starts, room=room)

    return Deed(
        "schedule add",
        do,
        (Parameter(_DATE, date_prompt, checked_by(parse_session)),),
        said=_describe_change("planned"),
    )


def move(session: Session) -> Deed[Session]:
    """Return the operation that moves a planned session to another day, time or room."""

    def change_prompt(club: Club, _: Answers) -> Prompt:
        later = [session.held_on + timedelta(days=days) for days in (7, 1, 14)]
        rooms = dict.fromkeys(
            other_session.room
            for other_session in schedule.sessions(club)
            if other_session.room not in ("", session.room)
        )
        picks = [*(Pick(f"{room}", f"{room:%A}") for room in later), *(Pick(room, "another room") for room in rooms)]
        question = f"Move the session of {session_day(session)}. New day, time or room:"
        return Prompt(question, tuple(picks), example="2026-12-07 16:30 M5")

    def do(club: Club, answers: Answers) -> Session:
        change = parse_session_change(club, answers[_DATE])
        return schedule.move(club, f"{session.id}", to=change.day, starts=change.starts, room=change.room)

    parameter = Parameter(_DATE, change_prompt, checked_by(parse_session_change))
    check_still_planned = partial(_check_not_begun, session)
    return Deed("schedule move", do, (parameter,), said=_describe_change("its new date"), may=check_still_planned)


def cancel(session: Session) -> Deed[Session]:
    """Return the operation that cancels a planned session with a public note."""
    question = (
        f"Cancel the session of {session_day(session)}? It stays in the calendar, marked as cancelled. The reason is "
        "public: on the board, the season's page and in the calendar file."
    )

    def do(club: Club, answers: Answers) -> Session:
        return schedule.cancel(club, f"{session.id}", note=answers[REASON])

    cancel_reason = reason(question, "public holiday", "too few players", "the room is closed", example="snow")
    check_still_planned = partial(_check_not_begun, session)
    return Deed("schedule cancel", do, (cancel_reason,), said=_describe_change("cancelled"), may=check_still_planned)


def reopen(session: Session) -> Deed[Session]:
    """Return the operation that reopens a closed session for a reason."""

    def may(club: Club) -> None:
        if (status := sessions.show(club, f"{session.id}").session.status) != "closed":
            raise ClubFault(f"This session is {status}. Only a closed session can be reopened.")

    def do(club: Club, answers: Answers) -> Session:
        return sessions.open_session(club, f"{session.id}", reason=answers[REASON])

    question = f"Reopen the session of {session_day(session)}? Tables can be started and finished in it again."
    reopen_reason = reason(question, "one more result came in", "closed too early", example="one more result came in")
    return Deed(
        "open", do, (reopen_reason,), said=lambda _: f"The session of {session_day(session)} is open again.", may=may
    )


def _suggest_dates(club: Club) -> list[Pick]:
    """Return suggested dates for the next session. The usual weekday comes first, then today."""
    planned_sessions = [session for session in schedule.sessions(club) if not session.cancelled_at]
    held_days = {session.held_on for session in planned_sessions}
    open_seasons = [season for season in seasons.seasons(club) if not season.closed_at and season.ends >= club.today]
    first = max([club.today, *(season.starts for season in open_seasons[:1])])
    last = max(planned_sessions, key=lambda session: session.held_on, default=None)
    if last is None:
        return [_date_pick(first, _USUAL_TIME, "")]
    next_usual_day = last.held_on + _WEEK * max(0, -(-(first - last.held_on).days // 7))
    usual_days = [
        day for week in range(_MAX_SUGGESTIONS + 1) if (day := next_usual_day + week * _WEEK) not in held_days
    ][:_MAX_SUGGESTIONS]
    days = usual_days if club.today in {*held_days, *usual_days} else [*usual_days, club.today]
    return [_date_pick(day, last.starts, last.room) for day in days]


def _date_pick(day: date, starts: time, room: str) -> Pick:
    return Pick(f"{day} {starts:%H:%M} {room}".strip(), f"{day:%A}")


def _check_not_begun(session: Session, club: Club) -> None:
    schedule.check_not_begun(club, f"{session.id}")


def _describe_change(change_text: str) -> Callable[[Session], str]:
    return lambda session: f"{session_day(session)}, {session.starts:%H:%M}, is {change_text}."
