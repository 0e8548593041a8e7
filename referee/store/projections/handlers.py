"""The projection of any event by its kind, and the names of the projected tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Change, Projection
from referee.store.faults import StoreNewer
from referee.store.projections import calendar, disputes, draws, people, play, tournaments, undoing
from referee.store.projections.kind import EventKind

RETRACTIONS: Final[Mapping[str, Projection]] = {
    kind: handler
    for module in (people, calendar, play, disputes, draws)
    for kind, handler in module.RETRACTIONS.items()
}
"""The projection of an event that retracts one of this kind."""


def retracted(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the retraction of an event. Its data have the retracted kind."""
    return RETRACTIONS[event.data["kind"]](event, texts)


HANDLERS: Final[Mapping[str, Projection]] = {EventKind.RETRACTED: retracted} | {
    kind: handler
    for module in (people, calendar, play, disputes, draws, tournaments, undoing)
    for kind, handler in module.HANDLERS.items()
}
PROJECTIONS: Final = (
    "charter", "member", "season", "house_rules", "session", "attendance", "draw", "drawn", "apart", "match", "seat",
    "placing", "dispute", "party", "penalty", "tournament", "tournament_entry", "undone_event",
)  # fmt: skip
"""The tables that are projected from events alone, each after those that its rows refer to."""


_ALL_TABLES: Final = (
    EventKind.RETRACTED, EventKind.MEMBER_MERGED, EventKind.MEMBER_FORGOTTEN, EventKind.SEAT_CORRECTED,
    EventKind.DISPUTE_RULED,
)  # fmt: skip
"""The kinds that change tables of more than one module."""


def kinds_touching(tables: Collection[str]) -> list[str]:
    """Return the kinds of events that may change some of these tables."""
    modules = (people, calendar, play, disputes, draws, tournaments, undoing)
    of_modules = {kind for module in modules if not set(tables).isdisjoint(module.TABLES) for kind in module.HANDLERS}
    return sorted(of_modules.union(_ALL_TABLES))


def project(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes to the projected tables for an event. Raise `StoreNewer` for an unknown kind.

    `texts` has the event's texts by part, without erased ones.
    """
    check_kind(event)
    return HANDLERS[event.kind](event, texts)


def check_kind(event: Event) -> None:
    """Raise `StoreNewer` for an event of an unknown kind, or for the retraction of one."""
    if event.kind not in HANDLERS or (event.kind == EventKind.RETRACTED and event.data.get("kind") not in RETRACTIONS):
        raise StoreNewer(f"event {event.n} ({event.kind}) was written by a newer version of referee. Update referee.")
