"""Projections of seasons, sessions and attendance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put, signer
from referee.store.projections.kind import EventKind

_SCORED: Final = ("starts", "ends", "best_k", "min_sessions", "lot_seed", "ties")


def season_begun(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the beginning of a season. Its scoring is frozen."""
    data = event.data
    scoring = {column: data[column] for column in _SCORED}
    name = texts.get("name", f"Season {data['season']}")
    yield Put("season", {"id": data["season"]}, {"name": name, **scoring, "made_at": event.at, "closed_at": None})


def season_closed(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the closing of a season."""
    yield Alter("season", {"id": event.data["season"]}, {"closed_at": event.at})


def season_reopened(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the reopening of a season."""
    yield Alter("season", {"id": event.data["season"]}, {"closed_at": None})


def calendar_set(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for new calendar settings: announced sessions get a new sequence number."""
    for session, sequence in event.data["announced"]:
        yield Alter("session", {"id": session}, {"sequence": sequence})


def house_rules_set(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for new house rules of a game for the rest of a season."""
    data = event.data
    values = {"season_id": data["season"], "game": data["game"], "options": data["options"]}
    yield Put("house_rules", {"id": data["rules"]}, {**values, "at": event.at, "by": signer(event, texts)})


def session_planned(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a planned session, or for a cancelled one that was reinstated."""
    season = {"season_id": event.data["season"], "cancelled_at": None}
    yield Put("session", {"id": event.data["session"]}, {**season, **_announced_columns(event, texts)})


def session_changed(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a session with a new time, room or note."""
    yield Alter("session", {"id": event.data["session"]}, _announced_columns(event, texts))


def session_cancelled(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a cancelled session."""
    cancelled = {"note": texts.get("note", ""), "sequence": event.data["sequence"], "cancelled_at": event.at}
    yield Alter("session", {"id": event.data["session"]}, cancelled)


def session_opened(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the opening of a session."""
    yield Alter("session", {"id": event.data["session"]}, {"opened_at": event.at})


def session_closed(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the closing of a session."""
    yield Alter("session", {"id": event.data["session"]}, {"closed_at": event.at})


def session_reopened(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the reopening of a session."""
    yield Alter("session", {"id": event.data["session"]}, {"closed_at": None})


def checked_in(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for members who checked in to a session."""
    for member in event.data["members"]:
        key = {"session_id": event.data["session"], "member_id": member}
        yield Put("attendance", key, {"at": event.at, "by": signer(event, texts)})


def check_in_undone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for members who were checked in by mistake."""
    for member in event.data["members"]:
        yield Drop("attendance", {"session_id": event.data["session"], "member_id": member})


def checked_out(_event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return no changes: members who were checked out still count as present. Everything else is read from the log."""
    return ()


def check_out_undone(_event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return no changes: members who had been checked out are back."""
    return ()


def _announced_columns(event: Event, texts: Mapping[str, str]) -> dict[str, object]:
    """Return the announced columns of a session."""
    values = {column: event.data[column] for column in ("held_on", "starts", "sequence")}
    return {**values, "room": texts.get("room", ""), "note": texts.get("note", "")}


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.SEASON_BEGUN: season_begun,
    EventKind.SEASON_CLOSED: season_closed,
    EventKind.SEASON_REOPENED: season_reopened,
    EventKind.CALENDAR_SET: calendar_set,
    EventKind.HOUSE_RULES_SET: house_rules_set,
    EventKind.SESSION_PLANNED: session_planned,
    EventKind.SESSION_CHANGED: session_changed,
    EventKind.SESSION_CANCELLED: session_cancelled,
    EventKind.SESSION_OPENED: session_opened,
    EventKind.SESSION_CLOSED: session_closed,
    EventKind.SESSION_REOPENED: session_reopened,
    EventKind.CHECKED_IN: checked_in,
    EventKind.CHECKED_OUT: checked_out,
}
RETRACTIONS: Final[Mapping[EventKind, Projection]] = {
    EventKind.CHECKED_IN: check_in_undone,
    EventKind.CHECKED_OUT: check_out_undone,
}
TABLES: Final = ("season", "house_rules", "session", "attendance")
