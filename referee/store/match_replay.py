"""What the events of a table tell: who sits there, what they play by, what is entered in its log and decided about it.

Every event is checked against the one before it (`referee.store.events.log.events`) when a table is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from typing import Any, Final

from referee.rules.immutable import frozen
from referee.store.events.event import Event
from referee.store.events.log import events_with_texts
from referee.store.events.rows import SqlTransaction
from referee.store.faults import StoreAltered
from referee.store.projections.handlers import check_kind
from referee.store.projections.kind import EventKind
from referee.store.projections.play import read_decisions, read_entry, read_frozen, read_seats

IDENTITY_EVENTS: Final = (EventKind.MEMBER_MERGED, EventKind.MEMBER_FORGOTTEN)
"""The kinds by which those who sit at a table come to be somebody else, or nobody who is known; so they do where a
merge is undone."""

_AT_ONCE: Final = 20
_MOST: Final = 500


@frozen
class Match:
    """A game at a table. Game, options and the edition of the rulebook are frozen when it starts.

    So is what a chip is worth, which is empty where that is nobody's business. A match that `continues` another one was
    begun at the same table when its players changed.
    """

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
    """Who sits where in a match, counted from 0, by the name and standing that they had when it started.

    `member_id` is who it is now; `was_id` is the number that they bore until they were merged with another.
    """

    seat: int
    member_id: int
    name: str
    guest: bool
    was_id: int | None = None


@frozen
class TableEntry:
    """A line of a match with its ruling as judged when it was entered, or what else happened at the table (`kind`).

    `number` is its number for people; `step` its place in the order of the match's entries and decisions. `text` are
    the words of a line, and `said` is what any other kind says. `instead_of` is the number of the mistyped line that it
    replaces, and `edition` what tells the rulebook that judged it from any other. `phone` is the number of the player's
    phone that it came from, 0 for none. Texts name seats (`@1` is the first), not people, so that a member can be
    forgotten without touching the log.
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
    """An officer's word on an entry: that it stands, is taken back, or was typed by mistake. The last one counts."""

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
    """What the events of a table tell, up to the `last` of them, by its number."""

    match: Match
    seats: tuple[Seat, ...]
    entries: tuple[TableEntry, ...]
    decisions: tuple[Decision, ...]
    last: int


def replay_matches(
    sql: SqlTransaction, numbers: Collection[int], current_ids: Mapping[int, int], previous: MatchEvents | None = None
) -> list[MatchEvents]:
    """Return what is told of tables by their numbers, in that order; those that there are not are left out.

    `now` is who each member's number stands for. With what was told of the only table `before`, only later events are
    read. Raises `StoreAltered` at an event that was changed, and `StoreNewer` at one of an unknown kind.
    """
    matches: list[MatchEvents] = []
    wanted = sorted(numbers)
    for at in range(0, len(wanted), _AT_ONCE):
        some = wanted[at : at + _AT_ONCE]
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
    """Return the lines at some tables whose words are like a pattern of SQL, each with its table, in order."""
    text, wanted, lines = sql.data_field("text"), list(matches), list[tuple[int, str]]()
    for at in range(0, len(wanted), _MOST):
        some = wanted[at : at + _MOST]
        lines += sql.rows(
            f"SELECT match, {text} FROM event WHERE club = ? AND match IN ({', '.join('?' * len(some))}) "
            f"AND kind = ? AND {text} LIKE ? ORDER BY n",
            sql.club, *some, EventKind.LINE_LOGGED, pattern,
        )  # fmt: skip
    return lines


def read_lines(sql: SqlTransaction, lines: Collection[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the words of lines, each by its table and its number; those that there are not are left out."""
    text, number, texts = sql.data_field("text"), sql.data_field("number"), dict[tuple[int, int], str]()
    wanted = sorted({match for match, _ in lines})
    for at in range(0, len(wanted), _MOST):
        some = wanted[at : at + _MOST]
        query = (
            f"SELECT match, {number}, {text} FROM event WHERE club = ? "
            f"AND match IN ({', '.join('?' * len(some))}) AND kind = ?"
        )
        rows = sql.rows(query, sql.club, *some, EventKind.LINE_LOGGED)
        texts |= {line: words for match, at, words in rows if (line := (match, int(at))) in lines}
    return texts


def _replay_match(
    of_table: Iterable[tuple[Event, Mapping[str, str]]], current_ids: Mapping[int, int], previous: MatchEvents | None
) -> MatchEvents | None:
    match, seats, last = (previous.match, previous.seats, previous.last) if previous else (None, (), 0)
    earlier = (previous.entries, previous.decisions) if previous else ((), ())
    entries: list[TableEntry] = []
    decisions: list[Decision] = []
    for event, texts in of_table:
        data, number, last = event.data, event.match or 0, event.n
        at = datetime.fromisoformat(event.at)
        if event.kind == EventKind.TABLE_STARTED:
            match = Match(id=number, started_at=at, **read_frozen(event, data, texts))
        if "seats" in data:
            seats = tuple(_seats(data, texts, current_ids))
        if entry := read_entry(event, data, texts):
            if entry["number"] != len(earlier[0]) + len(entries) + 1:
                raise StoreAltered(f"line {len(earlier[0]) + len(entries) + 1} is missing.")
            entry["at"] = at
            entries.append(TableEntry(match_id=number, details=entry.pop("said", {}), **entry))
        if "decided" in data:
            decisions += (
                Decision(match_id=number, **{**decision, "at": at}) for decision in read_decisions(event, data, texts)
            )
        if match and (outcome := data.get("came")):
            match = replace(
                match, finished_at=datetime.fromisoformat(outcome["finished"]) if outcome["finished"] else None
            )
    if match is None:
        return None
    return MatchEvents(match, seats, (*earlier[0], *entries), (*earlier[1], *decisions), last)


def _seats(data: Mapping[str, Any], texts: Mapping[str, str], current_ids: Mapping[int, int]) -> Iterator[Seat]:
    """Yield who sits at a table, by whom their numbers stand for now; a name that was removed is that number."""
    for seat in read_seats(data, texts):
        original_id = seat["member_id"] if seat["was_id"] is None else seat["was_id"]
        member_id = current_ids.get(original_id, original_id)
        name, was_id = seat["name"] or f"Member {member_id}", None if member_id == original_id else original_id
        yield Seat(seat["seat"], member_id, name, seat["guest"], was_id)
