"""The event log of a club. Events are read and checked, or appended, and never changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.store.events.event import (
    Event,
    EventText,
    canonical_json,
    chained_hash,
    check_storable,
    first_hash,
    with_salt,
)
from referee.store.events.rows import Projection, SqlTransaction, apply_changes
from referee.store.faults import StoreAltered, StoreMissing
from referee.store.hints import Do
from referee.store.projections.kind import EventKind

_COLUMNS: Final = 'e.n, e.at, e."by", e.via, e.kind, e.match, e.key, e.data, e.hash'
_EVENT: Final = ("club", "n", "at", "by", "via", "kind", "match", "key", "data", "hash")
_PRIVATE: Final = ("club", "n", "part", "person", "salt", "text")
_BEFORE: Final = "LEFT JOIN event b ON b.club = e.club AND b.n = e.n - 1"
_MANY: Final = 2000
_FEW: Final = 500
_NO_CONDITIONS: Final[Mapping[str, Collection[object]]] = MappingProxyType({})


@frozen
class Head:
    """The end of a log: the number of events, and the hash of the last."""

    n: int
    hash: str

    def __str__(self) -> str:
        return f"event {self.n}, {self.hash}"

    @property
    def short_text(self) -> str:
        """The head for reading aloud or copying by hand: the event number and the beginning of the hash."""
        return f"event {self.n}, {'-'.join(self.hash[start : start + 4] for start in range(0, 16, 4))}"


@frozen
class LogWriter:
    """A writer that appends events to a club's log, all with the same moment and actor.

    `at`, `by` and `via` have the meaning they have in `Event`. `project` returns the table changes for an event.
    """

    sql: SqlTransaction
    club: int
    at: str
    project: Projection
    by: str = ""
    via: str = ""

    def append(
        self,
        kind: str,
        data: Mapping[str, Any],
        *,
        match: int | None = None,
        key: str = "",
        texts: Iterable[EventText] = (),
    ) -> Event:
        """Append an event with its texts, update the projected tables, and return the event.

        The caller holds the club's write lock. Raise `ValueError` for values that cannot be stored.
        """
        salted = tuple(with_salt(text) for text in texts)
        last_head = head(self.sql, self.club)
        number = None if match is None else int(match)  # as it is kept, whatever it is printed as
        event = Event(last_head.n + 1, self.at, self.by, self.via, kind, number, key, canonical_json(data, salted), "")
        event = replace(event, hash=chained_hash(last_head.hash, event))
        check_storable(event)
        insert_events(self.sql, self.club, [(event, salted)])
        apply_changes(self.sql, self.project(event, {text.part: text.text for text in salted}))
        return event


def insert_events(sql: SqlTransaction, club: int, events: Iterable[tuple[Event, Iterable[EventText]]]) -> None:
    """Insert events with their salted texts after the last event."""
    columns, private = [], []
    for event, texts in events:
        columns.append(
            (
                club, event.n, event.at, event.by, event.via, event.kind, event.match, event.key or None,
                event.data_json, event.hash,
            )
        )  # fmt: skip
        private += [(club, event.n, text.part, text.person, text.salt, text.text) for text in texts]
    sql.insert_rows("event", _EVENT, columns)
    if private:
        sql.insert_rows("private", _PRIVATE, private)


def head(sql: SqlTransaction, club: int) -> Head:
    """Return the head of a club's log. Raise `StoreMissing` if there is no such club."""
    # Not a row that each event updates: many events in one transaction would take the square of their number.
    rows = sql.rows("SELECT n, hash FROM event WHERE club = ? ORDER BY n DESC LIMIT 1", club)
    if rows and not isinstance(rows[0][1], str):
        raise StoreAltered(f"event {rows[0][0]} was changed.", Do.AUDIT("See all of it"))
    return Head(*rows[0]) if rows else Head(0, _first_hash_of(sql, club))


def hash_at(sql: SqlTransaction, club: int, n: int) -> str:
    """Return the hash of event `n`, or the hash before the first event for 0; empty if there is no such event."""
    if n == 0:
        return _first_hash_of(sql, club)
    rows = sql.rows("SELECT hash FROM event WHERE club = ? AND n = ?", club, n)
    return str(rows[0][0]) if rows else ""


def events(
    sql: SqlTransaction, club: int, *, after: int = 0, match: int | Collection[int] | None = None
) -> Iterator[Event]:
    """Yield the events of a club, or of one or several tables, in order. Each is checked against the previous one.

    Raise `StoreAltered` at the first altered event. Only `referee.store.events.head_check` can tell that the last
    events are missing.
    """
    for event, fault in inspect_events(sql, club, after=after, match=match):
        if fault:
            raise StoreAltered(fault, Do.AUDIT("See all of it"))
        yield event


def inspect_events(
    sql: SqlTransaction, club: int, *, after: int = 0, match: int | Collection[int] | None = None
) -> Iterator[tuple[Event, str]]:
    """Yield the events as `events` does, each with a message on a fault at or before it; empty if there is none."""
    condition, values = "e.club = ? AND e.n > ?", list[object]()
    if isinstance(match, int):
        condition, values = f"{condition} AND e.match = ?", [match]
    elif match is not None:
        # Not at once by the tables: SQLite would go through the whole log, as that is in order.
        of_match, tables = _in_condition("match", match)
        condition, values = (
            f"{condition} AND e.n IN (SELECT n FROM event WHERE club = ? AND {of_match})",
            [club, *tables],
        )
    query = f"SELECT {_COLUMNS}, b.hash FROM event e {_BEFORE} WHERE {condition} ORDER BY e.n LIMIT ?"
    first, last_number, row_count = _first_hash_of(sql, club), after, _MANY
    while row_count == _MANY:
        rows = sql.rows(query, club, last_number, *values, _MANY)
        row_count = len(rows)
        for *columns, previous_hash in rows:
            event = _read_event(columns)
            fault = ""
            if match is None and event.n != last_number + 1:
                fault = f"event {last_number + 1} is missing from the log."
            elif not _follows(first, previous_hash, event):
                fault = f"event {event.n} ({event.kind}) was changed."
            last_number = event.n
            yield event, fault


def events_with_texts(
    sql: SqlTransaction, club: int, *, after: int = 0, match: int | Collection[int] | None = None
) -> Iterator[tuple[Event, list[EventText]]]:
    """Yield the events as `events` does, each with its remaining texts."""
    for event, fault, texts in inspect_events_with_texts(sql, club, after=after, match=match):
        if fault:
            raise StoreAltered(fault, Do.AUDIT("See all of it"))
        yield event, texts


def inspect_events_with_texts(
    sql: SqlTransaction, club: int, *, after: int = 0, match: int | Collection[int] | None = None
) -> Iterator[tuple[Event, str, list[EventText]]]:
    """Yield the events as `inspect_events` does, each with its remaining texts."""
    inspected = inspect_events(sql, club, after=after, match=match)
    while batch := list(islice(inspected, _MANY if match is None else _FEW)):
        numbers: list[object] = [event.n for event, _ in batch]
        condition, values = (
            _in_condition("n", numbers) if match is not None else ("n BETWEEN ? AND ?", [numbers[0], numbers[-1]])
        )
        texts: dict[int, list[EventText]] = {}
        query = f"SELECT n, part, text, person, salt FROM private WHERE club = ? AND {condition} ORDER BY n, part"
        for number, *text in sql.rows(query, club, *values):
            texts.setdefault(number, []).append(EventText(*text))
        for event, fault in batch:
            yield event, fault, texts.get(event.n, [])


def unlinked_events(
    sql: SqlTransaction, club: int, kinds: Sequence[str] = (), *, match: int | None = None
) -> Iterator[Event]:
    """Yield the events of some kinds, or of a table, that do not follow the previous hash.

    Events inserted by another program are among them.
    """
    condition, values = _in_condition("e.kind", kinds) if match is None else ("e.match = ?", [match])
    query = f"SELECT {_COLUMNS}, b.hash FROM event e {_BEFORE} WHERE e.club = ? AND {condition} ORDER BY e.n"
    first = _first_hash_of(sql, club)
    for *columns, previous_hash in sql.rows(query, club, *values):
        event = _read_event(columns)
        if not _follows(first, previous_hash, event):
            yield event


def latest_events(
    sql: SqlTransaction,
    club: int,
    kinds: Sequence[str],
    *,
    retracted: Sequence[str] = (),
    match: int | None = None,
    having: Mapping[str, Collection[object]] = _NO_CONDITIONS,
    since: str = "",
    most: int | None = None,
    without: str = "",
) -> list[Event]:
    """Return the latest events of some kinds, latest first.

    `most` is their maximum number; `match` and `since` restrict them to a table and to a time from a moment on.
    Retractions of the `retracted` kinds are included. With `having`, each named field of the data must have one of the
    given values. `without` is a query for the numbers to leave out.
    """
    if not all(having.values()):
        return []
    if retracted:
        kinds = (*kinds, EventKind.RETRACTED)
    # SQLite takes its key to be as good as an index, and goes through the whole log unless the club is hidden from it.
    of_club = "+e.club = ?" if "tournament" in having else "e.club = ?"
    conditions: list[tuple[str, Collection[object]]] = [(of_club, [club])]
    # Of most kinds all is found sooner from the end, where only the last of it is wanted.
    covers_most_kinds = most is not None and len(kinds) > len(EventKind) // 2
    if match is None and "tournament" not in having and not covers_most_kinds:
        kind_condition, _ = _in_condition("kind", kinds)
        conditions.append((f"e.n IN (SELECT n FROM event WHERE club = ? AND {kind_condition})", [club, *kinds]))
    else:
        conditions.append(_in_condition("e.kind", kinds))
    conditions += [
        _in_condition(sql.data_field(name), [str(value) for value in values]) for name, values in having.items()
    ]
    if retracted:
        of_retracted, _ = _in_condition(sql.data_field("kind"), retracted)
        conditions.append((f"(e.kind <> ? OR {of_retracted})", [EventKind.RETRACTED, *retracted]))
    if match is not None:
        conditions.append(("e.n IN (SELECT n FROM event WHERE club = ? AND match = ?)", [club, match]))
    if without:
        conditions.append((f"e.n NOT IN ({without})", []))
    if since:
        conditions.append(("e.at >= ?", [since]))
    condition_text = " AND ".join(condition for condition, _ in conditions)
    values = [value for _, values in conditions for value in values]
    at_most, limit = ("", ()) if most is None else (" LIMIT ?", (most,))
    query = f"SELECT {_COLUMNS} FROM event e WHERE {condition_text} ORDER BY e.n DESC{at_most}"
    return [_read_event(row) for row in sql.rows(query, *values, *limit)]


def events_by_number(sql: SqlTransaction, club: int, numbers: Sequence[int]) -> list[Event]:
    """Return the events with these numbers, oldest first."""
    condition, values = _in_condition("e.n", numbers)
    query = f"SELECT {_COLUMNS} FROM event e WHERE e.club = ? AND {condition} ORDER BY e.n"
    return [_read_event(row) for row in sql.rows(query, club, *values)] if numbers else []


def _in_condition(expression: str, values: Collection[object]) -> tuple[str, Collection[object]]:
    return f"{expression} IN ({', '.join('?' * len(values))})", values


def matches_since(sql: SqlTransaction, club: int, after: int) -> set[int]:
    """Return the tables with events after event `after`."""
    query = "SELECT DISTINCT match FROM event WHERE club = ? AND n > ? AND match IS NOT NULL"
    return {match for (match,) in sql.rows(query, club, after)}


def kinds_since(sql: SqlTransaction, club: int, after: int) -> set[str]:
    """Return the kinds of the events after event `after`."""
    return {kind for (kind,) in sql.rows("SELECT DISTINCT kind FROM event WHERE club = ? AND n > ?", club, after)}


def event_texts(sql: SqlTransaction, club: int, event: Event) -> dict[str, str]:
    """Return the remaining texts of an event, by part."""
    return {text.part: text.text for text in stored_texts(sql, club, event.n)}


def texts_by_event(sql: SqlTransaction, club: int, events: Iterable[Event]) -> dict[int, dict[str, str]]:
    """Return the remaining texts of events by event number and part."""
    texts: dict[int, dict[str, str]] = {event.n: {} for event in events}
    numbers = list(texts)
    for start in range(0, len(numbers), _FEW):
        condition, batch = _in_condition("n", numbers[start : start + _FEW])
        for number, part, text in sql.rows(
            f"SELECT n, part, text FROM private WHERE club = ? AND {condition}", club, *batch
        ):
            texts[number][part] = text
    return texts


def stored_texts(sql: SqlTransaction, club: int, n: int) -> list[EventText]:
    """Return the remaining texts of an event, with salts and members."""
    query = "SELECT part, text, person, salt FROM private WHERE club = ? AND n = ? ORDER BY part"
    return [EventText(*row) for row in sql.rows(query, club, n)]


def event_with_key(sql: SqlTransaction, club: int, key: str) -> Event | None:
    """Return the event recorded with a key; None if there is none."""
    rows = sql.rows(f"SELECT {_COLUMNS} FROM event e WHERE e.club = ? AND e.key = ?", club, key)
    return _read_event(rows[0]) if rows else None


def _read_event(columns: Iterable[Any]) -> Event:
    number, moment, by, via, kind, match, key, data, hashed = columns
    return Event(number, moment, by, via, kind, match, key or "", data, hashed)


def _follows(first: str, previous_hash: str | None, event: Event) -> bool:
    """Tell whether an event follows the previous hash: None, with the `first` hash of the club, for its first event."""
    return (previous_hash is None) == (event.n == 1) and event.hash == chained_hash(previous_hash or first, event)


def _first_hash_of(sql: SqlTransaction, club: int) -> str:
    rows = sql.rows("SELECT uuid FROM club WHERE id = ?", club)
    if not rows:
        raise StoreMissing(f"There is no club {club} here.")
    return first_hash(rows[0][0])
