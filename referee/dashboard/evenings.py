"""How a session is called on a screen."""

from __future__ import annotations

from referee.store.models import Session


def day(session: Session) -> str:
    """Return the day of a session, such as Monday 16 November 2026."""
    return f"{session.held_on:%A} {session.held_on.day} {session.held_on:%B %Y}"


def when(session: Session) -> str:
    """Return the day, the hour and the room of a session."""
    return f"{day(session)}, {session.starts:%H:%M}" + (f", {session.room}" if session.room else "")
