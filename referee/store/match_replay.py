"""Replaying a table's events: its seats, its frozen rules, its entries, and decisions about them.

Every event is checked against the previous hash as the table is read (`referee.store.events.log.events`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from typing import Any, ClassVar, Final, TypeVar

from referee.cards.immutable import frozen
from referee.rules.book.answer import Verdict
from referee.store.decoding import AUDIT, check_data, decode_moment, decode_number, decode_text, decoding
from referee.store.events.event import Event
from referee.store.events.log import events_with_texts
from referee.store.events.rows import SqlTransaction
from referee.store.faults import StoreAltered
from referee.store.projections.handlers import check_kind
from referee.store.projections.kind import EventKind
from referee.store.projections.play import read_decisions, read_entry, read_frozen, read_seats

IDENTITY_EVENTS: Final = (EventKind.MEMBER_MERGED, EventKind.MEMBER_FORGOTTEN, EventKind.UNDONE, EventKind.REDONE)
"""The kinds of events after which a seat may belong to another member, or to a forgotten one; undoing a merge is
another.
"""

_VERDICTS: Final = frozenset({"", *Verdict})
_AT_ONCE: Final = 20
_MOST: Final = 500


@frozen
class Match:
    """A game at a table. Its game, options, rulebook edition and chip value are frozen when it starts.

    `chip` is empty if chips have no stated value. `continues` is the earlier match at the same table, before its
    players changed.
    """

    TABLE: ClassVar = "match"
    id: int
    session_id: int
    game: str
    edition: str
    options: Mapping[str, str]
    started_at: datetime
    by: str
    finished_at: datetime | None = None
    chip: str = ""
    continues: int | None = None


@frozen
class Seat:
    """A seat in a match, counted from 0, with the name and standing of its player at the start.

    `member_id` is the current member. `was_id` is the member's number before a merge.
    """

    seat: int
    member_id: int
    name: str
    guest: bool
    was_id: int | None = None


@frozen
class TableEntry:
    """An entry of a table's log: a line with its ruling at the time, or another event at the table (`kind`).

    `number` is the displayed number; `step` is the position among the match's entries and decisions. `text` has a line,
    and `details` the content of any other kind. `instead_of` is the number of the mistyped line that this one replaces.
    `edition` is the edition of the rulebook behind the ruling. `phone` is the number of the player's phone that sent
    it, 0 for none.

    Texts contain seat marks (`@1` is the first seat) instead of names, so that a member can be forgotten without
    changing the log.
    """

    match_id: int
    number: int
    step: int
    kind: str
    at: datetime
    by: str
    text: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    instead_of: int | None = None
    verdict: str = ""
    word: str = ""
    clause: str = ""
    rule: str = ""
    reason: str = ""
    because: list[int] = field(default_factory=list)
    alternatives: list[str] = field(default_factory=list)
    edition: str = ""
    phone: int = 0


@frozen
class Decision:
    """An officer's decision on an entry: it stands, is taken back, or was mistyped. The last decision counts."""

    match_id: int
    step: int
    number: int
    kind: str
    reason: str
    at: datetime
    by: str
    dispute_id: int | None = None
    phone: int = 0


@frozen
class MatchEvents:
    """A table replayed from its events up to event number `last`."""

    match: Match
    seats: tuple[Seat, ...]
    entries: tuple[TableEntry, ...]
    decisions: tuple[Decision, ...]
    last: int


Part = TypeVar("Part", Match, Seat, TableEntry, Decision)


def replay_matches(
    sql: SqlTransaction, numbers: Collection[int], current_ids: Mapping[int, int], previous: MatchEvents | None = None
) -> list[MatchEvents]:
    """Return tables replayed from their events, in order of number. Unknown numbers are left out.

    `current_ids` maps each member's number to the survivor's after merges. `previous` is an earlier replay of the only
    table requested; then only later events are read. Raise `StoreAltered` at an altered event, and `StoreNewer` at an
    unknown kind.
    """
    matches: list[MatchEvents] = []
    sorted_numbers = sorted(numbers)
    for start in range(0, len(sorted_numbers), _AT_ONCE):
        some = sorted_numbers[start : start + _AT_ONCE]
        by_match: dict[int, list[tuple[Event, dict[str, str]]]] = {number: [] for number in some}
        for event, texts in events_with_texts(sql, sql.club, after=previous.last if previous else 0, match=some):
            check_kind(event)
            by_match[event.match or 0].append((event, {text.part: text.text for text in texts}))
        matches += (
            match_events
            for events in by_match.values()
            if (match_events := _replay_match(events, current_ids, previous))
        )
    return matches


def find_lines(sql: SqlTransaction, matches: Iterable[int], pattern: str) -> list[tuple[int, str]]:
    """Return the lines at some tables that match an SQL LIKE pattern, in order, each with its table."""
    text, match_numbers, lines = sql.data_field("text"), list(matches), list[tuple[int, str]]()
    for start in range(0, len(match_numbers), _MOST):
        some = match_numbers[start : start + _MOST]
        lines += sql.rows(
            f"SELECT match, {text} FROM event WHERE club = ? AND match IN ({', '.join('?' * len(some))}) "
            f"AND kind = ? AND {text} LIKE ? ORDER BY n",
            sql.club, *some, EventKind.LINE_LOGGED, pattern,
        )  # fmt: skip
    return lines


def read_lines(sql: SqlTransaction, lines: Collection[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the texts of lines by table and line number. Missing lines are left out.

    Raise `StoreUnreadable` if a stored line is invalid.
    """
    text, number, texts = sql.data_field("text"), sql.data_field("number"), dict[tuple[int, int], str]()
    match_numbers = sorted({match for match, _ in lines})
    for at in range(0, len(match_numbers), _MOST):
        some = match_numbers[at : at + _MOST]
        query = (
            f"SELECT match, {number}, {text} FROM event WHERE club = ? "
            f"AND match IN ({', '.join('?' * len(some))}) AND kind = ?"
        )
        rows = sql.rows(query, sql.club, *some, EventKind.LINE_LOGGED)
        for match, at, words in rows:
            with decoding(f"a line of match m{match}"):
                if (line := (match, decode_number(int(at)))) in lines:
                    texts[line] = decode_text(words)
    return texts


def _replay_match(
    of_table: Iterable[tuple[Event, Mapping[str, str]]], current_ids: Mapping[int, int], previous: MatchEvents | None
) -> MatchEvents | None:
    match, seats, last_number = (previous.match, previous.seats, previous.last) if previous else (None, (), 0)
    earlier = (previous.entries, previous.decisions) if previous else ((), ())
    entries: list[TableEntry] = []
    decisions: list[Decision] = []
    for event, texts in of_table:
        last_number = event.n
        with decoding(f"event {event.n} ({event.kind})"):
            data, number, moment = event.data, event.match or 0, decode_moment(event.at)
            if event.kind == EventKind.TABLE_STARTED:
                match = _check_part(Match(id=number, started_at=moment, **read_frozen(event, data, texts)))
            if "seats" in data:
                seats = tuple(map(_check_part, _read_current_seats(data, texts, current_ids)))
            if entry := read_entry(event, data, texts):
                if entry["number"] != len(earlier[0]) + len(entries) + 1:
                    raise StoreAltered(f"line {len(earlier[0]) + len(entries) + 1} is missing.", AUDIT)
                entry["at"] = moment
                entries.append(_check_part(TableEntry(match_id=number, details=entry.pop("said", {}), **entry)))
            if "decided" in data:
                decisions += (
                    _check_part(Decision(match_id=number, **{**decision, "at": moment}))
                    for decision in read_decisions(event, data, texts)
                )
            if match and (outcome := data.get("came")):
                finished_at = decode_moment(outcome["finished"]) if outcome["finished"] else None
                match = replace(match, finished_at=finished_at)
    if match is None:
        return None
    return MatchEvents(match, seats, (*earlier[0], *entries), (*earlier[1], *decisions), last_number)


def _check_part(part: Part) -> Part:
    """Return a part of a table after checking the types of its fields. Raise `ValueError` if one is wrong."""
    check_data(part)
    if isinstance(part, TableEntry) and part.verdict not in _VERDICTS:
        raise ValueError(f"its verdict {part.verdict!r:.40} is none")
    return part


def _read_current_seats(
    data: Mapping[str, Any], texts: Mapping[str, str], current_ids: Mapping[int, int]
) -> Iterator[Seat]:
    """Yield a table's seats with their current members. A member's number replaces a removed name."""
    for seat in read_seats(data, texts):
        original_id = seat["member_id"] if seat["was_id"] is None else seat["was_id"]
        member_id = current_ids.get(original_id, original_id)
        name, was_id = seat["name"] or f"Member {member_id}", None if member_id == original_id else original_id
        yield Seat(seat["seat"], member_id, name, seat["guest"], was_id)
