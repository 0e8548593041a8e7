"""Projections of undoing and redoing: which events no longer count.

The data of an event that undoes has ``undoes``, a list of ``[n, table, row]`` for each undone event, with the row that
it had created, if any: the number of an undone row is given to no other. It may have ``announced``, a list of
``[session, sequence]``, as calendars take a session back to an earlier day only under a higher sequence. The data of an
event that redoes has the same; what it lists as ``undoes`` counts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put
from referee.store.projections.kind import EventKind


def undone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Events were undone."""
    for number, table, row in event.data["undoes"]:
        yield Put("undone_event", {"n": number}, {"created_table": table, "created_id": row})
    yield from _announced(event)


def redone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Events that were undone count again."""
    for number, *_ in event.data["undoes"]:
        yield Drop("undone_event", {"n": number})
    yield from _announced(event)


def _announced(event: Event) -> Iterable[Change]:
    for session, sequence in event.data.get("announced", ()):
        yield Alter("session", {"id": session}, {"sequence": sequence})


HANDLERS: Final[Mapping[EventKind, Projection]] = {EventKind.UNDONE: undone, EventKind.REDONE: redone}
TABLES: Final = ("undone_event", "session")
