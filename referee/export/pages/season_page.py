"""A season's page: the next session, the standings, the last session, the dates, a fold for each player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final

from referee.cards.words import counted, listed
from referee.export.pages.links import clause_link, game_title, player_file, rules_file, session_file, table_link
from referee.export.pages.rendering import hours, polyline, render
from referee.export.pages.season_facts import SeasonFacts
from referee.export.pages.session_page import place_of, places_of
from referee.export.tables.rows import (
    MatchRow,
    ResultRow,
    RulingRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
    TrophyRow,
)
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import FORMATS

_SHORT: Final = 12
"""How many rulings stand open; more are folded by table."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A session to come, or one that was called off with the reason why."""

    day: date
    hours: str
    room: str
    note: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings. `bar` is the score in percent of the best; `change` how many places were gained."""

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
    said: str


@dataclass(frozen=True, slots=True)
class Played:
    """A table in a list: its game, and who came where, each with a sign for a shared place; or why there are none."""

    game: str
    places: tuple[tuple[str, str, str], ...]
    status: str


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """What a session gave to a player, and by game the places at its tables, ``1 of 4``, each with its record."""

    name: str
    score: Fraction | None
    places: Mapping[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class OneSession:
    """A session that was held: its tables, and of the last one what it gave to each player, best first."""

    day: date
    room: str
    note: str
    came: int
    page: str
    tables: tuple[Played, ...]
    games: tuple[str, ...] = ()
    players: tuple[ByPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """What is told of one player: the place by score after each session, what is still needed, the page of results."""

    member: int
    name: str
    place: int | None
    needed: str
    page: str
    places: tuple[int, ...]
    line: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the season: its page of rules, and how each player did in it."""

    title: str
    rules: str
    matches: int
    players: tuple[tuple[str, int, int, Fraction], ...]


def season_page(export: SeasonExport, facts: SeasonFacts) -> str:
    """Return the page of a season, which is the index of its folder."""
    tables = export.tables
    held = [row for row in tables.sessions if row.status in ("open", "closed")]
    to_come = [_meeting(row, facts) for row in tables.sessions if row.status == "planned" and row.date >= facts.today]
    sessions = [_session(row, tables, facts, last=row is held[-1]) for row in reversed(held)]
    scores: defaultdict[int, list[ScoreRow]] = defaultdict(list)
    for row in tables.scores:
        scores[row.member].append(row)
    return render(
        "season.html",
        facts=facts,
        export=export,
        as_of=held[-1].date if held else facts.today,
        held=len(held),
        planned=len(held) + len(to_come),
        to_come=to_come,
        off=[_meeting(row, facts) for row in tables.sessions if row.status == "cancelled"],
        lines=[*_lines(tables.standings, facts)],
        names=[row.name for row in tables.members],
        worked=_worked(tables, scores),
        trophies=[*_trophies(tables.trophies)],
        sessions=sessions,
        players=[*_players(tables, scores, held, facts)],
        tournaments=[(each, FORMATS[each.settings.format], _winners(each)) for each in export.tournaments],
        games=[*_games(tables.results)],
        ratings=[row for row in tables.ratings if not row.game],
        disputes=tables.disputes,
        rulings=[*_rulings(tables.rulings)],
        legal=sum(row.word == "legal" and not row.dispute for row in tables.rulings),
        short=_SHORT,
        game_title=game_title,
        clause_link=clause_link,
    )


def _meeting(row: SessionRow, facts: SeasonFacts) -> Meeting:
    return Meeting(row.date, hours(row.starts, facts.minutes), row.room, row.note)


def _lines(rows: Sequence[StandingRow], facts: SeasonFacts) -> Iterator[StandingsLine]:
    best = max((row.score for row in rows), default=Fraction(0)) or Fraction(1)
    for row in rows:
        sessions = row.sessions_counted + row.sessions_dropped
        before = facts.before.get(row.member)
        said = row.tie_break
        if row.place is None:
            said = f"{counted(facts.min_sessions - sessions, 'more session')} to be ranked"
        yield StandingsLine(
            row.place, row.member, row.name, row.score, round(100 * float(row.score / best)), sessions, row.matches,
            row.wins, row.seconds, before - row.place if before and row.place else 0, said,
        )  # fmt: skip


def _worked(tables: SeasonTables, scores: Mapping[int, Sequence[ScoreRow]]) -> dict[str, object] | None:
    """Return how the first of the standings came by their last session, to be followed with a pencil."""
    for row in tables.standings[:1]:
        of_them = [each for each in scores.get(row.member, ()) if not each.penalty]
        if not of_them:
            return None
        last = of_them[-1]
        results = [each for each in tables.results if (each.session, each.member) == (last.session, row.member)]
        # Where a table was parted, or a tournament counts as one match, the sum is not as simple as that.
        simple = len(results) == last.matches and all(float(each.rank).is_integer() for each in results)
        if simple and results:
            return {"name": row.name, "day": last.date, "results": results, "score": last.score}
    return None


def _trophies(rows: Sequence[TrophyRow]) -> Iterator[tuple[str, str, list[str], str]]:
    for (trophy, figure, clause), shared in groupby(rows, lambda row: (row.trophy, row.figure, row.clause)):
        yield trophy, figure, [row.name for row in shared], clause


def _session(row: SessionRow, tables: SeasonTables, facts: SeasonFacts, *, last: bool) -> OneSession:
    results: defaultdict[int | None, list[ResultRow]] = defaultdict(list)
    for each in tables.results:
        if each.session == row.session:
            results[each.match].append(each)
    played = [_played(each, results[each.match]) for each in tables.matches if each.session == row.session]
    # Of a table that is being played the tables of the export know only how many sit there.
    played = [each for each in played if each.places or each.status not in ("unfinished", "finished")]
    played += [
        Played(game_title(each.game), tuple(("", name, "") for name in each.names), "being played")
        for each in facts.playing
        if each.session == row.session
    ]
    of_it = [each for rows in results.values() for each in rows] if last else []
    games = tuple(dict.fromkeys(each.game for each in of_it))
    page = session_file(row.date) if any(each.session == row.session for each in tables.matches) else ""
    by_player = _by_player(of_it, tables.scores)
    return OneSession(row.date, row.room, row.note, row.present, page, tuple(played), games, by_player)


def _by_player(results: Sequence[ResultRow], scores: Sequence[ScoreRow]) -> tuple[ByPlayer, ...]:
    """Return what results of one session gave to each player."""
    given = {(each.session, each.member): each.score for each in scores}
    players: dict[int, ByPlayer] = {}
    for row in results:
        new = ByPlayer(row.name, given.get((row.session, row.member)), defaultdict(list))
        players.setdefault(row.member, new).places[row.game].append((place_of(row), table_link(row.date, row.match)))
    return tuple(sorted(players.values(), key=lambda each: (each.score is None, -(each.score or 0), each.name)))


def _played(match: MatchRow, rows: Sequence[ResultRow]) -> Played:
    return Played(game_title(match.game), tuple(places_of(rows)), match.status)


def _players(
    tables: SeasonTables,
    scores: Mapping[int, Sequence[ScoreRow]],
    held: Sequence[SessionRow],
    facts: SeasonFacts,
) -> Iterator[SeasonPlayer]:
    """Yield each player of the standings; the place by score is among all who have a score, ranked or not."""
    so_far = {member: _so_far(rows, held, facts.best_k) for member, rows in scores.items()}
    for row in tables.standings:
        own = so_far.get(row.member, [])
        first = next((at for at, score in enumerate(own) if score is not None), len(own))
        places = tuple(
            1 + sum((other[at] or 0) > (own[at] or 0) for other in so_far.values()) for at in range(first, len(own))
        )
        yield SeasonPlayer(
            row.member, row.name, row.place, _needed(row, facts),
            player_file(row.member), places,
            polyline(places) if len(places) > 1 else "",
        )  # fmt: skip


def _so_far(rows: Sequence[ScoreRow], held: Sequence[SessionRow], best_k: int) -> list[Fraction | None]:
    """Return the score of a member after each session, None before their first one."""
    given = {row.session: row.score for row in rows}
    got: list[Fraction] = []
    found: list[Fraction | None] = []
    for session in held:
        if session.session in given:
            got = sorted([*got, given[session.session]], reverse=True)[:best_k]
        found.append(sum(got, Fraction()) if got else None)
    return found


def _needed(row: StandingRow, facts: SeasonFacts) -> str:
    """Return what somebody still needs, in a sentence."""
    sessions = row.sessions_counted + row.sessions_dropped
    if row.place is None:
        return f"Needs {counted(facts.min_sessions - sessions, 'more session')} to be ranked."
    if sessions < facts.best_k:
        return f"Ranked. The next {counted(facts.best_k - sessions, 'session')} all add to the score."
    return f"Ranked. Another session counts if it beats the lowest of the best {facts.best_k}."


def _winners(view: TournamentView) -> str:
    """Return how far a tournament has come: who won it, or in which round it is."""
    if view.status == "over":
        return "won by " + listed(view.name_of(line.entry) for line in view.standings if line.place == 1)
    return f"{view.rounds[-1].name}" if view.rounds else view.status


def _games(results: Sequence[ResultRow]) -> Iterator[Game]:
    by_game: defaultdict[str, defaultdict[str, list[ResultRow]]] = defaultdict(lambda: defaultdict(list))
    for row in results:
        by_game[row.game][row.name].append(row)
    for game, players in sorted(by_game.items(), key=lambda each: (-len(each[1]), each[0])):
        scored = sorted(
            ((name, len(rows), sum(row.rank == 1 for row in rows), _mean(rows)) for name, rows in players.items()),
            key=lambda each: (-each[3], -each[1], each[0]),
        )
        matches = len({row.match for rows in players.values() for row in rows})
        yield Game(game_title(game), rules_file(game), matches, tuple(scored))


def _mean(rows: Sequence[ResultRow]) -> Fraction:
    return sum((Fraction(row.score) for row in rows), Fraction()) / len(rows)


def _rulings(rows: Sequence[RulingRow]) -> Iterator[tuple[date, str, list[RulingRow]]]:
    """Yield what is worth reading, by table: what was against the rules, left open or disputed."""
    worth = [row for row in rows if row.word != "legal" or row.dispute]
    for (day, _, game), at_table in groupby(worth, lambda row: (row.date, row.match, row.game)):
        yield day, game_title(game), list(at_table)
