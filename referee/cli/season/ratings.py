"""``referee standings --ratings``: estimates of playing strength, for curiosity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import counted
from referee.cli.shared.club import opened, say_damage, say_table
from referee.cli.shared.common_options import Common
from referee.cli.shared.printing import answer, say

if TYPE_CHECKING:
    from referee.club.standings.ratings import Ratings


def say_ratings(game: str | None, common: Common, *, everybody: bool) -> None:
    """Print how strong members seem, over all seasons; with `everybody`, retired members too."""
    from referee.club.standings.ratings import ratings

    with opened(common) as desk:
        found = ratings(desk, game, everybody=everybody)
        say_damage(each for each in found.damage if each.table)
    answer(found, common.json, _say)


def _say(found: Ratings) -> None:
    from referee.club.scoring_rules import RATED_FROM

    say(f"Ratings in {found.game or 'all games'}, from {counted(found.matches, 'match', 'matches')}")
    say_table(
        ["name", "rating", "+-", "mean", "matches", ""],
        [
            [
                row.name,
                f"{row.rating.figure:.1f}",
                f"{row.rating.sigma:.1f}",
                f"{row.rating.mu:.1f}",
                row.rating.matches,
                "provisional" if row.rating.provisional else "",
            ]
            for row in found.rows
        ],
        numbers=["rating", "+-", "mean", "matches"],
    )
    if any(row.rating.provisional for row in found.rows):
        say(f"provisional: fewer than {counted(RATED_FROM, 'match', 'matches')} (scoring 6.4)")
    say("Ratings decide nothing. See: referee rulebook scoring 6.1")
