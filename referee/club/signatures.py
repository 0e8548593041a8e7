"""Signatures. Events are signed by member number, because a name may have to be erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Protocol

from referee.cards.immutable import frozen
from referee.club.text.names import clean_text, signature, signer, with_marks
from referee.store.events.event import Event, EventText
from referee.store.events.log import LogWriter
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import SIGNER, Change, apply_changes
from referee.store.moment import in_utc
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_NO_MARK: Final[Mapping[str, int]] = MappingProxyType({})
_UNDOING: Final = ContextVar("what marks the events written now", default=_NO_MARK)


@contextmanager
def undoing(event: int, *, redo: bool = False) -> Iterator[None]:
    """Mark every event written in this context as undoing an event, given its number; or as its `redo`."""
    token = _UNDOING.set({"redoes" if redo else "undoes": event})
    try:
        yield
    finally:
        _UNDOING.reset(token)


@frozen
class SigningPhone:
    """A player's phone by its `number`. `via` is the name or mark of the serving officer."""

    number: int
    via: str


class Signer(Protocol):
    """The actor of a transaction: a clock and a signature."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """The function that returns the current time."""

    @property
    def phone(self) -> SigningPhone | None:
        """The phone that writes; None for an officer."""

    def signature(self) -> str:
        """Return the actor's name or mark. Raise `ClubFault` if it is no valid text."""


@dataclass(frozen=True, eq=False)
class Writing(Transaction):
    """A transaction that changes the club. All of its events have the same `moment` and the same actor."""

    signer: Signer

    @cached_property
    def moment(self) -> datetime:
        """The time of the transaction."""
        return self.signer.clock()

    @cached_property
    def actor(self) -> str:
        """The actor's signature in stored form. A member is signed by a mark, because the name may have to be
        erased.
        """
        return signature(self.signer.signature(), names(self))

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

        Names and typed texts go into `texts`; `data` refers to members by number.
        """
        mark = self.actor if signer(self.actor) is not None else ""
        all_texts = (*texts, EventText(SIGNER, self.actor)) if self.actor and not mark else texts
        if kind not in (EventKind.UNDONE, EventKind.REDONE):
            data = {**data, **_UNDOING.get()}
        via = ""
        if phone := self.signer.phone:
            data = {**data, "phone": phone.number}
            server_mark = signature(phone.via, names(self))
            via = server_mark if signer(server_mark) is not None else ""
        writer = LogWriter(self, self.club, in_utc(self.moment), project, mark, via)
        return writer.append(kind, data, match=match, key=key, texts=all_texts)

    def retract(self, event: Event, texts: Iterable[EventText] = (), **details: Any) -> Event:
        """Append the retraction of an event, with further `details`. Return the new event."""
        data = {"event": event.n, "kind": event.kind, **details}
        return self.append(EventKind.RETRACTED, data, match=event.match, texts=texts)

    def apply(self, changes: Iterable[Change]) -> None:
        """Apply changes to the projected tables. Their event is appended next."""
        apply_changes(self, changes)

    def remove_texts(self, texts: Iterable[tuple[int, str]]) -> None:
        """Delete texts from the log for good, by event number and part. Rebuild the projected tables."""
        for number, part in texts:
            self.do("DELETE FROM private WHERE club = ? AND n = ? AND part = ?", self.club, number, part)
        rebuild_tables(self, self.club, project, PROJECTIONS)

    def next_number(self, table: str) -> int:
        """Return the next free row number of a table. Numbers of undone rows are not reused.

        No other transaction can take it meanwhile.
        """
        undone_query = "SELECT created_id FROM undone_event WHERE created_table = ?"
        [(last_number,)] = self.rows(
            f'SELECT max(id) FROM (SELECT id FROM "{table}" UNION ALL {undone_query}) AS numbers', table
        )
        return int(last_number or 0) + 1


def names(tx: Transaction) -> dict[int, str]:
    """Return the names of everyone who was ever on the roster, by number. Current members come last."""
    return dict(tx.rows("SELECT id, name FROM member ORDER BY merged_into IS NULL, id"))


def reason_texts(tx: Transaction, reason: str) -> tuple[EventText, ...]:
    """Return a reason as event texts, with marks for members; empty without a reason."""
    text = with_marks(clean_text(reason, "the reason"), (), names(tx))
    return (EventText("reason", text),) if text else ()


def current_member_numbers(tx: Transaction) -> dict[int, int]:
    """Return the current number of each member: their own, or the survivor's after a merge."""
    survivors: dict[int, int | None] = dict(tx.rows("SELECT id, merged_into FROM member"))
    return {number: _final_number(number, survivors) for number in survivors}


def _final_number(number: int, survivors: dict[int, int | None]) -> int:
    visited = {number}
    while (
        survivor := survivors[number]
    ) in survivors and survivor not in visited:  # a damaged file may have a missing member, or a cycle
        visited.add(number := survivor)
    return number
