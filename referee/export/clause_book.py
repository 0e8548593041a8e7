"""The rulebooks of scoring and of a tournament as they are printed: on a screen, and for the wall."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from referee.club.standings import scoring_book
from referee.competition.clauses import HOUSE, Book
from referee.export.printed import FROM_ELSEWHERE, PrintedChapter, PrintedClause, PrintedRulebook
from referee.games.lookup import title_of
from referee.rules.plain_text import shown
from referee.store.plain_rows import Season
from referee.tournaments.rulebooks import rulebook
from referee.tournaments.state.settings import TournamentSettings

SCORING: Final = "scoring"
"""What the rulebook of scoring is called among those of the games."""
ABOUT: Final = {
    "round-robin": "a round robin",
    "swiss": "a Swiss tournament",
    "knockout": "a knockout",
    "double-elimination": "a double elimination",
    "groups": "a tournament of groups and a final",
    "freezeout": "a freezeout",
    "league": "a league",
}
Of = TypeVar("Of")


def printed_scoring(season: Season | None) -> PrintedRulebook:
    """Return the rulebook of scoring."""
    named = ", ".join(scoring_book.UNSETTLED.values())
    played = f"As the season {season.name} is scored" if season else f"A season settles {named} when it is begun"
    about = "what a match, a session and a season give"
    return _printed(scoring_book.book(), season, SCORING, "", about, played, cited=False)


def printed_tournament(
    settings: TournamentSettings, options: Any = None, *, name: str = "", of: str = ""
) -> PrintedRulebook:
    """Return the rulebook of a tournament with the source of each clause from elsewhere.

    `of` says by whom it is played, and when; `options` are the house rules of its game, where they are not usual.
    """
    about = f"{ABOUT[settings.format]} of {title_of(settings.game)}"
    return _printed(rulebook.book(options), settings, "tournament", name, about, of, cited=True)


def _printed(book: Book[Of], of: Of, slug: str, name: str, about: str, played: str, *, cited: bool) -> PrintedRulebook:
    return PrintedRulebook(
        slug=slug,
        title=shown(name) or book.title,
        about=about,
        source="the club",
        played=shown(played),
        chapters=tuple(
            PrintedChapter(
                number,
                title,
                tuple(
                    PrintedClause(each.id, each.text, FROM_ELSEWHERE, each.source)
                    if cited and each.source != HOUSE
                    else PrintedClause(each.id, each.text, "")
                    for each in clauses
                ),
            )
            for number, title, clauses in book.chapters(of)
        ),
        house_rules=(),
    )
