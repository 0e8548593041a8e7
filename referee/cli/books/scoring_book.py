"""``referee rulebook scoring``: the rulebook of scoring under a season's settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.cli.shared.clause_book import check_request, print_book
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import fail

if TYPE_CHECKING:
    from referee.store.plain_rows import Season

SCORING: Final = "scoring"
"""The name of the rulebook of scoring among those of the games."""


def complete_scoring(incomplete: str) -> list[tuple[str, str]]:
    """Return the scoring clauses that start with `incomplete`, each with its text."""
    from referee.club.standings.scoring_book import book

    all_clauses = [clause for _, _, clauses in book().chapters(None) for clause in clauses]
    return [(clause.id, clause.text) for clause in all_clauses if clause.id.startswith(incomplete)]


def print_scoring(
    clause: str,
    *,
    of_a_game: bool,
    to: Path | None,
    season: str | None,
    as_printed: bool,
    common: CommonOptions,
    is_in_a_club: Callable[[], bool],
) -> None:
    """Print the rulebook of scoring or one of its clauses, or write it to a file.

    Exit with an error for the options of a game's rulebook.
    """
    from referee.club.standings.scoring_book import book
    from referee.export.clause_book import printed_scoring

    if of_a_game:
        fail("--sheet and --rule are for the rulebook of a game; the scoring of a season is fixed when it begins")
    if as_printed and (season or common.club):
        fail("--as-printed prints scoring without a club. Leave out --season and --club.")
    check_request(book(), SCORING, clause, to)
    wants_season = common.club or season or os.environ.get("REFEREE_CLUB") or is_in_a_club()
    clauses = _find_season(season, common) if wants_season and not as_printed else None
    page = partial(printed_scoring, clauses)
    print_book(book(), clauses, page, clause, output=to, common=common)


def _find_season(name: str | None, common: CommonOptions) -> Season | None:
    """Return the named season, or the current one, or None if there is none."""
    from referee.club.calendar import seasons
    from referee.club.text.faults import ClubFault, StoreFault

    with open_from_options(common, read_only=True) as club:
        try:
            return seasons.show(club, name)
        except StoreFault:
            raise
        except ClubFault:
            if name is not None:
                raise
            return None
