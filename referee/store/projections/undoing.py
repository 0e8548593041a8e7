"""Projections of undoing and redoing, which decide which events count.

The data of an undo event has ``undoes``, a list of ``[n, table, row]`` for each undone event. The row, if any, is the
one that it had created; its number is never used again. The data may also have ``announced``, a list of ``[session,
sequence]``, because calendars accept an earlier day only with a higher sequence.

The data of a redo event has the same fields, and the events in ``undoes`` count again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put
from referee.store.projections.kind import EventKind


def undone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for undone events."""
    for number, table, row in event.data["undoes"]:
        yield Put("undone_event", {"n": number}, {"created_table": table, "created_id": row})
    yield from _sequence_changes(event)


def redone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for undone events that count again."""
    for number, *_ in event.data["undoes"]:
        yield Drop("undone_event", {"n": number})
    yield from _sequence_changes(event)


def _sequence_changes(event: Event) -> Iterable[Change]:
    for session, sequence in event.data.get("announced", ()):
        yield Alter("session", {"id": session}, {"sequence": sequence})


HANDLERS: Final[Mapping[EventKind, Projection]] = {EventKind.UNDONE: undone, EventKind.REDONE: redone}
TABLES: Final = ("undone_event", "session")
