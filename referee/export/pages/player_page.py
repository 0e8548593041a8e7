"""The page of a player: points of each session, and places with links to the records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from referee.cards.immutable import frozen
from referee.export.pages.links import game_title, player_file, record_link
from referee.export.pages.rendering import render
from referee.export.pages.session_page import place_text
from referee.export.tables.rows import ResultRow, ScoreRow, SeasonTables, StandingRow


@frozen
class SessionPoints:
    """A player's points in a session, whether they count, and the game, place and link of each table."""

    day: date
    score: Fraction
    counts: bool
    tables: tuple[tuple[str, str, str], ...]


def player_pages(tables: SeasonTables, back: str) -> dict[str, str]:
    """Return the page of each player in the standings, by file name. `back` is the title of the season's page."""
    scores: defaultdict[int, list[ScoreRow]] = defaultdict(list)
    for score in tables.scores:
        scores[score.member].append(score)
    results: defaultdict[tuple[int, int], list[ResultRow]] = defaultdict(list)
    for result in tables.results:
        results[result.session, result.member].append(result)
    return {
        player_file(row.member): _render_page(row, [*_session_points(scores[row.member], results)], back)
        for row in tables.standings
    }


def _render_page(row: StandingRow, sessions: Sequence[SessionPoints], back: str) -> str:
    return render("player.html", player=row, sessions=sessions, back=back)


def _session_points(
    rows: Sequence[ScoreRow], results: Mapping[tuple[int, int], Sequence[ResultRow]]
) -> Iterator[SessionPoints]:
    """Yield the points of each session, latest first."""
    for row in reversed(rows):
        player_results = results.get((row.session, row.member), ())
        tables = tuple(
            (game_title(result.game), place_text(result), record_link(result.date, result.match))
            for result in player_results
        )
        yield SessionPoints(row.date, row.score, row.counted, tables)
