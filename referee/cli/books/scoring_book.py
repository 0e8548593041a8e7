"""``referee rules scoring``: the rulebook of scoring, as a season has settled it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.cli.shared.club import opened
from referee.cli.shared.say import complain, say, say_json

if TYPE_CHECKING:
    from referee.club.calendar.correcting import Until
    from referee.export.printed import PrintedRulebook
    from referee.store.models import Season

SCORING: Final = "scoring"
"""What the rulebook of scoring is called among those of the games."""


def complete_scoring(incomplete: str) -> list[tuple[str, str]]:
    """Offer its clauses, each with its text."""
    from referee.club.standings import scoring_book

    found = [each for _, _, clauses in scoring_book.chapters(None) for each in clauses]
    return [(each.id, each.text) for each in found if each.id.startswith(incomplete)]


def say_scoring(
    clause: str,
    *,
    season: str | None,
    as_printed: bool,
    json: bool,
    club: Path | None,
    is_in_a_club: Callable[[], bool],
    write: Callable[[PrintedRulebook], None] | None,
) -> None:
    """Print the rulebook of scoring or one clause of it, or hand it over to be written."""
    from referee.club.standings import scoring_book

    if clause and clause not in scoring_book.ids():
        complain(f"no clause {clause!r} in {SCORING}; expected one of {', '.join(scoring_book.ids())}")
    asked = club or season or os.environ.get("REFEREE_CLUB") or is_in_a_club()
    found, until = _season(season, club) if asked and not as_printed else (None, None)
    if write:
        write(_printed(found, until))
    elif json:
        texts = (
            [scoring_book.text_of(clause, found, until)]
            if clause
            else [each for _, _, clauses in scoring_book.chapters(found, until) for each in clauses]
        )
        say_json(
            [
                {
                    "game": SCORING,
                    "clause": each.id,
                    "rule": each.text,
                    "origin": each.source,
                    "in_force": each.in_force,
                }
                for each in texts
            ]
        )
    elif clause:
        one = scoring_book.text_of(clause, found, until)
        say(f"{SCORING} {one.id}  {'' if one.in_force else '(not in force this season) '}{one.text}")
    else:
        page = _printed(found, until)
        say(f"{page.title}: {page.about}")
        say(f"{page.played}.")
        for chapter in page.chapters:
            say()
            say(f"{chapter.number} {chapter.title}")
            for each in chapter.clauses:
                say(f"  {each.number:5} {each.text}", hang=8)


def _season(name: str | None, club: Path | None) -> tuple[Season | None, Until | None]:
    """Return the season asked for, or the one that is on, and how long its results may be challenged."""
    from referee.club.calendar import correcting, seasons
    from referee.club.text.faults import ClubFault, StoreFault

    with opened(club, read_only=True) as desk:
        try:
            found = seasons.show(desk, name)
            return found, correcting.windows(desk, found.name)
        except StoreFault:
            raise
        except ClubFault:
            if name is not None:
                raise
            return None, None


def _printed(season: Season | None, until: Until | None) -> PrintedRulebook:
    from referee.club.standings import scoring_book
    from referee.export.printed import PrintedChapter, PrintedClause, PrintedRulebook
    from referee.rules.plain_text import shown

    named = ", ".join(scoring_book.UNSETTLED.values())
    played = f"As the season {season.name} is scored" if season else f"A season settles {named} when it is begun"
    return PrintedRulebook(
        slug=SCORING,
        title=scoring_book.TITLE,
        about="what a match, a session and a season give",
        source="the club",
        played=shown(played),
        chapters=tuple(
            PrintedChapter(number, title, tuple(PrintedClause(each.id, each.text, "") for each in clauses))
            for number, title, clauses in scoring_book.chapters(season, until)
            if clauses
        ),
        house_rules=(),
    )
