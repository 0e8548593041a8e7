"""The club and who belongs to it, as events tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Change, Fold, Put, nothing
from referee.store.kinds.kind import Kind

BACKUPS: Final = 30
"""How many backups are kept of those made by themselves, until something else is said."""


def club_founded(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """The club was founded, and named."""
    yield Put(
        "charter",
        {"id": 1},
        {"name": texts.get("name", ""), "founded_at": event.at, "backups": BACKUPS, "shown_as": ""},
    )


def backups_kept(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """It was said how many backups are kept of those made by themselves."""
    yield Put("charter", {"id": 1}, {"backups": event.data["count"]})


def shown_as(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """It was said how somebody is shown in public, or all of whom nothing else is said."""
    if "member" not in event.data:
        yield Put("charter", {"id": 1}, {"shown_as": event.data["how"]})


FOLDS: Final[Mapping[Kind, Fold]] = {
    Kind.CLUB_FOUNDED: club_founded,
    Kind.BACKUPS_KEPT: backups_kept,
    Kind.BACKED_UP: nothing,
    Kind.RESTORED: nothing,
    Kind.MEMBER_ADDED: nothing,
    Kind.MEMBER_RENAMED: nothing,
    Kind.MEMBER_RETIRED: nothing,
    Kind.MEMBER_MERGED: nothing,
    Kind.MEMBER_FORGOTTEN: nothing,
    Kind.SHOWN_AS: shown_as,
    Kind.GUEST_RESULTS: nothing,
    Kind.TERM_BEGUN: nothing,
}
