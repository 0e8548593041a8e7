"""The schedule of a season: planning, moving and cancelling sessions, and listing those of all seasons."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, time

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


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """A planned session: its day, its start, its room, and a note."""

    date: date
    starts: time
    room: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A planned season: its sessions in order, its scoring, and the house rules of each game.

    A score is the sum of the `best_k` best sessions; a member with fewer than `min_sessions` is not ranked. `skipped`
    has the days without a session, each with a reason. Optional are the order of tie-breaks, a time zone, the length of
    an evening in minutes, and the region whose public holidays are skipped.
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


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The result of loading a schedule: the season, and the sessions added, changed and kept.

    `unplanned` are sessions that are not in the schedule, which stay as they are. `house_rules` has the options of each
    game whose house rules changed, and `skipped` the days without a session, with the reasons.
    """

    season: Season
    skipped: Mapping[date, str]
    added: tuple[Session, ...]
    changed: tuple[Session, ...]
    kept: tuple[Session, ...]
    unplanned: tuple[Session, ...]
    house_rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session with its season, its attendance, and the number of tables played."""

    session: Session
    season: str
    came: int
    tables: int


def sessions(club: Club, season: str | None = None) -> list[Session]:
    """Return the sessions of a season in order, including cancelled ones."""
    with club.reading() as tx:
        return _of(tx, seasons.find_season(tx, season, club.today))


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
    """Plan a session, or plan a cancelled one again; return it."""
    with club.writing() as tx:
        planned = PlannedSession(held_on, starts, clean_text(room, "the room"), clean_text(note, "the note"))
        return _planned(tx, seasons.find_season(tx, season, held_on), planned)


def move(
    club: Club,
    session: str,
    *,
    to: date | None = None,
    starts: time | None = None,
    room: str | None = None,
    note: str | None = None,
) -> Session:
    """Move a session that has not begun to another day, hour or room."""
    with club.writing() as tx:
        session_row = _not_begun(find_session(tx, session))
        season = get_row(tx, Season, session_row.season_id)
        if to is not None and to != session_row.held_on:
            _refuse_day(tx, season, to)
        changed = PlannedSession(
            session_row.held_on if to is None else to,
            session_row.starts if starts is None else starts,
            session_row.room if room is None else clean_text(room, "the room"),
            session_row.note if note is None else clean_text(note, "the note"),
        )
        return _changed(tx, session_row, changed)


def check_not_begun(club: Club, session: str) -> None:
    """Raise a fault unless a session is still planned. Call it before the user types the change."""
    with club.reading() as tx:
        _not_begun(find_session(tx, session))


def cancel(club: Club, session: str, *, note: str = "") -> Session:
    """Cancel a session that has not begun; it stays in the calendar, marked."""
    return cancel_all(club, {session: note})[0]


def cancel_all(club: Club, notes: Mapping[str, str]) -> list[Session]:
    """Cancel sessions that have not begun, each with a note: all of them, or none."""
    with club.writing() as tx:
        cancelled = []
        for session, note in notes.items():
            session_row = _not_begun(find_session(tx, session))
            reason = clean_text(note, "the note") or session_row.note
            data = {"session": session_row.id, "sequence": session_row.sequence + 1}
            tx.append(EventKind.SESSION_CANCELLED, data, texts=[EventText("note", reason)] if reason else ())
            cancelled.append(get_row(tx, Session, session_row.id))
        return cancelled


def load(club: Club, plan: SeasonPlan) -> LoadResult:
    """Load a schedule: begin its season if necessary, add new sessions, and change moved ones.

    Loading it again changes nothing. Sessions that have begun are not touched, and none are removed.
    """
    with club.writing() as tx:
        season = _season_of(tx, plan)
        planned = {session.held_on: session for session in _of(tx, season)}
        added, changed, unchanged = [], [], []
        for planned_session in plan.sessions:
            existing = planned.pop(planned_session.date, None)
            if existing is None:
                added.append(_planned(tx, season, planned_session))
            elif existing.status == "planned" and planned_session != _as_planned(existing):
                changed.append(_changed(tx, existing, planned_session))
            else:
                unchanged.append(existing)
        stated = settings.CalendarSettings(plan.zone, plan.minutes, plan.holidays)
        settings.save_settings(
            tx, season, stated, [row for row in (*unchanged, *planned.values()) if row.status == "planned"]
        )
        ruled = {}
        for game, options in plan.house_rules.items():
            book = house_rules.find_rulebook(game)
            wanted = house_rules.parse_options(book, write_each_option(options))
            if wanted != house_rules.season_options(tx, season, book):
                house_rules.add_version(tx, club, season, book, wanted)
                ruled[game] = wanted
        return LoadResult(
            season, plan.skipped, tuple(added), tuple(changed), tuple(unchanged), tuple(planned.values()), ruled
        )


def preview_load(club: Club, plan: SeasonPlan) -> LoadResult:
    """Return the result that loading a schedule would have, without changing anything."""
    with suppress(_RolledBack), club.together() as one_club:
        result = load(one_club, plan)
        raise _RolledBack
    return result


class _RolledBack(Exception):
    """Raised to roll back a preview."""


def _season_of(tx: Writing, plan: SeasonPlan) -> Season:
    season = first_row(select_rows(tx, Season, "WHERE name = ?", valid_title(plan.name, "season")))
    if season is None:
        return seasons.create_season(
            tx, plan.name, plan.starts, plan.ends, plan.best_k, plan.min_sessions, ties=plan.ties or ""
        )
    frozen = {field: getattr(season, field) for field in ("starts", "ends", "best_k", "min_sessions")}
    wanted = {field: getattr(plan, field) for field in frozen}
    if plan.ties is not None:
        frozen["ties"], wanted["ties"] = ",".join(parse_tie_steps(season.ties)), plan.ties
    if differing := [field for field in frozen if frozen[field] != wanted[field]]:
        current_text = join_words(f"{field} {frozen[field]}" for field in differing)
        stated = join_words(str(wanted[field]) for field in differing)
        raise ClubFault(
            f"The schedule has {stated}, but the season {season.name} was started with {current_text}. "
            "These are fixed once it has started."
        )
    return season


def _of(tx: Transaction, season: Season) -> list[Session]:
    return select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on", season.id)


def _planned(tx: Writing, season: Season, plan: PlannedSession) -> Session:
    existing = _on(tx, season, plan.date)
    if existing and existing.cancelled_at:
        _say(tx, EventKind.SESSION_PLANNED, existing.id, _as_planned(existing), existing.sequence + 1, season=season.id)
        return _changed(tx, get_row(tx, Session, existing.id), plan)
    _refuse_day(tx, season, plan.date)
    number = tx.next("session")
    _say(tx, EventKind.SESSION_PLANNED, number, plan, 0, season=season.id)
    return get_row(tx, Session, number)


def _on(tx: Transaction, season: Season, day: date) -> Session | None:
    return first_row(select_rows(tx, Session, "WHERE season_id = ? AND held_on = ?", season.id, f"{day}"))


def _refuse_day(tx: Transaction, season: Season, day: date) -> None:
    """Raise a fault if a season cannot have another session on a day."""
    if season.closed_at:
        raise ClubFault(f"The season {season.name} is closed.")
    if not season.starts <= day <= season.ends:
        raise ClubFault(f"{day} is outside the season {season.name}, which runs from {season.starts} to {season.ends}.")
    if existing := _on(tx, season, day):
        raise ClubFault(f"There is already a session on {day}, which is {existing.status}.")


def _not_begun(session: Session) -> Session:
    if session.status != "planned":
        raise ClubFault(f"The session of {session.held_on} is {session.status}. Only a planned session can be changed.")
    return session


def _changed(tx: Writing, session: Session, plan: PlannedSession) -> Session:
    before = _as_planned(session)
    if plan != before:
        has_moved = (before.date, before.starts) != (plan.date, plan.starts)
        previous_data = {"was": [f"{before.date}", f"{before.starts:%H:%M}"]} if has_moved else {}
        _say(tx, EventKind.SESSION_CHANGED, session.id, plan, session.sequence + 1, **previous_data)
    return get_row(tx, Session, session.id)


def _say(tx: Writing, kind: EventKind, session: int, plan: PlannedSession, sequence: int, **more: object) -> None:
    """Append an event with the announced details of a session."""
    data = {"session": session, "held_on": f"{plan.date}", "starts": f"{plan.starts:%H:%M:%S.%f}", "sequence": sequence}
    texts = (EventText("room", plan.room), EventText("note", plan.note))
    tx.append(kind, {**data, **more}, texts=[text for text in texts if text.text])


def _as_planned(session: Session) -> PlannedSession:
    return PlannedSession(session.held_on, session.starts, session.room, session.note)
