"""Draw the seats at so many tables as the officer wants."""

from __future__ import annotations

from typing import Final

from referee.club.evening import draws
from referee.club.evening.draws import DrawView
from referee.club.evening.usual_games import usual_games
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import Answers, Asked, Deed, Pick, Question
from referee.games import slugs
from referee.games.called import title_of

_GAMES: Final = "games"
_TABLES: Final = "tables"


def draw() -> Deed[DrawView]:
    """Return the deed that draws those who are here at a number of tables; another draw replaces it."""

    def games(club: Club, _: Answers) -> Question:
        usual = usual_games(club)
        first = sorted(slugs(), key=lambda slug: (slug not in usual, title_of(slug)))
        picks = tuple(Pick(slug, title_of(slug)) for slug in first)
        return Question("Which games are on offer?", picks, between=picking.AND, example="big-two, commune")

    def do(club: Club, answers: Answers) -> DrawView:
        return draws.draw(club, picking.answers(answers[_GAMES]), tables=int(answers[_TABLES]))

    def back(_: Club, done: DrawView) -> Undoable:
        return Undoable(f"draw {done.number}", otherwise="Draw again: the last draw is the one that is started.")

    tables = Question("How many tables?", example="3")
    asks = (Asked(_GAMES, games), Asked(_TABLES, tables, lambda _club, _answers, typed: _number(typed)))
    said = "Draw {}: {} tables. Draw on tonight shows and starts them.".format
    return Deed("seat draw", do, asks, said=lambda done: said(done.number, len(done.tables)), undo=back)


def _number(typed: str) -> str:
    if not typed.isdecimal() or not 1 <= int(typed[:4]) <= 1000:
        raise ClubFault(f"Invalid number of tables {typed!r}. Use a whole number such as 3.")
    return typed
