"""The activity log: the actions of officers and players in a club, read from its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from referee.cards.immutable import frozen
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


@frozen
class LogEntry:
    """One action: its event, and the event's texts by part. Removed texts are missing."""

    event: Event
    texts: Mapping[str, str]

    @property
    def place(self) -> str:
        """The event's name in messages."""
        return f"event {self.event.n} ({self.event.kind})"

    @property
    def data(self) -> dict[str, Any]:
        """The data of the event, a value for each field."""
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
        """The actor as stored: a member's mark, another name, or empty for nobody."""
        return signer(self.event, self.texts)

    @property
    def reason(self) -> str:
        """The stored reason, with marks for members; empty if there was none or it was removed."""
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

    `match` and `start` restrict them to one match and to entries from a moment on, and `limit` restricts their number.
    `filters` select by event data, such as a session's number; a list matches any of its values. Retractions of the
    `retracted` kinds are included. Undone entries are left out, unless `with_undone`.
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
    """Return the last entry of a kind, for one match or filtered by event data.

    The caller must know from a projection that there is one.
    """
    for entry in find_entries(tx, kind, match=match, limit=1, **filters):
        return entry
    raise StoreAltered(f"The log lacks an event of this kind: {kind}.", Do.AUDIT("See what was changed"))
