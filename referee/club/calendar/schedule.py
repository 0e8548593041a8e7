"""The schedule of a season: planning, moving, cancelling and listing sessions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from datetime import date, time

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.calendar import house_rules, seasons, settings
from referee.club.calendar.sessions import find_session
from referee.club.folder import Club
from referee.club.scoring_rules import parse_tie_steps
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import clean_text, valid_title
from referee.rules import write_each_option
from referee.store.events.event import EventText
from referee.store.plain_rows import Season, Session, first_row, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class PlannedSession:
    """A planned session: its day, its start, its room, and a note."""

    date: date
    starts: time
    room: str
    note: str = ""


@frozen
class SeasonPlan:
    """A planned season: its sessions in order, its scoring, and the house rules of each game.

    A member's score is the sum of the `best_k` best sessions. A member with fewer than `min_sessions` is not ranked.
    `skipped` maps days without a session to reasons. The tie-break order, the time zone, the length of an evening in
    minutes, the holiday region and the order of day and month are optional.
    """

    name: str
    starts: date
    ends: date
    best_k: int
    min_sessions: int
    sessions: tuple[PlannedSession, ...]
    house_rules: Mapping[str, Mapping[str, str]]
    skipped: Mapping[date, str] = field(default_factory=dict)
    ties: str | None = None
    zone: str = ""
    minutes: int = 0
    holidays: str = ""
    dates: str = ""


@frozen
class LoadResult:
    """The result of loading a schedule: the season, and the sessions added, changed and kept.

    `unplanned` sessions are missing from the schedule and stay unchanged. `house_rules` has the options of each game
    with changed house rules. `skipped` maps days without a session to reasons.
    """

    season: Season
    skipped: Mapping[date, str]
    added: tuple[Session, ...]
    changed: tuple[Session, ...]
    kept: tuple[Session, ...]
    unplanned: tuple[Session, ...]
    house_rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@frozen
class SessionSummary:
    """A session with its season, its attendance, and the number of tables played."""

    session: Session
    season: str
    attendance: int
    tables: int


def sessions(club: Club, season: str | None = None) -> list[Session]:
    """Return the sessions of a season in order, including cancelled ones."""
    with club.reading() as tx:
        return _season_sessions(tx, seasons.find_season(tx, season, club.today))


def evenings(club: Club) -> list[SessionSummary]:
    """Return the sessions of all seasons in order, including planned and cancelled ones."""
    with club.reading() as tx:
        attendance = dict(tx.rows("SELECT session_id, count(*) FROM attendance GROUP BY session_id"))
        tables = dict(tx.rows('SELECT session_id, count(*) FROM "match" GROUP BY session_id'))
        names = dict(tx.rows("SELECT id, name FROM season"))
        return [
            SessionSummary(session, names[session.season_id], attendance.get(session.id, 0), tables.get(session.id, 0))
            for session in select_rows(tx, Session, "ORDER BY held_on, id")
        ]


def add(
    club: Club, held_on: date, starts: time, *, room: str = "", note: str = "", season: str | None = None
) -> Session:
    """Plan a session, or plan a cancelled session again. Return it."""
    with club.writing() as tx:
        plan = PlannedSession(held_on, starts, clean_text(room, "the room"), clean_text(note, "the note"))
        return _plan_session(tx, seasons.find_season(tx, season, held_on), plan)


def move(
    club: Club,
    session: str,
    *,
    to: date | None = None,
    starts: time | None = None,
    room: str | None = None,
    note: str | None = None,
) -> Session:
    """Move a planned session to another day, time or room. Return it."""
    with club.writing() as tx:
        session_row = _refuse_begun(find_session(tx, session))
        season = get_row(tx, Season, session_row.season_id)
        if to is not None and to != session_row.held_on:
            _refuse_day(tx, season, to)
        plan = PlannedSession(
            session_row.held_on if to is None else to,
            session_row.starts if starts is None else starts,
            session_row.room if room is None else clean_text(room, "the room"),
            session_row.note if note is None else clean_text(note, "the note"),
        )
        return _change_session(tx, session_row, plan)


def check_not_begun(club: Club, session: str) -> None:
    """Raise `ClubFault` unless a session is still planned. Call this before the user types the change."""
    with club.reading() as tx:
        _refuse_begun(find_session(tx, session))


def cancel(club: Club, session: str, *, note: str = "") -> Session:
    """Cancel a planned session and return it. It stays in the calendar, marked as cancelled."""
    return cancel_all(club, {session: note})[0]


def cancel_all(club: Club, notes: Mapping[str, str]) -> list[Session]:
    """Cancel planned sessions, each with a note: all of them, or none. Return them."""
    with club.writing() as tx:
        cancelled = []
        for session, note in notes.items():
            session_row = _refuse_begun(find_session(tx, session))
            reason = clean_text(note, "the note") or session_row.note
            data = {"session": session_row.id, "sequence": session_row.sequence + 1}
            tx.append(EventKind.SESSION_CANCELLED, data, texts=[EventText("note", reason)] if reason else ())
            cancelled.append(get_row(tx, Session, session_row.id))
        return cancelled


def load(club: Club, plan: SeasonPlan) -> LoadResult:
    """Load a schedule: begin its season if necessary, add new sessions, and change moved ones.

    Loading it again changes nothing. Sessions that have begun stay unchanged, and no session is removed.
    """
    with club.writing() as tx:
        season = _find_or_create_season(tx, plan)
        sessions_by_day = {session.held_on: session for session in _season_sessions(tx, season)}
        added_sessions, changed_sessions, unchanged_sessions = [], [], []
        for planned_session in plan.sessions:
            stored_session = sessions_by_day.pop(planned_session.date, None)
            if stored_session is None:
                added_sessions.append(_plan_session(tx, season, planned_session))
            elif stored_session.status == "planned" and planned_session != _planned_session(stored_session):
                changed_sessions.append(_change_session(tx, stored_session, planned_session))
            else:
                unchanged_sessions.append(stored_session)
        calendar_settings = settings.CalendarSettings(plan.zone, plan.minutes, plan.holidays, plan.dates)
        settings.save_settings(
            tx,
            season,
            calendar_settings,
            [row for row in (*unchanged_sessions, *sessions_by_day.values()) if row.status == "planned"],
        )
        changed_rules = {}
        for game, options in plan.house_rules.items():
            book = house_rules.find_rulebook(game)
            options_before = house_rules.season_options(tx, season, book)
            # A rule that the file does not state is the season's own.
            new_options = house_rules.parse_options(book, write_each_option({**options_before, **options}))
            if new_options != options_before:
                house_rules.add_version(tx, club, season, book, new_options)
                changed_rules[game] = new_options
        return LoadResult(
            season,
            plan.skipped,
            tuple(added_sessions),
            tuple(changed_sessions),
            tuple(unchanged_sessions),
            tuple(sessions_by_day.values()),
            changed_rules,
        )


def preview_load(club: Club, plan: SeasonPlan) -> LoadResult:
    """Return the result of loading a schedule, without changing anything."""
    with suppress(_RolledBack), club.group_changes() as grouped_club:
        result = load(grouped_club, plan)
        raise _RolledBack
    return result


class _RolledBack(Exception):
    """A preview is rolled back."""


def _find_or_create_season(tx: Writing, plan: SeasonPlan) -> Season:
    season = first_row(select_rows(tx, Season, "WHERE name = ?", valid_title(plan.name, "season")))
    if season is None:
        return seasons.create_season(
            tx, plan.name, plan.starts, plan.ends, plan.best_k, plan.min_sessions, ties=plan.ties or ""
        )
    fixed = {field: getattr(season, field) for field in ("starts", "ends", "best_k", "min_sessions")}
    planned_values = {field: getattr(plan, field) for field in fixed}
    if plan.ties is not None:
        fixed["ties"], planned_values["ties"] = ",".join(parse_tie_steps(season.ties)), plan.ties
    if changed_fields := [field for field in fixed if fixed[field] != planned_values[field]]:
        current_text = join_words(f"{field} {fixed[field]}" for field in changed_fields)
        planned_text = join_words(str(planned_values[field]) for field in changed_fields)
        raise ClubFault(
            f"The schedule has {planned_text}, but the season {season.name} was started with {current_text}. "
            "These are fixed once it has started."
        )
    return season


def _season_sessions(tx: Transaction, season: Season) -> list[Session]:
    return select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on", season.id)


def _plan_session(tx: Writing, season: Season, plan: PlannedSession) -> Session:
    existing_session = _session_on(tx, season, plan.date)
    if existing_session and existing_session.cancelled_at:
        _append_details(
            tx,
            EventKind.SESSION_PLANNED,
            existing_session.id,
            _planned_session(existing_session),
            existing_session.sequence + 1,
            season=season.id,
        )
        return _change_session(tx, get_row(tx, Session, existing_session.id), plan)
    _refuse_day(tx, season, plan.date)
    number = tx.next_number("session")
    _append_details(tx, EventKind.SESSION_PLANNED, number, plan, 0, season=season.id)
    return get_row(tx, Session, number)


def _session_on(tx: Transaction, season: Season, day: date) -> Session | None:
    return first_row(select_rows(tx, Session, "WHERE season_id = ? AND held_on = ?", season.id, f"{day}"))


def _refuse_day(tx: Transaction, season: Season, day: date) -> None:
    """Raise `ClubFault` if a season cannot have another session on a day."""
    if season.closed_at:
        raise ClubFault(f"The season {season.name} is closed.")
    if not season.starts <= day <= season.ends:
        raise ClubFault(f"{day} is outside the season {season.name}, which runs from {season.starts} to {season.ends}.")
    if existing_session := _session_on(tx, season, day):
        raise ClubFault(f"There is already a session on {day}, which is {existing_session.status}.")


def _refuse_begun(session: Session) -> Session:
    if session.status != "planned":
        raise ClubFault(f"The session of {session.held_on} is {session.status}. Only a planned session can be changed.")
    return session


def _change_session(tx: Writing, session: Session, plan: PlannedSession) -> Session:
    stored_plan = _planned_session(session)
    if plan != stored_plan:
        has_moved = (stored_plan.date, stored_plan.starts) != (plan.date, plan.starts)
        previous_data = {"was": [f"{stored_plan.date}", f"{stored_plan.starts:%H:%M}"]} if has_moved else {}
        _append_details(tx, EventKind.SESSION_CHANGED, session.id, plan, session.sequence + 1, **previous_data)
    return get_row(tx, Session, session.id)


def _append_details(
    tx: Writing, kind: EventKind, session: int, plan: PlannedSession, sequence: int, **extra_data: object
) -> None:
    """Append an event with the announced details of a session."""
    data = {"session": session, "held_on": f"{plan.date}", "starts": f"{plan.starts:%H:%M:%S.%f}", "sequence": sequence}
    texts = (EventText("room", plan.room), EventText("note", plan.note))
    tx.append(kind, {**data, **extra_data}, texts=[text for text in texts if text.text])


def _planned_session(session: Session) -> PlannedSession:
    return PlannedSession(session.held_on, session.starts, session.room, session.note)
