"""Seasons, their evenings and who came, as events tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Fold, nothing
from referee.store.kinds.kind import Kind


def session_opened(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """An evening began."""
    yield Alter("session", {"id": event.data["session"]}, {"opened_at": event.at})


def session_put_back(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """An evening was opened by mistake, and is planned again."""
    yield Alter("session", {"id": event.data["session"]}, {"opened_at": None})


def session_closed(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """An evening ended."""
    yield Alter("session", {"id": event.data["session"]}, {"closed_at": event.at})


def session_reopened(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """An evening that had ended goes on."""
    yield Alter("session", {"id": event.data["session"]}, {"closed_at": None})


FOLDS: Final[Mapping[Kind, Fold]] = {
    Kind.SEASON_BEGUN: nothing,
    Kind.SEASON_CLOSED: nothing,
    Kind.SESSION_PLANNED: nothing,
    Kind.SESSION_CHANGED: nothing,
    Kind.SESSION_CANCELLED: nothing,
    Kind.SESSION_OPENED: session_opened,
    Kind.SESSION_CLOSED: session_closed,
    Kind.SESSION_REOPENED: session_reopened,
    Kind.SESSION_PUT_BACK: session_put_back,
    Kind.CHECK_IN_UNDONE: nothing,
}
