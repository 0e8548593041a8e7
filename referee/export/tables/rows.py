"""The tables of a season. Each row is a class whose fields are the columns, in order.

Names are public ones. The only typed texts are the room and note of a session, and the names of tournaments, teams and
games. `game` is the slug of a rulebook, or the name of a game without one.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.cards.immutable import frozen
from referee.club.folder import day_of
from referee.club.standings.counted_tournaments import table_of
from referee.export.tables.columns import column, computed, table, table_row
from referee.export.tables.rulings import RulingRow, ruling_rows
from referee.export.tables.tournaments import (
    TournamentRoundRow,
    TournamentRow,
    TournamentStandingRow,
    entry_standings,
    round_seats,
)
from referee.rules.book.options import changed_options

if TYPE_CHECKING:
    from referee.club.match.view import MatchView
    from referee.club.standings.ranking import Standing
    from referee.export.tables.season_data import SeasonData
    from referee.store.difference import Difference
    from referee.tournaments.state.view import TournamentView


def _public_name(season: SeasonData, member: int) -> str:
    return season.names[member]


def _game_name(season: SeasonData, slug: str) -> str:
    return season.game(slug)


def _day(_: SeasonData, moment: datetime.datetime) -> datetime.date:
    return day_of(moment)


def _count_items(_: SeasonData, items: tuple[object, ...]) -> int:
    return len(items)


def _rounded(_: SeasonData, number: float) -> float:
    return round(number, 3)


@table_row
class MemberRow:
    """A member or guest. `left_on` is empty while they are on the roster."""

    member: int = column("id")
    name: str = column("id", _public_name)
    guest: bool
    joined_on: datetime.date = column("joined_at", _day)
    left_on: datetime.date | None = column("retired_at", _day)


@table_row
class SessionRow:
    """A planned or past session, and its number of players."""

    session: int = column("session.id")
    date: datetime.date = column("session.held_on")
    starts: datetime.time = column("session.starts")
    room: str = column("session.room")
    note: str = column("session.note")
    status: str = column("session.status")
    present: int = column("checked_in", _count_items)


@table_row
class AttendanceRow:
    """A member's presence at a session."""

    session: int = column("session.id")
    date: datetime.date = column("session.held_on")
    member: int = column("member.id")
    name: str = column("member.id", _public_name)


def _status(_: SeasonData, match: MatchView) -> str:
    if match.unreadable:
        return "damaged"
    return "void" if match.void else "finished" if match.finished_at else "unfinished"


def _options(_: SeasonData, match: MatchView) -> str:
    return " ".join(f"{name}={value}" for name, value in changed_options(match.options).items())


@table_row
class MatchRow:
    """A match, with the number of its table in the session. It may continue another match after players changed."""

    match: int = column("id")
    table: int
    session: int = column("session_id")
    date: datetime.date = column("played_on")
    game: str = column("book.slug", _game_name)
    players: int = column("names", _count_items)
    status: str = computed(_status)
    options: str = computed(_options)
    chip: str
    continues: int | None


@table_row
class ResultRow:
    """A player's result in a match. `rank` is the mean of shared places."""

    match: int | None = column("match", lambda _, match: table_of(match))
    table: int | None = column("match", lambda season, match: season.table_numbers.get(match))
    session: int
    date: datetime.date = column("played_on")
    game: str = column("game", _game_name)
    member: int = column("member", lambda _, member: abs(member))  # a guest's number is negative among the results
    name: str = column("member", lambda season, member: season.names[abs(member)])
    rank: float
    players: int
    score: Fraction = column("score", lambda _, score: Fraction(score).limit_denominator(1000))
    chips: int | None = computed(lambda season, result: season.chips.get((result.match, abs(result.member))))
    hands: int | None = computed(lambda _, result: result.hands if result.table else None)
    guest: bool = column("member", lambda _, member: member < 0)


def _tie_break(season: SeasonData, row: Standing) -> str:
    return " ".join(str(replace(tie, name=season.names[tie.neighbour])) for tie in row.ties)


@table_row
class StandingRow:
    """A line of the standings. `tie_break` says what broke a tie. `place` is empty for unranked members."""

    place: int | None
    member: int
    name: str = column("member", _public_name)
    score: Fraction
    sessions_counted: int = column("counted", _count_items)
    sessions_dropped: int = column("dropped", _count_items)
    matches: int
    wins: int
    seconds: int
    tie_break: str = computed(_tie_break)


@table_row
class ScoreRow:
    """A member's points in a session after penalties, and whether they count."""

    session: int = column("score.session")
    date: datetime.date = column("score.played_on")
    member: int
    name: str = column("member", _public_name)
    matches: int = column("score.matches")
    score: Fraction = column("score.score")
    penalty: Fraction = column("score.penalty")
    counted: bool


@table_row
class RatingRow:
    """A rating in a game, or in all games if `game` is empty."""

    game: str = column("game", lambda season, game: season.game(game) if game else "")
    member: int = column("line.member")
    name: str = column("line.member", _public_name)
    rating: float = column("line.rating.figure", _rounded)
    mu: float = column("line.rating.mu", _rounded)
    sigma: float = column("line.rating.sigma", _rounded)
    matches: int = column("line.rating.matches")
    provisional: bool = column("line.rating.provisional")


@table_row
class TrophyRow:
    """A trophy of a closed season, with a row for each member who shares it."""

    trophy: str = column("trophy.said", lambda season, title: season.public.named(title))
    clause: str = column("trophy.clause", lambda _, clause: f"scoring {clause}")
    member: int
    name: str = column("member", lambda season, member: season.public.at(member))
    figure: str = column("trophy.figure")


@table_row
class DisputeRow:
    """A dispute and its last decision, without the claim and the reason, which are not published."""

    dispute: int = column("number")
    date: datetime.date = column("at", _day)
    match: int | None = column("match.id")
    table: int | None = column("match.table")
    line: int | None
    game: str = column("game", _game_name)
    clause: str
    verdict: str = column("verdict.value")
    open: bool = column("is_open")
    outcome: str = column("decided.kind.value")
    decided_on: datetime.date | None = column("decided.at", _day)
    decided_by: str = column("decided.by", lambda season, signature: season.public.signed(signature))


@frozen
class SeasonTables:
    """The tables of a season, by the names of their files."""

    members: tuple[MemberRow, ...] = table(lambda season: season.members)
    sessions: tuple[SessionRow, ...] = table(lambda season: season.sessions)
    attendance: tuple[AttendanceRow, ...] = table(lambda season: season.attendance())
    matches: tuple[MatchRow, ...] = table(lambda season: season.matches)
    results: tuple[ResultRow, ...] = table(lambda season: season.results)
    standings: tuple[StandingRow, ...] = table(lambda season: season.standings.rows)
    scores: tuple[ScoreRow, ...] = table(lambda season: season.session_scores())
    ratings: tuple[RatingRow, ...] = table(lambda season: season.game_ratings())
    trophies: tuple[TrophyRow, ...] = table(lambda season: season.trophy_winners())
    disputes: tuple[DisputeRow, ...] = table(lambda season: season.own_disputes())
    rulings: tuple[RulingRow, ...] = table(ruling_rows)
    tournaments: tuple[TournamentRow, ...] = table(lambda season: season.tournaments)
    tournament_standings: tuple[TournamentStandingRow, ...] = table(entry_standings)
    tournament_rounds: tuple[TournamentRoundRow, ...] = table(round_seats)


@frozen
class SeasonExport:
    """The exported tables of a season.

    `head` is the head of the club's log, and `damage` lists differences from it. `tournaments` has the views behind the
    tables, for the pages that draw them.
    """

    tables: SeasonTables
    head: str = ""
    damage: tuple[Difference, ...] = ()
    tournaments: tuple[TournamentView, ...] = ()
