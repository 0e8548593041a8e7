"""The screen of the season's standings: place, score, form and tie-break of each player."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias

from referee.cards.words import quantity
from referee.club.folder import Club
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings, standings
from referee.dashboard.club.member_scores import scores_document
from referee.dashboard.list_screen import ListDefinition, ListScreen
from referee.dashboard.rendering import FORM_LENGTH, form_blocks
from referee.dashboard.screens import neighbour
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.message_line import refuse, show_message
from referee.games.lookup import game_title

Screen: TypeAlias = ListScreen["StandingsOfGame", Standing]
StandingsOfGame: TypeAlias = tuple[Standings, str]
"""The standings, and the slug of their game, or "" for all games."""
_EMPTY_TEXT: Final = "No match has finished in this season yet."


def _load_standings(club: Club, game: str, previous: StandingsOfGame | None) -> StandingsOfGame:
    """Return the standings of a game, or of all games. Unchanged results in `previous` are not read again."""
    return standings(club, game=game or None, before=previous[0] if previous else None), game


def _heading(standings_view: StandingsOfGame, _: object) -> str:
    standings, game = standings_view
    title, best = game_title(game) if game else "all games", quantity(standings.season.best_k, "session")
    return f"Standings {standings.season.name}   {title}   best {best} count"


def _row(_: StandingsOfGame, row: Standing) -> ListRow:
    short = f"not ranked: {quantity(row.missing, 'session')} short" if row.missing else ""
    tie_labels = [tie.step.label for tie in row.ties if tie.ahead]
    figures = f"{float(row.score):.3f}", str(len(row.sessions)), form_blocks(row.sessions)
    return ListRow(
        str(row.member), (str(row.place or "-"), row.name, *figures, ", ".join(filter(None, [short, *tie_labels])))
    )


def _show_neighbour_game(offset: int, screen: Screen) -> None:
    """Show the standings of the next or previous game. All games together are one of the choices."""
    if screen.data is None:
        return
    standings, _ = screen.data
    games = {result.game for match in standings.results.by_match.values() for result in match}
    if not games:
        refuse(screen, _EMPTY_TEXT)
        return
    choices = ["", *sorted(games)]
    show_message(screen, f"{screen.desk.key('standings.game')} shows the next game.")
    screen.set_query(neighbour(choices, screen.query_text if screen.query_text in choices else "", offset))


STANDINGS: Final = ListDefinition(
    "standings",
    ("place", "name", "score", "sessions", f"{'form':{FORM_LENGTH}}", "ahead by"),
    load=_load_standings,
    heading=_heading,
    items=lambda seen: seen[0].rows,
    row=_row,
    document=lambda seen, row: scores_document(seen[0], row, seen[1]),
    no_selection="There is nobody in the standings yet.",
    empty_text=f"{_EMPTY_TEXT} After the first, its players are listed here by their scores.",
    hint="{standings.nights} shows the sessions of the selected player.",
    deeds={"game": partial(_show_neighbour_game, 1), "game_before": partial(_show_neighbour_game, -1)},
    open_action="nights",
)
standings_screen: Final = partial(ListScreen, definition=STANDINGS)
