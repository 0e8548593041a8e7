"""The tables of a season: a class for the rows of each, whose fields are its columns, in order.

Names are as the public sees them. The only typed texts are the room and note of a session, and the names of
tournaments, teams and games. `game` is the slug of a rulebook, or the name given to a game without one.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, get_args, get_type_hints

if TYPE_CHECKING:
    from referee.store.difference import Difference
    from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member or guest. `left_on` is empty while they are on the roster."""

    member: int
    name: str
    guest: bool
    joined_on: datetime.date
    left_on: datetime.date | None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session, planned or held, and how many were present."""

    session: int
    date: datetime.date
    starts: datetime.time
    room: str
    note: str
    status: str
    present: int


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A member's presence at a session."""

    session: int
    date: datetime.date
    member: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match, with the number of its table in the session. It `continues` another there, after players changed."""

    match: int
    table: int
    session: int
    date: datetime.date
    game: str
    players: int
    status: str
    options: str
    chip: str
    continues: int | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A player's result in a match. `rank` is the mean of the shared places."""

    match: int | None
    table: int | None
    session: int
    date: datetime.date
    game: str
    member: int
    name: str
    rank: float
    players: int
    score: Fraction
    chips: int | None
    hands: int | None
    guest: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings. `tie_break` says what broke a tie; `place` is empty for unranked members."""

    place: int | None
    member: int
    name: str
    score: Fraction
    sessions_counted: int
    sessions_dropped: int
    matches: int
    wins: int
    seconds: int
    tie_break: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A member's points in a session, less penalties, and whether they count."""

    session: int
    date: datetime.date
    member: int
    name: str
    matches: int
    score: Fraction
    penalty: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating in a game, or in all games together, with an empty `game`."""

    game: str
    member: int
    name: str
    rating: float
    mu: float
    sigma: float
    matches: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class TrophyRow:
    """A trophy given when the season was closed, a row for each member who shares it."""

    trophy: str
    clause: str
    member: int
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute and its last decision. The claim and the reason for the decision are not published."""

    dispute: int
    date: datetime.date
    match: int | None
    table: int | None
    line: int | None
    game: str
    clause: str
    verdict: str
    open: bool
    outcome: str
    decided_on: datetime.date | None
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """A line of a table with its ruling; a ruling on facts without a table has no `match` and no `text`."""

    match: int | None = None
    table: int | None = None
    line: int | None = None
    dispute: int | None = None
    date: datetime.date
    game: str
    text: str = ""
    verdict: str = ""
    word: str
    clause: str = ""
    reason: str = ""
    decision: str = ""
    decided_by: str = ""
    recorded_by: str = ""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament and its settings."""

    tournament: int
    name: str
    season: str
    game: str
    format: str
    status: str
    sizes: str
    score: str
    ties: str
    counts: str
    seed: int
    entries: int
    rounds: int


@dataclass(frozen=True, slots=True)
class TournamentStandingRow:
    """An entry's standing in a tournament; without a place, there are no points either.

    Before the final of a tournament with groups, `place` is that in the group. In elimination formats there are no
    points: `reached` is the entry's last round, and `place_there` its place at the table.
    """

    tournament: int
    place: int | None
    entry: int
    member: int
    name: str
    guest: bool
    team: str
    group: str
    points: Fraction | None
    penalty: Fraction | None
    played: int
    reached: str
    place_there: str
    tie_break: str
    status: str
    since: int
    until: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRoundRow:
    """An entry's table and result in a round, or its bye or absence.

    `rank` is the mean of the shared places, as in the results.
    """

    tournament: int
    round: int
    round_name: str
    date: datetime.date
    state: str
    method: str
    seed: int
    table: int | None = None
    label: str = ""
    match: int | None = None
    seat: int | None = None
    entry: int
    member: int
    name: str
    status: str
    rank: Fraction | None = None
    score: Fraction | None = None
    chips: int | None = None
    through: bool = False


@dataclass(frozen=True, slots=True)
class SeasonTables:
    """The tables of a season, by the names of their files."""

    members: tuple[MemberRow, ...] = ()
    sessions: tuple[SessionRow, ...] = ()
    attendance: tuple[AttendanceRow, ...] = ()
    matches: tuple[MatchRow, ...] = ()
    results: tuple[ResultRow, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    scores: tuple[ScoreRow, ...] = ()
    ratings: tuple[RatingRow, ...] = ()
    trophies: tuple[TrophyRow, ...] = ()
    disputes: tuple[DisputeRow, ...] = ()
    rulings: tuple[RulingRow, ...] = ()
    tournaments: tuple[TournamentRow, ...] = ()
    tournament_standings: tuple[TournamentStandingRow, ...] = ()
    tournament_rounds: tuple[TournamentRoundRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonExport:
    """A season as it is exported.

    `head` is the head of the club's log, and `damage` where the tables differ from it; `tournaments` are the views
    behind the tables, for the pages that draw them.
    """

    tables: SeasonTables
    head: str = ""
    damage: tuple[Difference, ...] = ()
    tournaments: tuple[TournamentView, ...] = ()


def row_types(tables: type) -> dict[str, type]:
    """Return the class of the rows of each table, by name, in order."""
    return {name: get_args(kind)[0] for name, kind in get_type_hints(tables).items()}


def column_names(row: type) -> tuple[str, ...]:
    """Return the columns of a table, from the class of its rows."""
    return tuple(column.name for column in fields(row))
