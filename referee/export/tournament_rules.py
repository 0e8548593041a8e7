"""The rulebook of a tournament as it is printed: on a screen, and for the wall."""

from __future__ import annotations

from typing import Any

from referee.export.printed import PrintedChapter, PrintedClause, PrintedRulebook
from referee.games.called import title_of
from referee.rules.plain_text import shown
from referee.tournaments.rulebooks.rulebook import chapters
from referee.tournaments.state.settings import Settings

ABOUT = {
    "all-meet": "a tournament in which all meet",
    "swiss": "a Swiss tournament",
    "knock-out": "a knock-out",
    "groups": "a tournament of groups and a final",
    "freeze-out": "a freeze-out",
    "league": "a league",
}


def printed_tournament(settings: Settings, options: Any = None, *, name: str = "", of: str = "") -> PrintedRulebook:
    """Return the rulebook of a tournament with the source of every clause; `of` says by whom it is played, and when.

    `options` are the house rules of its game, where they are not the usual ones.
    """
    return PrintedRulebook(
        slug="tournament",
        title=shown(name) or "Tournament",
        about=f"{ABOUT[settings.format]} of {title_of(settings.game)}",
        source="the club",
        played=shown(of),
        chapters=tuple(
            PrintedChapter(
                number, title, tuple(PrintedClause(each.id, f"{each.text} [{each.source}]", "") for each in clauses)
            )
            for number, title, clauses in chapters(settings, options)
        ),
        house_rules=(),
    )
