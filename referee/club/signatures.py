"""Signatures: events are signed by member number, because a name may have to be erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Protocol

from referee.club.text.names import clean_text, signature, signer, with_marks
from referee.store.events.event import Event, EventText
from referee.store.events.log import LogWriter
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import SIGNER, Change
from referee.store.moment import in_utc
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_UNDONE: Final = ContextVar("the number of the event that is being undone", default=0)


@contextmanager
def undoing(event: int) -> Iterator[None]:
    """Mark every event written in this context as undoing an event, by its number."""
    before = _UNDONE.set(event)
    try:
        yield
    finally:
        _UNDONE.reset(before)


@dataclass(frozen=True, slots=True)
class SigningPhone:
    """A player's phone by its `number`; `via` is the name or mark of the person who serves it."""

    number: int
    via: str


class Signer(Protocol):
    """The actor of a transaction: a clock and a signature."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """The function that returns the current time."""

    @property
    def phone(self) -> SigningPhone | None:
        """The phone that writes, or None."""

    def signed(self) -> str:
        """Return the actor's name or mark. Raises `ClubFault` if it is not a valid text."""


@dataclass(frozen=True, eq=False)
class Writing(Transaction):
    """A transaction that changes the club. All of its events have the same `moment` and the same actor."""

    acting: Signer

    @cached_property
    def moment(self) -> datetime:
        """The time of the transaction."""
        return self.acting.clock()

    @cached_property
    def actor(self) -> str:
        """The actor's signature as stored: a mark for a member, whose name may have to be erased."""
        return signature(self.acting.signed(), names(self))

    def append(
        self,
        kind: EventKind,
        data: Mapping[str, Any],
        *,
        match: int | None = None,
        key: str = "",
        texts: Iterable[EventText] = (),
    ) -> Event:
        """Append an event to the log, update the projected tables, and return the event.

        Put names and typed texts into `texts`, and refer to members by number in `data`.
        """
        mark = self.actor if signer(self.actor) is not None else ""
        all_texts = (*texts, EventText(SIGNER, self.actor)) if self.actor and not mark else texts
        changed: list[Change] = []

        def noted(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
            changes = tuple(project(event, texts))
            changed.extend(changes)
            return changes

        if undone := _UNDONE.get():
            data = {**data, "undoes": undone}
        via = ""
        if phone := self.acting.phone:
            data = {**data, "phone": phone.number}
            served_by = signature(phone.via, names(self))
            via = served_by if signer(served_by) is not None else ""
        appending = LogWriter(self, self.club, in_utc(self.moment), noted, mark, via)
        event = appending.append(kind, data, match=match, key=key, texts=all_texts)
        self.refresh_changed(lambda projection: any(_touches(change, projection) for change in changed))
        return event

    def undo(self, event: Event, texts: Iterable[EventText] = (), **follows: Any) -> Event:
        """Append that an event is undone, with further data (`follows`), and return the new event."""
        data = {"event": event.n, "kind": event.kind, **follows}
        return self.append(EventKind.UNDONE, data, match=event.match, texts=texts)

    def remove_texts(self, texts: Iterable[tuple[int, str]]) -> None:
        """Delete texts from the log for good, each by event number and part, and rebuild the projected tables."""
        for n, part in texts:
            self.do("DELETE FROM private WHERE club = ? AND n = ? AND part = ?", self.club, n, part)
        rebuild_tables(self, self.club, project, PROJECTIONS)
        self.refresh_changed(lambda projection: projection.__tablename__ in PROJECTIONS)

    def next(self, table: str) -> int:
        """Return the next free row number of a table. No other transaction can take it in the meantime."""
        [(last,)] = self.rows(f'SELECT max(id) FROM "{table}"')
        return int(last or 0) + 1


def _touches(change: Change, projection: Any) -> bool:
    """Tell whether a change concerns the row of a projection that is held in memory."""
    same = change.table == projection.__tablename__
    return same and all(getattr(projection, name) == value for name, value in change.key.items())


def names(tx: Transaction) -> dict[int, str]:
    """Return the names of everyone who was ever on the roster, by number; current members come last."""
    return dict(tx.rows("SELECT id, name FROM member ORDER BY merged_into IS NULL, id"))


def reason_texts(tx: Transaction, reason: str) -> tuple[EventText, ...]:
    """Return a reason as event texts, with members by number; empty without a reason."""
    text = with_marks(clean_text(reason, "the reason"), (), names(tx))
    return (EventText("reason", text),) if text else ()


def numbers_now(tx: Transaction) -> dict[int, int]:
    """Return the current number of each member: their own, or that of the member they were merged into."""
    into: dict[int, int | None] = dict(tx.rows("SELECT id, merged_into FROM member"))
    return {number: _last(number, into) for number in into}


def _last(number: int, into: dict[int, int | None]) -> int:
    visited = {number}
    while (
        next_member := into[number]
    ) in into and next_member not in visited:  # a damaged file may have a missing member, or a cycle
        visited.add(number := next_member)
    return number
