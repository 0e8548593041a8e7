"""Convert the rulebooks of scoring and of tournaments to printed rulebooks."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from referee.club.standings import scoring_book
from referee.competition.clauses import HOUSE, Book
from referee.export.printed import FROM_ELSEWHERE, PrintedChapter, PrintedClause, PrintedRulebook
from referee.games.lookup import game_title
from referee.rules.plain_text import with_signs
from referee.store.plain_rows import Season
from referee.tournaments.rulebooks import rulebook
from referee.tournaments.state.settings import TournamentSettings

SCORING: Final = "scoring"
"""The name of the scoring rulebook among those of the games."""
FORMAT_DESCRIPTIONS: Final = {
    "round-robin": "a round robin",
    "swiss": "a Swiss tournament",
    "knockout": "a knockout",
    "double-elimination": "a double elimination",
    "groups": "a tournament of groups and a final",
    "freezeout": "a freezeout",
    "league": "a league",
}
Subject = TypeVar("Subject")


def printed_scoring(season: Season | None) -> PrintedRulebook:
    """Return the rulebook of scoring under a season's settings, or a general one without a season."""
    settings = ", ".join(scoring_book.UNSETTLED.values())
    heading = f"As the season {season.name} is scored" if season else f"A season settles {settings} when it is begun"
    about = "what a match, a session and a season give"
    return _printed_clause_book(scoring_book.book(), season, SCORING, "", about, heading, cited=False)


def printed_tournament(
    settings: TournamentSettings, options: Any = None, *, name: str = "", played_by: str = ""
) -> PrintedRulebook:
    """Return a tournament's rulebook, in which clauses from elsewhere name their source.

    `played_by` says who plays it and when. `options` are the house rules of its game, or None for the usual ones.
    """
    about = f"{FORMAT_DESCRIPTIONS[settings.format]} of {game_title(settings.game)}"
    return _printed_clause_book(
        rulebook.tournament_book(options), settings, "tournament", name, about, played_by, cited=True
    )


def _printed_clause_book(
    book: Book[Subject], subject: Subject, slug: str, name: str, about: str, played_by: str, *, cited: bool
) -> PrintedRulebook:
    return PrintedRulebook(
        slug=slug,
        title=with_signs(name) or book.title,
        about=about,
        source="the club",
        played_by=with_signs(played_by),
        chapters=tuple(
            PrintedChapter(
                number,
                title,
                tuple(
                    PrintedClause(clause.id, clause.text, FROM_ELSEWHERE, clause.source)
                    if cited and clause.source != HOUSE
                    else PrintedClause(clause.id, clause.text, "")
                    for clause in clauses
                ),
            )
            for number, title, clauses in book.chapters(subject)
        ),
        house_rules=(),
    )
