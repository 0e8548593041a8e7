"""What follows from any event, by its kind; and the tables that hold nothing else."""

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
"""What follows where an event of a kind is undone."""


def undone(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """An event was undone, of which this one has the kind."""
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
"""The tables that hold what follows from events, and nothing besides."""


def project(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return what follows from an event, with its texts by their parts; those that were removed are missing.

    Raises `StoreNewer` for a kind that is not known here.
    """
    check_kind(event)
    return HANDLERS[event.kind](event, texts)


def check_kind(event: Event) -> None:
    """Raise `StoreNewer` for an event of a kind that is not known here, or that undoes one of such a kind."""
    if event.kind not in HANDLERS or (event.kind == EventKind.UNDONE and event.data.get("kind") not in UNDONE):
        raise StoreNewer(f"event {event.n} ({event.kind}) was written by a newer version of referee. Update referee.")
