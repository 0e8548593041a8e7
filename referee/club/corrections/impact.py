"""The impact of a correction: the changes it would make to rulings, places and standings.

The correction really runs, in a transaction that is rolled back, and the states before and after are compared. This
module therefore needs no knowledge of any correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeAlias

from referee.cards.immutable import frozen
from referee.club.calendar.closed_seasons import is_over
from referee.club.folder import Club
from referee.club.match.log import DecisionKind, read_log
from referee.club.match.view import LineView, MatchView, match_view
from referee.club.standings import standings
from referee.club.standings.standings import Standings
from referee.club.table_numbers import TableNumber, numbers
from referee.rules import write_places
from referee.store.events.engine import savepoint
from referee.store.events.event import Event
from referee.store.events.log import event_texts, events, head
from referee.store.events.rows import Change, SqlTransaction
from referee.store.plain_rows import Session, select_rows
from referee.store.projections import disputes
from referee.store.projections.handlers import project
from referee.store.projections.kind import EventKind

_KINDS_BESIDE_PLAY: Final = frozenset({*disputes.HANDLERS, *disputes.RETRACTIONS})
"""The kinds of events that concern a table but do not change its play, unless they decide a line."""
_MATCH_IN: Final = {"match": "id", "seat": "match_id", "placing": "match_id", "penalty": "match_id"}
"""The SQL tables whose rows belong to a match, with the column that has its number."""
_SESSION_IN: Final = frozenset({"attendance", "draw", "penalty"})
"""The SQL tables whose rows belong to a session."""
Besides: TypeAlias = Callable[[Club, frozenset[int]], Mapping[str, Mapping[str, str]]]
"""A function that returns other values that depend on some tables, in words by subject and name."""


@frozen
class RankedScore:
    """A rank in the standings with its score. `place` is None for a member who is not ranked."""

    place: int | None
    score: Fraction


@frozen
class StandingChange:
    """A change of a member's row in the standings. `was` is None for a new row, and `now` for a removed one."""

    member: int
    name: str
    was: RankedScore | None
    now: RankedScore | None

    def __str__(self) -> str:
        if self.was is None and self.now is not None:
            return f"{self.name}: new, {_describe_place(self.now.place)}, {_format_score(self.now.score)}"
        if self.was is not None and self.now is None:
            return (
                f"{self.name}: no longer listed, was {_describe_place(self.was.place)}, {_format_score(self.was.score)}"
            )
        assert self.was
        assert self.now
        parts = []
        if self.was.place != self.now.place:
            parts.append(f"from {_describe_place(self.was.place)} to {_describe_place(self.now.place)}")
        if self.was.score != self.now.score:
            difference = self.now.score - self.was.score
            parts.append(
                f"score {_format_score(self.was.score)} to {_format_score(self.now.score)} ({float(difference):+.3f})"
            )
        return f"{self.name}: {', '.join(parts)}"


@frozen
class RulingChange:
    """A change of a line's ruling, or of whether the line counts. `was` is empty for a new line."""

    line: int
    text: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"new line {self.line}, {self.text}: {self.now}"
        return f"line {self.line}, {self.text}: was {self.was}, now {self.now}"


@frozen
class SeasonImpact:
    """The changes to the standings of a season."""

    season: str
    closed: bool
    moved: tuple[StandingChange, ...]


@frozen
class TableImpact:
    """The changes at a table: rulings, players and places. Unchanged players and places are empty."""

    table: TableNumber
    turned: tuple[RulingChange, ...]
    seats: tuple[str, ...]
    places: tuple[str, str]


@frozen
class OtherChange:
    """A change of another value that depends on a table. `was` is empty for a new value, and `now` for a removed
    one.
    """

    about: str
    name: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"{self.name}: {self.now}"
        return f"{self.name}: was {self.was}, now {self.now}" if self.now else f"{self.name}: was {self.was}, now none"


@frozen
class Impact:
    """All changes that a correction would make. `past` says whether it concerns a session that is over."""

    seasons: tuple[SeasonImpact, ...]
    tables: tuple[TableImpact, ...]
    past: bool
    others: tuple[OtherChange, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether the correction would change nothing."""
        return not any(season.moved for season in self.seasons) and not self.tables and not self.others


@frozen
class ImpactSnapshot:
    """The state of some seasons and tables at one moment, by season number and match number."""

    seasons: Mapping[int, Standings]
    tables: Mapping[int, MatchView]
    seats: Mapping[int, tuple[str, ...]]
    called: Mapping[int, TableNumber]


def dry_run(club: Club, act: Callable[[Club], object], read_other_values: Besides | None = None) -> Impact:
    """Return the impact of an act without keeping its changes. The act runs in a transaction that is rolled back."""
    impacts: list[Impact] = []
    try:
        with club.group_changes() as grouped_club:
            with grouped_club.reading() as tx, suppress(_RolledBack), savepoint(tx):
                last_event = head(tx, tx.club).n
                act(grouped_club)
                with club.reading() as tx_before:  # outside the savepoint: the state before the act
                    changed_rows = _find_changed_parts(tx_before, tx, last_event)
                seasons = _changed_seasons(grouped_club, changed_rows)
                tables = changed_rows.logs | changed_rows.seats
                after = take_snapshot(grouped_club, seasons, changed_rows.logs, changed_rows.seats)
                other_values_after = read_other_values(grouped_club, tables) if read_other_values else {}
                raise _RolledBack
            before = take_snapshot(grouped_club, seasons, changed_rows.logs, changed_rows.seats)
            differences = tuple(
                other_changes(read_other_values(grouped_club, tables) if read_other_values else {}, other_values_after)
            )
            impacts.append(
                replace(
                    compare_snapshots(before, after, is_past=_is_past(grouped_club, changed_rows)), others=differences
                )
            )
            raise _RolledBack
    except _RolledBack:
        return impacts[0]


def take_snapshot(
    club: Club, seasons: Iterable[str], tables: Iterable[int], seats: Iterable[int] = ()
) -> ImpactSnapshot:
    """Return the current state of some seasons and tables. Matches given only in `seats` contribute just their
    players.
    """
    standings_by_season = {
        season_standings.season.id: season_standings
        for season_standings in (standings.standings(club, name) for name in seasons)
    }
    with club.reading() as tx:
        table_ids = {*tables, *seats}
        table_numbers = numbers(tx, table_ids)
        players: dict[int, tuple[str, ...]] = {}
        for match, name in tx.rows("SELECT match_id, name FROM seat ORDER BY match_id, seat"):
            if match in table_ids:
                players[match] = (*players.get(match, ()), name)
        logs = {number: match_view(read_log(tx, number)) for number in sorted(set(tables)) if number in table_numbers}
    return ImpactSnapshot(standings_by_season, logs, players, table_numbers)


def compare_snapshots(before: ImpactSnapshot, after: ImpactSnapshot, *, is_past: bool = True) -> Impact:
    """Return the differences between two snapshots of the same seasons and tables."""
    seasons = []
    for number, old_standings in before.seasons.items():
        new_standings = after.seasons[number]
        seasons.append(
            SeasonImpact(
                new_standings.season.name,
                bool(new_standings.season.closed_at),
                standing_changes(old_standings, new_standings),
            )
        )
    tables = []
    for number in sorted({*before.called, *after.called}):
        old_view, new_view = before.tables.get(number), after.tables.get(number)
        rulings = ruling_changes(old_view, new_view) if old_view and new_view else ()
        seats = tuple(_describe_seats(before.seats.get(number, ()), after.seats.get(number, ())))
        places = (_describe_places(old_view), _describe_places(new_view)) if old_view and new_view else ("", "")
        if seats or places[0] == places[1]:
            places = ("", "")  # with other players, every place would seem changed
        if rulings or seats or any(places):
            table_number = after.called.get(number) or before.called[number]
            tables.append(TableImpact(table_number, rulings, seats, places))
    return Impact(tuple(seasons), tuple(tables), is_past)


def standing_changes(before: Standings, after: Standings) -> tuple[StandingChange, ...]:
    """Return the members with a changed place or score, in the order of the later standings.

    Members missing from the later standings come last.
    """
    old_scores, new_scores = (
        {row.member: RankedScore(row.place, row.score) for row in rows} for rows in (before.rows, after.rows)
    )
    names = {row.member: row.name for row in (*before.rows, *after.rows)}
    return tuple(
        StandingChange(member, names[member], old_scores.get(member), new_scores.get(member))
        for member in dict.fromkeys([*new_scores, *old_scores])
        if old_scores.get(member) != new_scores.get(member)
    )


def other_changes(
    before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]
) -> Iterator[OtherChange]:
    """Yield the values that differ between two mappings, by subject and name."""
    for subject in dict.fromkeys([*after, *before]):
        old_values, new_values = before.get(subject, {}), after.get(subject, {})
        for name in dict.fromkeys([*new_values, *old_values]):
            if old_values.get(name) != new_values.get(name):
                yield OtherChange(subject, name, old_values.get(name, ""), new_values.get(name, ""))


def ruling_changes(before: MatchView, after: MatchView) -> tuple[RulingChange, ...]:
    """Return the new lines of a table, and the lines with a changed ruling or effect."""
    old_lines = {line.number: line for line in before.log}
    changes = []
    for line_view in after.log:
        old_ruling = _describe_ruling(old_lines[line_view.number]) if line_view.number in old_lines else ""
        if (new_ruling := _describe_ruling(line_view)) != old_ruling:
            changes.append(RulingChange(line_view.number, line_view.text, old_ruling, new_ruling))
    return tuple(changes)


class _RolledBack(Exception):
    """A dry run is rolled back."""


@frozen
class _ChangedParts:
    """The matches with changed logs, the matches with changed seats, and the changed sessions."""

    logs: frozenset[int]
    seats: frozenset[int]
    sessions: frozenset[int]


def _projected_changes(sql: SqlTransaction, events: Iterable[Event]) -> tuple[Change, ...]:
    """Return the projected changes of some events."""
    return tuple(change for event in events for change in project(event, event_texts(sql, sql.club, event)))


def _changes_play(event: Event) -> bool:
    """Tell whether an event changes the play at a table."""
    kind = event.data["kind"] if event.kind == EventKind.RETRACTED else event.kind
    return kind not in _KINDS_BESIDE_PLAY or "decided" in event.data


def _find_changed_rows(sql: SqlTransaction, changes: Iterable[Change]) -> tuple[set[tuple[str, int]], set[int]]:
    """Return the changed matches, each with its SQL table, and the changed sessions.

    Rows are found by the key in each change, so call this before and after the changes.
    """
    matches: set[tuple[str, int]] = set()
    sessions: set[int] = set()
    for change in changes:
        if column := _MATCH_IN.get(change.table):
            matches |= {(change.table, number) for number in _changed_values(sql, change, column)}
        if change.table in _SESSION_IN:
            sessions |= _changed_values(sql, change, "session_id")
    return matches, sessions


def _changed_values(sql: SqlTransaction, change: Change, column: str) -> set[int]:
    condition = " AND ".join(f'"{name}" {"IS NULL" if value is None else "= ?"}' for name, value in change.key.items())
    key_values = [value for value in change.key.values() if value is not None]
    rows = sql.rows(f'SELECT DISTINCT "{column}" FROM "{change.table}" WHERE {condition}', *key_values)
    return {value for (value,) in rows if value is not None}


def _find_changed_parts(before: SqlTransaction, sql: SqlTransaction, last_event: int) -> _ChangedParts:
    """Return the matches and sessions changed by the events after `last_event`."""
    later_events = [*events(sql, sql.club, after=last_event)]
    changes = _projected_changes(sql, later_events)
    rows_before, sessions = _find_changed_rows(before, changes)
    rows_after, sessions_after = _find_changed_rows(sql, changes)
    matches, sessions = rows_before | rows_after, sessions | sessions_after
    logs = {number for table, number in matches if table == "match"}
    logs |= {event.match for event in later_events if event.match and _changes_play(event)}
    seats = {number for table, number in matches if table == "seat"}
    for number in logs | {number for _, number in matches}:
        sessions.update(row[0] for row in sql.rows('SELECT session_id FROM "match" WHERE id = ?', number))
    return _ChangedParts(frozenset(logs), frozenset(seats), frozenset(sessions))


def _changed_seasons(club: Club, parts: _ChangedParts) -> list[str]:
    with club.reading() as tx:
        query = "SELECT s.name, e.id FROM season s JOIN session e ON e.season_id = s.id"
        return sorted({name for name, session in tx.rows(query) if session in parts.sessions})


def _is_past(club: Club, parts: _ChangedParts) -> bool:
    with club.reading() as tx:
        return any(
            is_over(session, club.clock()) for session in select_rows(tx, Session) if session.id in parts.sessions
        )


def _describe_seats(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    for index in range(max(len(before), len(after))):
        old_name, new_name = (names[index] if index < len(names) else "nobody" for names in (before, after))
        if old_name != new_name:
            yield f"seat {index + 1}: {old_name}, now {new_name}"


def _describe_ruling(line: LineView) -> str:
    if line.decision is DecisionKind.STRUCK:
        return "struck"
    counts = "" if line.counts or line.decision else "does not count"
    if line.ruling is None:
        return line.decision or counts or "counts"
    return ", ".join(filter(None, [f"{line.ruling.says} by {line.ruling.clause.id}", line.decision or "", counts]))


def _describe_places(match: MatchView) -> str:
    return write_places(match.places) if match.finished_at and match.places else "not finished"


def _describe_place(place: int | None) -> str:
    return "not ranked" if place is None else f"place {place}"


def _format_score(score: Fraction) -> str:
    return f"{float(score):.3f}"
