"""``referee ratings``: estimates of playing strength, for curiosity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared.arguments import OnlyGame
from referee.cli.shared.club import opened, say_damage, say_table
from referee.cli.shared.common import Looking
from referee.cli.shared.printing import answer, say

if TYPE_CHECKING:
    from referee.club.standings.ratings import Ratings

app = typer.Typer()


@app.command(epilog="Example: referee ratings --game big-two")
def ratings(
    common: Looking,
    game: OnlyGame = None,
    everybody: Annotated[bool, typer.Option("--all", help="Also those who retired.")] = False,
) -> None:
    """Show how strong members seem to be, over all seasons; no place rests on it."""
    from referee.club.standings.ratings import ratings

    with opened(common) as desk:
        found = ratings(desk, game, everybody=everybody)
        say_damage(each for each in found.damage if each.table)
    answer(found, common.json, _say)


def _say(found: Ratings) -> None:
    from referee.club.scoring_rules import RATED_FROM

    say(f"ratings of {found.game or 'all games'}: from the ranks in {counted(found.matches, 'match', 'matches')}")
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
    say("For curiosity, not for trophies: referee rules scoring 6.1")
