"""The projection of any event, by its kind; and the names of the projected tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Change, Projection
from referee.store.faults import StoreNewer
from referee.store.projections import calendar, disputes, draws, people, play, tournaments
from referee.store.projections.kind import EventKind

UNDONE: Final[Mapping[str, Projection]] = {
    kind: handler for module in (people, calendar, play, disputes, draws) for kind, handler in module.UNDONE.items()
}
"""The projection of an event that undoes one of this kind."""


def undone(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """An event of the kind given in the data was undone."""
    return UNDONE[event.data["kind"]](event, texts)


HANDLERS: Final[Mapping[str, Projection]] = {EventKind.UNDONE: undone} | {
    kind: handler
    for module in (people, calendar, play, disputes, draws, tournaments)
    for kind, handler in module.HANDLERS.items()
}
PROJECTIONS: Final = (
    "charter", "member", "season", "house_rules", "session", "attendance", "draw", "drawn", "apart", "match", "seat",
    "placing", "dispute", "party", "penalty", "tournament", "tournament_entry",
)  # fmt: skip
"""The tables that are projected from events alone."""


def project(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes to the projected tables that follow from an event.

    `texts` has the event's free texts by part, without those that were erased.

    Raises `StoreNewer` for an unknown kind.
    """
    check_kind(event)
    return HANDLERS[event.kind](event, texts)


def check_kind(event: Event) -> None:
    """Raise `StoreNewer` for an event of an unknown kind, or one that undoes an event of an unknown kind."""
    if event.kind not in HANDLERS or (event.kind == EventKind.UNDONE and event.data.get("kind") not in UNDONE):
        raise StoreNewer(f"event {event.n} ({event.kind}) was written by a newer version of referee. Update referee.")
