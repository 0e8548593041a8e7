"""The page of a season: next session, standings, last session, dates, and a section for each player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words, quantity
from referee.club.standings.ranking import required_sessions
from referee.export.pages.links import clause_link, game_title, player_file, record_link, rules_file, session_file
from referee.export.pages.rendering import polyline, render, time_span
from referee.export.pages.season_facts import SeasonFacts
from referee.export.pages.session_page import place_rows, place_text
from referee.export.tables.rows import (
    MatchRow,
    ResultRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
    TrophyRow,
)
from referee.export.tables.rulings import RulingRow
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import FORMATS

_MAX_OPEN_RULINGS: Final = 12
"""The largest number of rulings to show openly. More are folded by table."""


@frozen
class SessionDate:
    """The date of a planned session, or of a cancelled one with the reason."""

    day: date
    hours: str
    room: str
    note: str


@frozen
class StandingsLine:
    """A line of the standings. `bar` is the score in percent of the best, `change` the number of places gained."""

    place: int | None
    member: int
    name: str
    score: Fraction
    bar: int
    sessions: int
    matches: int
    wins: int
    seconds: int
    change: int
    note: str


@frozen
class TableSummary:
    """A table in a list: its game and finishing places, or its status if there are none."""

    game: str
    places: tuple[tuple[str, str, str], ...]
    status: str


@frozen
class PlayerPoints:
    """A player's points in a session. `places` has texts such as ``1 of 4`` for each game, with links."""

    name: str
    score: Fraction | None
    places: Mapping[str, list[tuple[str, str]]]


@frozen
class HeldSession:
    """A past session with its tables. The last one also has each player's points, best first."""

    day: date
    room: str
    note: str
    present: int
    page: str
    tables: tuple[TableSummary, ...]
    games: tuple[str, ...] = ()
    players: tuple[PlayerPoints, ...] = ()


@frozen
class SeasonPlayer:
    """A player's page, place, missing sessions, and place after each session for a graph."""

    member: int
    name: str
    place: int | None
    sessions_needed: str
    page: str
    places: tuple[int, ...]
    polyline: str


@frozen
class GameSummary:
    """A game of the season: the file of its rules, and each player's results."""

    title: str
    rules: str
    matches: int
    players: tuple[tuple[str, int, int, Fraction], ...]


def season_page(export: SeasonExport, facts: SeasonFacts) -> str:
    """Return the page of a season, the index of its folder."""
    tables = export.tables
    held_sessions = [row for row in tables.sessions if row.status in ("open", "closed")]
    to_come = [
        _session_date(row, facts) for row in tables.sessions if row.status == "planned" and row.date >= facts.today
    ]
    sessions = [_held_session(row, tables, facts, last=row is held_sessions[-1]) for row in reversed(held_sessions)]
    scores: defaultdict[int, list[ScoreRow]] = defaultdict(list)
    for row in tables.scores:
        scores[row.member].append(row)
    required = required_sessions(facts.min_sessions, facts.best_k, len({row.session for row in tables.scores}))
    return render(
        "season.html",
        facts=facts,
        export=export,
        as_of=held_sessions[-1].date if held_sessions else facts.today,
        held=len(held_sessions),
        required=required,
        planned=len(held_sessions) + len(to_come),
        to_come=to_come,
        off=[_session_date(row, facts) for row in tables.sessions if row.status == "cancelled"],
        lines=[*_standings_lines(tables.standings, facts, required)],
        names=[row.name for row in tables.members],
        worked=_worked_example(tables, scores),
        trophies=[*_trophy_rows(tables.trophies)],
        sessions=sessions,
        players=[*_season_players(tables, scores, held_sessions, facts, required)],
        tournaments=[
            (tournament, FORMATS[tournament.settings.format], _describe_winners(tournament))
            for tournament in export.tournaments
        ],
        games=[*_game_summaries(tables.results)],
        ratings=[row for row in tables.ratings if not row.game],
        disputes=tables.disputes,
        rulings=[*_rulings_by_table(tables.rulings)],
        legal=sum(row.word == "legal" and not row.dispute for row in tables.rulings),
        short=_MAX_OPEN_RULINGS,
        game_title=game_title,
        clause_link=clause_link,
    )


def _session_date(row: SessionRow, facts: SeasonFacts) -> SessionDate:
    return SessionDate(row.date, time_span(row.starts, facts.minutes), row.room, row.note)


def _standings_lines(rows: Sequence[StandingRow], facts: SeasonFacts, required: int) -> Iterator[StandingsLine]:
    best = max((row.score for row in rows), default=Fraction(0)) or Fraction(1)
    for row in rows:
        sessions = row.sessions_counted + row.sessions_dropped
        previous_place = facts.previous_places.get(row.member)
        note = row.tie_break
        if row.place is None:
            note = f"{quantity(required - sessions, 'more session')} to be ranked"
        yield StandingsLine(
            row.place, row.member, row.name, row.score, round(100 * float(row.score / best)), sessions, row.matches,
            row.wins, row.seconds, previous_place - row.place if previous_place and row.place else 0, note,
        )  # fmt: skip


def _worked_example(tables: SeasonTables, scores: Mapping[int, Sequence[ScoreRow]]) -> dict[str, object] | None:
    """Return the sum of the leader's points in their last session, as an example, or None if it is complicated."""
    for row in tables.standings[:1]:
        session_scores = [score for score in scores.get(row.member, ()) if not score.penalty]
        if not session_scores:
            return None
        last = session_scores[-1]
        results = [result for result in tables.results if (result.session, result.member) == (last.session, row.member)]
        # If a table was split, or a tournament counts as one match, the sum is more complicated.
        is_simple_sum = len(results) == last.matches and all(float(result.rank).is_integer() for result in results)
        if is_simple_sum and results:
            return {"name": row.name, "day": last.date, "results": results, "score": last.score}
    return None


def _trophy_rows(rows: Sequence[TrophyRow]) -> Iterator[tuple[str, str, list[str], str]]:
    for (trophy, figure, clause), shared in groupby(rows, lambda row: (row.trophy, row.figure, row.clause)):
        yield trophy, figure, [row.name for row in shared], clause


def _held_session(row: SessionRow, tables: SeasonTables, facts: SeasonFacts, *, last: bool) -> HeldSession:
    results: defaultdict[int | None, list[ResultRow]] = defaultdict(list)
    for result in tables.results:
        if result.session == row.session:
            results[result.match].append(result)
    meetings = [_table_summary(match, results[match.match]) for match in tables.matches if match.session == row.session]
    # For a table in play, the export's tables have only the number of players.
    meetings = [summary for summary in meetings if summary.places or summary.status not in ("unfinished", "finished")]
    meetings += [
        TableSummary(game_title(table.game), tuple(("", name, "") for name in table.names), "being played")
        for table in facts.in_play
        if table.session == row.session
    ]
    session_results = [result for rows in results.values() for result in rows] if last else []
    games = tuple(dict.fromkeys(result.game for result in session_results))
    page = session_file(row.date) if any(match.session == row.session for match in tables.matches) else ""
    by_player = _points_by_player(session_results, tables.scores)
    return HeldSession(row.date, row.room, row.note, row.present, page, tuple(meetings), games, by_player)


def _points_by_player(results: Sequence[ResultRow], scores: Sequence[ScoreRow]) -> tuple[PlayerPoints, ...]:
    """Return each player's points in one session."""
    score_by_player = {(score.session, score.member): score.score for score in scores}
    players: dict[int, PlayerPoints] = {}
    for row in results:
        new = PlayerPoints(row.name, score_by_player.get((row.session, row.member)), defaultdict(list))
        players.setdefault(row.member, new).places[row.game].append((place_text(row), record_link(row.date, row.match)))
    return tuple(sorted(players.values(), key=lambda player: (player.score is None, -(player.score or 0), player.name)))


def _table_summary(match: MatchRow, rows: Sequence[ResultRow]) -> TableSummary:
    return TableSummary(game_title(match.game), tuple(place_rows(rows)), match.status)


def _season_players(
    tables: SeasonTables,
    scores: Mapping[int, Sequence[ScoreRow]],
    sessions: Sequence[SessionRow],
    facts: SeasonFacts,
    required: int,
) -> Iterator[SeasonPlayer]:
    """Yield each player in the standings. Their place after each session ranks everyone with a score."""
    running_scores = {member: _running_scores(rows, sessions, facts.best_k) for member, rows in scores.items()}
    for row in tables.standings:
        own_scores = running_scores.get(row.member, [])
        first = next((index for index, score in enumerate(own_scores) if score is not None), len(own_scores))
        places = tuple(
            1 + sum((scores_so_far[index] or 0) > (own_scores[index] or 0) for scores_so_far in running_scores.values())
            for index in range(first, len(own_scores))
        )
        yield SeasonPlayer(
            row.member, row.name, row.place, _sessions_needed(row, facts, required),
            player_file(row.member), places,
            polyline(places) if len(places) > 1 else "",
        )  # fmt: skip


def _running_scores(rows: Sequence[ScoreRow], sessions: Sequence[SessionRow], best_k: int) -> list[Fraction | None]:
    """Return a member's score after each session, None before their first one."""
    by_session = {row.session: row.score for row in rows}
    best_scores: list[Fraction] = []
    running: list[Fraction | None] = []
    for session in sessions:
        if session.session in by_session:
            best_scores = sorted([*best_scores, by_session[session.session]], reverse=True)[:best_k]
        running.append(sum(best_scores, Fraction()) if best_scores else None)
    return running


def _sessions_needed(row: StandingRow, facts: SeasonFacts, required: int) -> str:
    """Return a sentence about the sessions that a player still needs."""
    sessions = row.sessions_counted + row.sessions_dropped
    if row.place is None:
        return f"Needs {quantity(required - sessions, 'more session')} to be ranked."
    if sessions < facts.best_k:
        return f"Ranked. The next {quantity(facts.best_k - sessions, 'session')} all add to the score."
    return f"Ranked. Another session counts if it beats the lowest of the best {facts.best_k}."


def _describe_winners(view: TournamentView) -> str:
    """Return a text about the winners of a tournament, or its current round."""
    if view.status == "over":
        return "won by " + join_words(view.name_of(line.entry) for line in view.standings if line.place == 1)
    return f"{view.rounds[-1].name}" if view.rounds else view.status


def _game_summaries(results: Sequence[ResultRow]) -> Iterator[GameSummary]:
    by_game: defaultdict[str, defaultdict[str, list[ResultRow]]] = defaultdict(lambda: defaultdict(list))
    for row in results:
        by_game[row.game][row.name].append(row)
    for game, players in sorted(by_game.items(), key=lambda row: (-len(row[1]), row[0])):
        player_summaries = sorted(
            (
                (name, len(rows), sum(row.rank == 1 for row in rows), _mean_score(rows))
                for name, rows in players.items()
            ),
            key=lambda row: (-row[3], -row[1], row[0]),
        )
        matches = len({row.match for rows in players.values() for row in rows})
        yield GameSummary(game_title(game), rules_file(game), matches, tuple(player_summaries))


def _mean_score(rows: Sequence[ResultRow]) -> Fraction:
    return sum((Fraction(row.score) for row in rows), Fraction()) / len(rows)


def _rulings_by_table(rows: Sequence[RulingRow]) -> Iterator[tuple[date, str, list[RulingRow]]]:
    """Yield the illegal, open or disputed rulings, grouped by table."""
    notable = [row for row in rows if row.word != "legal" or row.dispute]
    for (day, _, game), at_table in groupby(notable, lambda row: (row.date, row.match, row.game)):
        yield day, game_title(game), list(at_table)
