"""The document about a player's sessions: a plot of the scores, the counted sessions, and each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.folder import Club
from referee.club.standings.profiles import PlayedMatch, at_tables, counted_games, matches_played_by
from referee.club.standings.ranking import Standing
from referee.club.standings.ratings import Rating
from referee.club.standings.standings import GameScore, Standings, standings
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.dashboard.widgets.plot import draw_dots, visible_count
from referee.dashboard.widgets.side_panel import heading_rows
from referee.games.lookup import game_title

_HEIGHT: Final = 9
_COUNTED: Final = "●"
_DROPPED: Final = "○"


@frozen
class MemberScores:
    """A player's standing, mean scores by game, and matches. `is_gone` is set once the standings lack the player."""

    standings: Standings
    standing: Standing
    games: tuple[GameScore, ...]
    matches: Sequence[PlayedMatch]
    game: str
    is_gone: bool = False


def scores_document(known_standings: Standings, row: Standing, game: str = "") -> Document[MemberScores]:
    """Return the document that explains a player's standing.

    Unchanged results in `known_standings` are not read again.
    """
    return Document(
        "nights", partial(_load_scores, known_standings, row, game), _heading, _score_rows, warning=_missing_text
    )


def _load_scores(known_standings: Standings, row: Standing, game: str, club: Club) -> MemberScores:
    ranking = standings(club, game=game or None, before=known_standings)
    games = () if game else counted_games(ranking.results.every, row.member)
    current = next((standing for standing in ranking.rows if standing.member == row.member), None)
    results = (result for result in ranking.results.every if not game or result.game == game)
    matches = at_tables(club, matches_played_by(row.member, results))
    return MemberScores(ranking, current or row, games, matches, game, is_gone=current is None)


def _heading(scores: MemberScores) -> str:
    place = f"place {scores.standing.place}" if scores.standing.place else "not ranked"
    game_text = f"   {game_title(scores.game)}" if scores.game else ""
    return f"{scores.standing.name}   {place}   score {float(scores.standing.score):.3f}{game_text}"


def _missing_text(scores: MemberScores, _: object) -> str:
    return (
        f"{scores.standing.name} is no longer in the standings. This is the last known state." if scores.is_gone else ""
    )


def _score_rows(scores: MemberScores, width: int) -> Iterator[Content]:
    row = scores.standing
    if not row.sessions:
        yield Content(f"{row.name} has not finished a match yet.")
        return
    for tie in row.ties:
        yield from wrap(f"{row.name}: {tie}", width, 0, "bold")
    for rule in scores.standings.tie_rules if row.ties else ():
        yield from wrap(f"scoring {rule.id}: {rule.text}", width, 0, "$text-muted")
    yield Content("")
    yield from score_plot_rows(row, width)
    dropped = {night.session for night in row.dropped}
    yield Content("")
    for night in reversed(row.sessions):
        is_dropped = night.session in dropped
        matches = quantity(night.matches, "match", "matches")
        sign, word = (_DROPPED, "dropped") if is_dropped else (_COUNTED, "counted")
        text = f"{sign} {night.played_on}  {float(night.score):.3f}  {word}  {matches}"
        yield Content.styled(text, "$text-muted" if is_dropped else "")
    yield from game_rows(scores.games, width)
    yield from heading_rows("Matches, latest first")
    yield from match_rows(scores.matches, width)


def score_plot_rows(row: Standing, width: int) -> Iterator[Content]:
    """Yield a plot of a player's session scores in a season, and the legend."""
    dropped = {night.session for night in row.dropped}
    signs = [_DROPPED if session.session in dropped else _COUNTED for session in row.sessions]
    nights = [
        (session.played_on, float(session.score), sign) for session, sign in zip(row.sessions, signs, strict=True)
    ]
    yield from draw_dots(nights, width, _HEIGHT)
    room = visible_count(len(nights), width)
    limit_text = f"   the last {room} of {len(nights)} sessions" if room < len(nights) else ""
    yield Content.assemble(
        (_COUNTED, "$text-accent"), " counted   ", (_DROPPED, "$text-accent"), " dropped", (limit_text, "$text-muted")
    )


def game_rows(games: Sequence[GameScore], width: int, ratings: Mapping[str, Rating] = {}) -> Iterator[Content]:
    """Yield a heading and a row for each game: mean score, matches, wins, and the rating if there is one."""
    if games:
        yield from heading_rows("Mean match score by game")
    titles = [game_title(game.game) for game in games]
    title_width = max(map(len, titles), default=0)
    for title, game_score in zip(titles, games, strict=True):
        matches, wins = quantity(game_score.matches, "match", "matches"), quantity(game_score.wins, "win")
        rated = f"  rating {ratings[game_score.game].figure:.1f}" if game_score.game in ratings else ""
        yield from wrap(f"{title:{title_width}}  {float(game_score.score):.3f}  {matches}, {wins}{rated}", width, 2)


def match_rows(matches: Sequence[PlayedMatch], width: int) -> Iterator[Content]:
    """Yield a row for each match, latest first."""
    title_width = max((len(game_title(match.game)) for match in matches), default=0)
    for match in reversed(matches):
        yield from wrap(_describe_match(match, title_width), width, 2)


def _describe_match(match: PlayedMatch, title_width: int) -> str:
    guest = "  as a guest" if match.as_guest else ""
    place = f"place {match.rank:g} of {match.players}"
    game = f"{game_title(match.game):{title_width}}"
    location = f"table {match.table.table}" if match.table else f"tournament {match.tournament}"
    return f"{match.played_on}  {location:<10} {game}  {place}  {float(match.score):.3f}{guest}"
