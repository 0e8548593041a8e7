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
    """Give every event written meanwhile the number of the event that it undoes."""
    before = _UNDONE.set(event)
    try:
        yield
    finally:
        _UNDONE.reset(before)


@dataclass(frozen=True, slots=True)
class SigningPhone:
    """A player's phone of the evening by its `number`; `via` is who serves it, by their name or mark."""

    number: int
    via: str


class Signer(Protocol):
    """Whoever works on a club: by which clock, and signing as whom."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """Tells the time."""

    @property
    def phone(self) -> SigningPhone | None:
        """The phone by which is written down what is, if it is one."""

    def signed(self) -> str:
        """Return who acts. Raises `ClubFault` when that cannot be a name."""


@dataclass(frozen=True, eq=False)
class Writing(Transaction):
    """A change of the club: all that it writes down is of one `moment`, and signed by whoever is `acting`."""

    acting: Signer

    @cached_property
    def moment(self) -> datetime:
        """The moment of the change."""
        return self.acting.clock()

    @cached_property
    def actor(self) -> str:
        """Who acts as it is kept, which a member's name is not: it may have to be forgotten."""
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
        """Append an event to the log, bring the tables up to date, and return it.

        Names, and whatever somebody typed, belong into `texts`; members stand in the `data` by number.
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
        """Append that an event is undone, with what else follows from that, and return what was appended."""
        data = {"event": event.n, "kind": event.kind, **follows}
        return self.append(EventKind.UNDONE, data, match=event.match, texts=texts)

    def remove_texts(self, texts: Iterable[tuple[int, str]]) -> None:
        """Take texts out of the log for good, each by its event and its part; the tables follow."""
        for n, part in texts:
            self.do("DELETE FROM private WHERE club = ? AND n = ? AND part = ?", self.club, n, part)
        rebuild_tables(self, self.club, project, PROJECTIONS)
        self.refresh_changed(lambda projection: projection.__tablename__ in PROJECTIONS)

    def next(self, table: str) -> int:
        """Return the number that the next row of a table has. Nobody else can take it meanwhile."""
        [(last,)] = self.rows(f'SELECT max(id) FROM "{table}"')
        return int(last or 0) + 1


def _touches(change: Change, projection: Any) -> bool:
    """Tell whether a change is one of a row that is held, by how that was."""
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
    ) in into and next_member not in visited:  # a damaged file may lead nowhere, or in a circle
        visited.add(number := next_member)
    return number
