"""The activity log: what was done in a club, when and by whom, read from its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from referee.store.decoding import decode_mapping, decode_moment, decoding
from referee.store.events.event import Event
from referee.store.events.log import latest_events, texts_by_event
from referee.store.events.rows import signer
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.moment import in_utc
from referee.store.projections.kind import EventKind, describe
from referee.store.transaction import Transaction

UNDONE_NUMBERS: Final = "SELECT n FROM undone_event"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An action: its event, and those of its texts that were not removed, by part."""

    event: Event
    texts: Mapping[str, str]

    @property
    def place(self) -> str:
        """How messages name the event."""
        return f"event {self.event.n} ({self.event.kind})"

    @property
    def data(self) -> dict[str, Any]:
        """The data of the event, by name."""
        with decoding(self.place):
            return decode_mapping(self.event.data_json)

    @property
    def action(self) -> str:
        """The action in words, for officers."""
        return describe(self.event.kind, self.data.get("kind"))

    @property
    def moment(self) -> datetime:
        """The time of the action."""
        with decoding(self.place):
            return decode_moment(self.event.at)

    @property
    def actor(self) -> str:
        """The actor as stored: a member's mark, another name, or empty."""
        return signer(self.event, self.texts)

    @property
    def reason(self) -> str:
        """The reason as stored, with marks for members; empty if there was none or it was removed."""
        return self.texts.get("reason", "")


def find_entries(
    tx: Transaction,
    *kinds: EventKind,
    retracted: Sequence[EventKind] = (),
    match: int | None = None,
    start: datetime | None = None,
    limit: int | None = None,
    with_undone: bool = False,
    **filters: object,
) -> list[LogEntry]:
    """Return the entries of some kinds, latest first.

    `match` and `start` limit them to one match and to entries from a moment on, and `limit` limits their number.
    Retractions of the `retracted` kinds are included. `filters` select by event data, such as a session's number; a
    list matches any of its values. Entries that were undone are left out, unless `with_undone`.
    """
    moment = in_utc(start) if start else ""
    field_values = {name: value if isinstance(value, list | tuple) else [value] for name, value in filters.items()}
    events = latest_events(
        tx,
        tx.club,
        kinds,
        retracted=retracted,
        match=match,
        having=field_values,
        since=moment,
        most=limit,
        without="" if with_undone else UNDONE_NUMBERS,
    )
    texts = texts_by_event(tx, tx.club, events)
    return [LogEntry(event, texts[event.n]) for event in events]


def last_entry(tx: Transaction, kind: EventKind, *, match: int | None = None, **filters: Any) -> LogEntry:
    """Return the last entry of a kind, for one match or selected by event data (`filters`).

    There must be one; the caller knows that from a projection.
    """
    for entry in find_entries(tx, kind, match=match, limit=1, **filters):
        return entry
    raise StoreAltered(f"The log lacks an event of this kind: {kind}.", Do.AUDIT("See what was changed"))
