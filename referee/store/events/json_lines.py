"""A club's log as lines of JSON: for moving it to another engine, for archives, and for other programs.

The first line names the club and the head of the log. Each other line is an event with its remaining texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from referee.store.events.bulk import InMemoryTables
from referee.store.events.event import TEXTS, Event, EventText, canonical_json, chained_hash, check_storable, first_hash
from referee.store.events.log import Head, events_with_texts, head, insert_events, texts_by_event
from referee.store.events.rebuild import EventProgress, rebuild_tables
from referee.store.events.refold import undone_numbers
from referee.store.events.rows import Projection, SqlTransaction, apply_changes
from referee.store.faults import ClubFault, StoreAltered, StoreNewer
from referee.store.hints import Do

FORMAT: Final = "log of a club"
EDITION: Final = 1
_BATCH: Final = 2000
_LINES_BETWEEN_REPORTS: Final = 1000
_LARGEST: Final = 2**31
_EXPECTED: Final = "Use the log of a club, with one event on each line"
_ANOTHER: Final = "Use another copy of the log, or restore a backup."
_VALUE_ERRORS: Final = frozenset({"IntegrityError", "DataError", "InterfaceError", "ProgrammingError"})
"""The names of every driver's errors over values (PEP 249), whichever driver is loaded."""


class Header(NamedTuple):
    """The first line of a log: the club's unique name, and the head of the log."""

    club: str
    end: Head


class _NumberedEvent(NamedTuple):
    """An event read from a line, with its texts and the number of the line."""

    line: int
    event: Event
    texts: tuple[EventText, ...]


def dump(sql: SqlTransaction, club: int, *, after: int = 0) -> Iterator[str]:
    """Yield a club's log line by line: all of it, or the events `after` a number.

    Raise `StoreAltered` at the first altered event or text.
    """
    [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", club)
    end = head(sql, club)
    yield _format_line({"format": FORMAT, "edition": EDITION, "club": uuid, "events": end.n, "head": end.hash})
    for event, texts in events_with_texts(sql, club, after=after):
        data = event.data
        if any(data.get(TEXTS, {}).get(text.part) != text.digest for text in texts):
            raise StoreAltered(f"a text of event {event.n} ({event.kind}) was changed.", Do.AUDIT("See all of it"))
        fields: dict[str, Any] = {
            "n": event.n,
            "at": event.at,
            "by": event.by,
            "via": event.via,
            "kind": event.kind,
            "match": event.match,
            "key": event.key,
            "data": data,
            "texts": [[text.part, text.text, text.person, text.salt] for text in texts],
            "hash": event.hash,
        }
        yield _format_line({name: value for name, value in fields.items() if value not in ("", None, [])})


def with_progress(lines: Iterable[str], progress: EventProgress) -> Iterator[str]:
    """Yield the lines of a log. Report their number to `progress` at intervals."""
    for number, line in enumerate(lines):
        if number % _LINES_BETWEEN_REPORTS == 0:
            progress(number)
        yield line


def read_header(line: str, source: str) -> Header:
    """Return the header in a log's first line.

    Raise `ClubFault` if it is no header, and `StoreNewer` if it is of a newer edition.
    """
    if not line.strip():
        raise ClubFault(f"{source}:1: the line is empty. {_EXPECTED}.")
    header = _parse_object(line, f"{source}:1")
    if header.get("format") != FORMAT:
        raise ClubFault(f"{source}:1: the line does not name the format. {_EXPECTED}.")
    if header.get("edition") != EDITION:
        raise StoreNewer(f"{source}:1: it was written by a newer version of referee. Update referee to read it.")
    match header:
        case {"club": str(uuid), "events": int(event_count), "head": str(hashed)}:
            return Header(uuid, Head(event_count, hashed))
    raise ClubFault(f"{source}:1: the club, its number of events or its head is missing. {_EXPECTED}.")


def append_lines(sql: SqlTransaction, club: int, lines: Iterable[str], project: Projection, source: str) -> Head:
    """Append the events of a dumped log that a club lacks, checking each link. Return the new head.

    Events that the club already has are only compared, so that an interrupted import can be repeated. Raise
    `ClubFault`, naming the `source` and the line, if the text is no log, is truncated, or belongs to another club.
    Raise `StoreNewer` for an unknown kind of event, and `StoreAltered` for an altered event.
    """
    remaining = iter(lines)
    header = read_header(next(remaining, ""), source)
    [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", club)
    if header.club != uuid:
        raise ClubFault(f"{source} is the log of another club.")
    current = head(sql, club)
    last_head = Head(0, first_hash(uuid))
    # All of it is folded, also what is there already: then the tables are written down, whole and at once.
    tables = InMemoryTables()
    events = _read_events(remaining, last_head.hash, source)
    while batch := list(islice(events, _BATCH)):
        last_head = Head(batch[-1].event.n, batch[-1].event.hash)
        stored_events = [numbered for numbered in batch if numbered.event.n <= current.n]
        _check_same_events(sql, club, stored_events, source)
        _insert_batch(sql, club, batch[len(stored_events) :], source)
        # Of what is there already a text may have been taken away since.
        stored_texts = texts_by_event(sql, club, (numbered.event for numbered in stored_events))
        for line, event, texts in batch:
            with _name_line_in_errors(event, f"{source}:{line}"):
                tables.apply_changes(
                    project(event, stored_texts.get(event.n, {text.part: text.text for text in texts}))
                )
    if last_head != header.end:
        raise ClubFault(
            f"{source}:{last_head.n + 1}: it ends with event {last_head.n} of {header.end.n}: it was cut off."
        )
    if last_head.n > current.n:
        if undone_numbers(sql, club):  # which no event before them could know
            rebuild_tables(sql, club, project, tables.tables)
        else:
            _write_tables(sql, club, tables, project, source)
    return head(sql, club)


def _read_events(lines: Iterable[str], previous_hash: str, source: str) -> Iterator[_NumberedEvent]:
    """Yield the events of lines. Each is checked against the previous hash."""
    for number, line in enumerate(lines, 2):
        position = f"{source}:{number}"
        fields = _parse_object(line, position)
        try:
            event = Event(
                fields["n"], fields["at"], fields.get("by", ""), fields.get("via", ""), fields["kind"],
                fields.get("match"), fields.get("key", ""), canonical_json(fields["data"]), fields["hash"],
            )  # fmt: skip
            texts = tuple(_parse_text(*text) for text in fields.get("texts", ()))
            check_storable(event)
            datetime.fromisoformat(event.at)
            digests = fields["data"].get(TEXTS, {})
            altered = any(digests.get(text.part) != text.digest for text in texts)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise ClubFault(f"{position}: the event cannot be read ({error}). {_EXPECTED}.") from None
        if event.n != number - 1 or event.hash != chained_hash(previous_hash, event):
            raise StoreAltered(f"{position}: event {event.n} ({event.kind}) was changed. {_ANOTHER}")
        if altered:
            raise StoreAltered(f"{position}: a text of event {event.n} ({event.kind}) was changed. {_ANOTHER}")
        previous_hash = event.hash
        yield _NumberedEvent(number, event, texts)


@contextmanager
def _name_line_in_errors(event: Event, position: str) -> Iterator[None]:
    """Name the line of an event in errors of its projection."""
    try:
        yield
    except StoreNewer as fault:
        raise StoreNewer(f"{position}: {fault}") from None
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ClubFault(f"{position}: event {event.n} ({event.kind}) lacks what it needs ({error}).") from None


def _parse_text(part: str, text: str, person: int | None, salt: str) -> EventText:
    """Return a text from its JSON values. Raise `ValueError` if it cannot be stored."""
    part.encode(), text.encode(), salt.encode()
    if person is not None and (type(person) is not int or not 0 < person < _LARGEST):
        raise ValueError(f"{person!r} is not a member's number")
    return EventText(part, text, person, salt)


def _insert_batch(sql: SqlTransaction, club: int, batch: Sequence[_NumberedEvent], source: str) -> None:
    """Insert events after the last one, all at once. If that fails, insert them one by one to name the faulty line."""
    if (
        not batch
        or (reason := _rejection(sql, lambda: insert_events(sql, club, [numbered[1:] for numbered in batch]))) is None
    ):
        return
    if len(batch) == 1:
        raise ClubFault(_misfit_message(batch[0].event, source, reason))
    for numbered_event in batch:
        _insert_batch(sql, club, [numbered_event], source)


def _write_tables(sql: SqlTransaction, club: int, tables: InMemoryTables, project: Projection, source: str) -> None:
    """Write the projected tables at once. If that fails, write them event by event to name the faulty line."""
    if _rejection(sql, lambda: tables.write(sql)) is None:
        return
    InMemoryTables().write(sql, tables.tables)
    for event, texts in events_with_texts(sql, club):
        changes = list(project(event, {text.part: text.text for text in texts}))
        if reason := _rejection(sql, partial(apply_changes, sql, changes)):
            raise ClubFault(_misfit_message(event, source, reason))


def _misfit_message(event: Event, source: str, reason: str) -> str:
    return f"{source}:{event.n + 1}: event {event.n} ({event.kind}) does not fit the events before it ({reason})."


def _rejection(sql: SqlTransaction, action: Callable[[], None]) -> str | None:
    """Run an action at a savepoint. Return the database's message if it rejects a value, else None."""
    sql.do("SAVEPOINT some_events")
    try:
        action()
    except Exception as error:
        if not _is_value_error(error):
            raise
        sql.do("ROLLBACK TO SAVEPOINT some_events")
        return str(error).strip().partition("\n")[0]
    sql.do("RELEASE SAVEPOINT some_events")
    return None


def _is_value_error(error: Exception) -> bool:
    """Tell whether an error concerns a value, not the disk or the server."""
    is_driver_error = any(kind.__name__ in _VALUE_ERRORS for kind in type(error).__mro__)
    return is_driver_error or isinstance(error, ValueError | TypeError | OverflowError)


def _check_same_events(sql: SqlTransaction, club: int, stored: Sequence[_NumberedEvent], source: str) -> None:
    if not stored:
        return
    query = "SELECT n, hash FROM event WHERE club = ? AND n BETWEEN ? AND ?"
    hashes = dict(sql.rows(query, club, stored[0].event.n, stored[-1].event.n))
    for line, event, _ in stored:
        if hashes.get(event.n) != event.hash:
            difference = f"the club has another event {event.n} than this log, as it was used since."
            raise ClubFault(f"{source}:{line}: {difference}")


def _format_line(fields: dict[str, Any]) -> str:
    line = json.dumps(fields, sort_keys=True, ensure_ascii=False)
    # A lone surrogate is no text that can be written; as an escape, which JSON has for it too, it is.
    return f"{line if line.isascii() else line.encode(errors='backslashreplace').decode()}\n"


def _parse_object(line: str, position: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ClubFault(f"{position}: not JSON ({error}). {_EXPECTED}.") from None
    if not isinstance(fields, dict):
        raise ClubFault(f"{position}: not an event. {_EXPECTED}.")
    return fields
