"""What follows from an event that is made up."""

from collections.abc import Mapping
from typing import Any

from referee.store.events.event import Event, canonical_json
from referee.store.events.rows import Change
from referee.store.projections.handlers import project
from referee.store.projections.kind import EventKind

AT = "2026-11-16T19:30:00.000000+00:00"
WHO = "@#9"


def folded(
    kind: EventKind, data: Mapping[str, Any], texts: Mapping[str, str] | None = None, *, by: str = WHO, match: int = 0
) -> list[Change]:
    """Return the changes that follow from an event."""
    return list(project(happened(kind, data, by=by, match=match), texts or {}))


def undone(kind: EventKind, data: Mapping[str, Any]) -> list[Change]:
    """Return the changes that follow when an event of a kind is undone."""
    return folded(EventKind.RETRACTED, {"event": 7, "kind": kind, **data})


def happened(kind: EventKind, data: Mapping[str, Any], *, by: str = WHO, match: int = 0) -> Event:
    """Return an event at a fixed moment, perhaps at a table."""
    return Event(1, AT, by, "", kind, match or None, "", canonical_json(data), "")
