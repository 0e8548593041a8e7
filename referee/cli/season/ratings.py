"""``referee standings --ratings``: print estimates of playing strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards.words import quantity
from referee.cli.shared.club import open_from_options, print_table, warn_of_damage
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import print_line, print_result

if TYPE_CHECKING:
    from referee.club.standings.ratings import Ratings


def print_ratings(game: str | None, common: CommonOptions, *, with_retired: bool) -> None:
    """Print the members' ratings over all seasons. With `everybody`, include retired members."""
    from referee.club.standings.ratings import ratings

    with open_from_options(common) as club:
        result = ratings(club, game, everybody=with_retired)
        warn_of_damage(difference for difference in result.damage if difference.table)
    print_result(result, common.json, _print_table)


def _print_table(ratings: Ratings) -> None:
    from referee.club.scoring_rules import RATED_FROM

    print_line(f"Ratings in {ratings.game or 'all games'}, from {quantity(ratings.matches, 'match', 'matches')}")
    print_table(
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
            for row in ratings.rows
        ],
        numbers=["rating", "+-", "mean", "matches"],
    )
    if any(row.rating.provisional for row in ratings.rows):
        print_line(f"provisional: fewer than {quantity(RATED_FROM, 'match', 'matches')} (scoring 6.4)")
    print_line("Ratings do not affect places. See: referee rulebook scoring 6.1")
