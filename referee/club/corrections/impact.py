"""What a change to the past would change besides: who comes where, and which rulings are other ones.

The change is made by the very functions that make it, in a transaction that is then given up; what they would have
changed is looked at in between. So nothing has to be known here of what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from referee.club.calendar.closed_seasons import is_over
from referee.club.folder import Club
from referee.club.match.log import DecisionKind, read_log
from referee.club.match.view import LineView, MatchView, match_view
from referee.club.standings import standings
from referee.club.standings.ratings import figures as figures_of_ratings
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

_BESIDE: Final = frozenset({*disputes.HANDLERS, *disputes.UNDONE})
"""What is done about a table, or undone, and changes nothing of what was played at it unless it decides on a line."""
_MATCH_IN: Final = {"match": "id", "seat": "match_id", "placing": "match_id", "penalty": "match_id"}
"""The tables of the file that say which match they are about, and the column."""
_SESSION_IN: Final = frozenset({"attendance", "draw", "penalty"})
"""The tables of the file that say which session they are about."""
Measure: TypeAlias = Callable[[Club, str], Mapping[str, str]]
"""Something else that follows from a season's results, such as ratings: in words, by name."""

Besides: TypeAlias = Callable[[Club, frozenset[int]], Mapping[str, Mapping[str, str]]]
"""What else hangs on some tables, of which the club knows nothing: in words, by what it is about and by name."""

FURTHER: Final[dict[str, Measure]] = {"rating": figures_of_ratings}
"""What else is compared, by what it is called, besides places and scores."""


@dataclass(frozen=True, slots=True)
class RankedScore:
    """A place in the standings, None for who is not ranked, and the score."""

    place: int | None
    score: Fraction


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A member whose line in a table of standings is another one; None where there was none, or is none any more."""

    member: int
    name: str
    was: RankedScore | None
    now: RankedScore | None

    def __str__(self) -> str:
        if self.was is None and self.now is not None:
            return f"{self.name}: new, {_place(self.now.place)}, {_figure(self.now.score)}"
        if self.was is not None and self.now is None:
            return f"{self.name}: no longer listed, was {_place(self.was.place)}, {_figure(self.was.score)}"
        assert self.was
        assert self.now
        parts = []
        if self.was.place != self.now.place:
            parts.append(f"from {_place(self.was.place)} to {_place(self.now.place)}")
        if self.was.score != self.now.score:
            by = self.now.score - self.was.score
            parts.append(f"score {_figure(self.was.score)} to {_figure(self.now.score)} ({float(by):+.3f})")
        return f"{self.name}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class RulingChange:
    """A line on which the ruling, or whether it counts, is other than it was; empty where the line was not there."""

    line: int
    text: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"line {self.line}, {self.text}: new, {self.now}"
        return f"line {self.line}, {self.text}: was {self.was}, now {self.now}"


@dataclass(frozen=True, slots=True)
class SeasonImpact:
    """What changes in the standings of a season, and in what else follows from its results."""

    season: str
    closed: bool
    moved: tuple[StandingChange, ...]
    further: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableImpact:
    """The changes at a table: rulings, players and places; the last two are empty if unchanged."""

    table: TableNumber
    turned: tuple[RulingChange, ...]
    seats: tuple[str, ...]
    places: tuple[str, str]


@dataclass(frozen=True, slots=True)
class OtherChange:
    """Something that hangs on a table and is otherwise than it `was`; empty where it was not there, or is no more."""

    about: str
    name: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"{self.name}: {self.now}"
        return f"{self.name}: was {self.was}, now {self.now}" if self.now else f"{self.name}: was {self.was}, now none"


@dataclass(frozen=True, slots=True)
class Impact:
    """All that a change would change. `past` says that it concerns an evening that is over."""

    seasons: tuple[SeasonImpact, ...]
    tables: tuple[TableImpact, ...]
    past: bool
    others: tuple[OtherChange, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether no standing and no ruling would be another one."""
        return (
            not any(season.moved or season.further for season in self.seasons) and not self.tables and not self.others
        )


@dataclass(frozen=True, slots=True)
class ImpactSnapshot:
    """What the seasons and tables that are looked at give at a moment, by number."""

    seasons: Mapping[int, Standings]
    further: Mapping[int, Mapping[str, Mapping[str, str]]]
    tables: Mapping[int, MatchView]
    seats: Mapping[int, tuple[str, ...]]
    called: Mapping[int, TableNumber]


def dry_run(club: Club, act: Callable[[Club], object], besides: Besides | None = None) -> Impact:
    """Return the impact of an act without performing it: the act runs in a transaction that is rolled back."""
    impacts: list[Impact] = []
    try:
        with club.together() as joined_club:
            with joined_club.reading() as tx, suppress(_RolledBack), savepoint(tx):
                last = head(tx, tx.club).n
                act(joined_club)
                with club.reading() as before_it:  # which finds everything as it was
                    touched = _touched(before_it, tx, last)
                seasons = _seasons(joined_club, touched)
                tables = touched.logs | touched.seats
                after = take_snapshot(joined_club, seasons, touched.logs, touched.seats)
                others_after = besides(joined_club, tables) if besides else {}
                raise _RolledBack
            before = take_snapshot(joined_club, seasons, touched.logs, touched.seats)
            differences = tuple(other_changes(besides(joined_club, tables) if besides else {}, others_after))
            impacts.append(
                replace(compare_snapshots(before, after, past=_is_past(joined_club, touched)), others=differences)
            )
            raise _RolledBack
    except _RolledBack:
        return impacts[0]


def take_snapshot(
    club: Club, seasons: Iterable[str], tables: Iterable[int], seats: Iterable[int] = ()
) -> ImpactSnapshot:
    """Return what some seasons and tables give now; of `seats` only who sits there."""
    standings_by_season = {
        season_standings.season.id: season_standings
        for season_standings in (standings.standings(club, name) for name in seasons)
    }
    further = {
        number: {name: measure(club, season_standings.season.name) for name, measure in FURTHER.items()}
        for number, season_standings in standings_by_season.items()
    }
    with club.reading() as tx:
        table_ids = {*tables, *seats}
        table_numbers = numbers(tx, table_ids)
        sitting: dict[int, tuple[str, ...]] = {}
        for match, name in tx.rows("SELECT match_id, name FROM seat ORDER BY match_id, seat"):
            if match in table_ids:
                sitting[match] = (*sitting.get(match, ()), name)
        logs = {number: match_view(read_log(tx, number)) for number in sorted(set(tables)) if number in table_numbers}
    return ImpactSnapshot(standings_by_season, further, logs, sitting, table_numbers)


def compare_snapshots(before: ImpactSnapshot, after: ImpactSnapshot, *, past: bool = True) -> Impact:
    """Return what has changed from one moment to another, of what was looked at at both."""
    seasons = []
    for number, then in before.seasons.items():
        now = after.seasons[number]
        further = tuple(_further(before.further[number], after.further[number]))
        seasons.append(SeasonImpact(now.season.name, bool(now.season.closed_at), standing_changes(then, now), further))
    tables = []
    for number in sorted({*before.called, *after.called}):
        old_view, is_now = before.tables.get(number), after.tables.get(number)
        changed_rulings = ruling_changes(old_view, is_now) if old_view and is_now else ()
        seats = tuple(_seats(before.seats.get(number, ()), after.seats.get(number, ())))
        places = (_places(old_view), _places(is_now)) if old_view and is_now else ("", "")
        if seats or places[0] == places[1]:
            places = ("", "")  # with other people in it, it would seem to be another one
        if changed_rulings or seats or any(places):
            table_number = after.called.get(number) or before.called[number]
            tables.append(TableImpact(table_number, changed_rulings, seats, places))
    return Impact(tuple(seasons), tuple(tables), past)


def standing_changes(before: Standings, after: Standings) -> tuple[StandingChange, ...]:
    """Return whose place or score is another one, in the order of the later table; who is out of it comes last."""
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
    """Yield what is told otherwise after than before."""
    for about in dict.fromkeys([*after, *before]):
        old_values, new_values = before.get(about, {}), after.get(about, {})
        for name in dict.fromkeys([*new_values, *old_values]):
            if old_values.get(name) != new_values.get(name):
                yield OtherChange(about, name, old_values.get(name, ""), new_values.get(name, ""))


def ruling_changes(before: MatchView, after: MatchView) -> tuple[RulingChange, ...]:
    """Return the lines of a table that are new, or of which the ruling, or whether they count, is another."""
    old_lines = {line.number: line for line in before.log}
    changes = []
    for line_view in after.log:
        old_ruling = _ruling(old_lines[line_view.number]) if line_view.number in old_lines else ""
        if (new_ruling := _ruling(line_view)) != old_ruling:
            changes.append(RulingChange(line_view.number, line_view.text, old_ruling, new_ruling))
    return tuple(changes)


class _RolledBack(Exception):
    """What was done is not to be kept."""


@dataclass(frozen=True, slots=True)
class _Touched:
    """What was changed: tables by their logs and by their seats, and evenings."""

    logs: frozenset[int]
    seats: frozenset[int]
    sessions: frozenset[int]


def _changes(sql: SqlTransaction, since: Iterable[Event]) -> tuple[Change, ...]:
    """Return what follows from some events."""
    return tuple(change for event in since for change in project(event, event_texts(sql, sql.club, event)))


def _played(event: Event) -> bool:
    """Tell whether an event concerns what is played at a table."""
    kind = event.data["kind"] if event.kind == EventKind.UNDONE else event.kind
    return kind not in _BESIDE or "decided" in event.data


def _rows_touched(sql: SqlTransaction, changes: Iterable[Change]) -> tuple[set[tuple[str, int]], set[int]]:
    """Return which matches are changed, each with the table of the file in which, and which sessions otherwise.

    A row is found by its key before the changes, or after them.
    """
    matches: set[tuple[str, int]] = set()
    sessions: set[int] = set()
    for change in changes:
        if column := _MATCH_IN.get(change.table):
            matches |= {(change.table, number) for number in _values(sql, change, column)}
        if change.table in _SESSION_IN:
            sessions |= _values(sql, change, "session_id")
    return matches, sessions


def _values(sql: SqlTransaction, change: Change, column: str) -> set[int]:
    where = " AND ".join(f'"{name}" {"IS NULL" if value is None else "= ?"}' for name, value in change.key.items())
    key_values = [value for value in change.key.values() if value is not None]
    rows = sql.rows(f'SELECT DISTINCT "{column}" FROM "{change.table}" WHERE {where}', *key_values)
    return {value for (value,) in rows if value is not None}


def _touched(before: SqlTransaction, sql: SqlTransaction, last: int) -> _Touched:
    """Return what has been changed since an event, by those after it and by what follows from them."""
    since = [*events(sql, sql.club, after=last)]
    changes = _changes(sql, since)
    rows, sessions = _rows_touched(before, changes)
    found_now, sessions_now = _rows_touched(sql, changes)
    matches, sessions = rows | found_now, sessions | sessions_now
    logs = {number for table, number in matches if table == "match"}
    logs |= {event.match for event in since if event.match and _played(event)}
    seats = {number for table, number in matches if table == "seat"}
    for number in logs | {number for _, number in matches}:
        sessions.update(row[0] for row in sql.rows('SELECT session_id FROM "match" WHERE id = ?', number))
    return _Touched(frozenset(logs), frozenset(seats), frozenset(sessions))


def _seasons(club: Club, touched: _Touched) -> list[str]:
    with club.reading() as tx:
        query = "SELECT s.name, e.id FROM season s JOIN session e ON e.season_id = s.id"
        return sorted({name for name, session in tx.rows(query) if session in touched.sessions})


def _is_past(club: Club, touched: _Touched) -> bool:
    with club.reading() as tx:
        return any(
            is_over(session, club.clock()) for session in select_rows(tx, Session) if session.id in touched.sessions
        )


def _further(before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for figure, new_values in after.items():
        old_values = before[figure]
        for name in dict.fromkeys([*new_values, *old_values]):
            if old_values.get(name) != new_values.get(name):
                yield f"{figure} of {name}: {old_values.get(name, 'none')} to {new_values.get(name, 'none')}"


def _seats(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    for at in range(max(len(before), len(after))):
        old_name, new_name = (names[at] if at < len(names) else "nobody" for names in (before, after))
        if old_name != new_name:
            yield f"seat {at + 1}: {old_name}, now {new_name}"


def _ruling(line: LineView) -> str:
    if line.decision is DecisionKind.STRUCK:
        return "struck"
    counts = "" if line.counts or line.decision else "does not count"
    if line.ruling is None:
        return line.decision or counts or "counts"
    return ", ".join(filter(None, [f"{line.ruling.says} by {line.ruling.clause.id}", line.decision or "", counts]))


def _places(match: MatchView) -> str:
    return write_places(match.places) if match.finished_at and match.places else "not finished"


def _place(place: int | None) -> str:
    return "not ranked" if place is None else f"place {place}"


def _figure(score: Fraction) -> str:
    return f"{float(score):.3f}"
