"""What was done in a club, as its log has it: when, by whom, and in what words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.store.events.event import Event
from referee.store.events.log import latest_events, texts_by_event
from referee.store.events.rows import signer
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.moment import in_utc
from referee.store.projections.kind import EventKind, describe
from referee.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that was done: its event, and those of its texts that are still there, by their parts."""

    event: Event
    texts: Mapping[str, str]

    @property
    def data(self) -> dict[str, Any]:
        """What belongs to it, by name."""
        return self.event.data

    @property
    def what(self) -> str:
        """What was done, in the words that officers read."""
        return describe(self.event.kind, self.data.get("kind"))

    @property
    def at(self) -> datetime:
        """When it was done."""
        return datetime.fromisoformat(self.event.at)

    @property
    def by(self) -> str:
        """Who did it as it is kept: a member's mark, the name of somebody else, or empty."""
        return signer(self.event, self.texts)

    @property
    def reason(self) -> str:
        """Why it was done, with marks for the members named; empty where nobody said, or it was removed."""
        return self.texts.get("reason", "")


def find_entries(
    tx: Transaction,
    *kinds: EventKind,
    undone: Sequence[EventKind] = (),
    match: int | None = None,
    since: datetime | None = None,
    most: int | None = None,
    **about: object,
) -> list[LogEntry]:
    """Return what was done of some kinds, the last first: at most so many, at one table and `since` a moment.

    With it comes what was `undone` of some kinds.
    What it was `about` is what its data has by these names, such as the number of a session, or one of several.
    """
    moment = in_utc(since) if since else ""
    having = {name: value if isinstance(value, list | tuple) else [value] for name, value in about.items()}
    events = latest_events(tx, tx.club, kinds, undone=undone, match=match, having=having, since=moment, most=most)
    texts = texts_by_event(tx, tx.club, events)
    return [LogEntry(event, texts[event.n]) for event in events]


def last_entry(tx: Transaction, kind: EventKind, *, match: int | None = None, **about: Any) -> LogEntry:
    """Return what was done last of a kind, at one table or `about` something, which a table says was done."""
    for entry in find_entries(tx, kind, match=match, most=1, **about):
        return entry
    raise StoreAltered(f"The log lacks an event of this kind: {kind}.", Do.AUDIT("See what was changed"))
