"""Draw the seats at so many tables as the officer wants."""

from __future__ import annotations

from typing import Final

from referee.club.evening import draws
from referee.club.evening.usual_games import usual_games
from referee.club.folder import Club
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import number
from referee.dashboard.deeds.deed import Answers, Asked, Deed, Pick, Question
from referee.dashboard.deeds.done import Done, telling
from referee.games import slugs
from referee.games.called import title_of

_GAMES: Final = "games"
_TABLES: Final = "tables"


def draw() -> Deed[Done]:
    """Return the deed that draws those who are here at a number of tables; another draw replaces it."""

    def games(club: Club, _: Answers) -> Question:
        usual = usual_games(club)
        first = sorted(slugs(), key=lambda slug: (slug not in usual, title_of(slug)))
        picks = tuple(Pick(slug, title_of(slug)) for slug in first)
        return Question("Which games are on offer?", picks, between=picking.AND, example="big-two, commune")

    def do(club: Club, answers: Answers) -> Done:
        done = draws.draw(club, picking.answers(answers[_GAMES]), tables=int(answers[_TABLES]))
        undo = Undoable(f"draw {done.number}", otherwise="Draw again: the last draw is the one that is started.")
        said = f"Draw {done.number}: {len(done.tables)} tables. Draw on tonight shows and starts them."
        return Done(said, undo)

    many = number("a whole number such as 3", 1, 1000, "number of tables")
    tables = Asked(_TABLES, Question("How many tables?", example="3"), many)
    return telling("seat draw", do, (Asked(_GAMES, games), tables))
