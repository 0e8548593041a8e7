"""The tables of a season: a class for the rows of each, whose fields are its columns, in order.

Names are as the public sees them. What somebody typed is not in it, but the room and the note of an evening, and the
names of tournaments, teams and games. In a row of a game without a rulebook, `game` is the name that it was given.
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
    """Somebody on the roster. `left_on` is empty while they are a member."""

    member: int
    name: str
    guest: bool
    joined_on: datetime.date
    left_on: datetime.date | None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """An evening, planned or held, and how many were there."""

    session: int
    date: datetime.date
    starts: datetime.time
    room: str
    note: str
    status: str
    present: int


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """Who was there at an evening."""

    session: int
    date: datetime.date
    member: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match, with the number of its table in the session. It `continues` another one of it after players changed."""

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
    """What somebody made of a match. `rank` is the mean of the places that are shared."""

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
    """A line of the standings. `tie_break` says what decided between equals; without `place` nobody is ranked."""

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
    """What an evening gave to somebody of the standings, less penalties, and whether it counts."""

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
    """A rating in a game, or over all games, whose `game` is empty."""

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
    """A trophy that was given when the season was closed, to one of those who share it."""

    trophy: str
    clause: str
    member: int
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute, and what was decided last; what was claimed, and the reason for the decision, stay in the house."""

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
    """A line of a table with its ruling; that on facts told without a table has no `match` and no `text`."""

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
    """What a tournament is."""

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
    """How somebody stands in a tournament; who has no place yet has no points either.

    Before the final of groups the place is that in the group. Where players go out there are no points: `reached` is
    the last round of somebody, and `place_there` the place at their table.
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
    """Where somebody sat in a round and what came of it, or that they had a bye or were absent.

    `rank` is the mean of the places that are shared, as in the results.
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

    `head` is where the club's log ended then, and `damage` what in the tables differs from the log;
    `tournaments` are those of which the tables tell, for a page that draws them.
    """

    tables: SeasonTables
    head: str = ""
    damage: tuple[Difference, ...] = ()
    tournaments: tuple[TournamentView, ...] = ()


def row_types(tables: type) -> dict[str, type]:
    """Return the class of the rows of each table, by its name, in order."""
    return {name: get_args(kind)[0] for name, kind in get_type_hints(tables).items()}


def column_names(row: type) -> tuple[str, ...]:
    """Return the columns of a table from the class of its rows."""
    return tuple(column.name for column in fields(row))
