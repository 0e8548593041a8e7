"""``referee tournament penalty``: take points in one tournament only, after showing the impact."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared.club import Reason, opened_by
from referee.cli.shared.common import Common, Options
from referee.cli.shared.completing import Entry, Tournament
from referee.cli.shared.impact import say_rehearsed
from referee.cli.shared.printing import answer, complain
from referee.cli.tournament.printing import say_standings
from referee.cli.tournament.summary import tell
from referee.tournaments import words

app = typer.Typer()


@app.command(epilog='Example: referee tournament penalty 3 Ann 1/2 --reason "late for round 2"')
def penalty(
    tournament: Tournament,
    name: Entry,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="How many, such as 1 or 1/2.")],
    common: Annotated[Common, Options(Common, ("by", "dry_run", "json", "club"))],
    reason: Reason = "",
) -> None:
    """Take points from somebody in this tournament alone; --dry-run shows first what that changes."""
    from fractions import Fraction

    from referee.tournaments.deeds import closing

    try:
        taken = Fraction(points)
    except (ValueError, ZeroDivisionError):
        complain(f"{points!r} is no number of points; expected such as 1 or 1/2")
    with opened_by(common) as desk:
        if common.dry_run:
            from referee.club.corrections.impact import rehearse
            from referee.tournaments.at_stake import of_one

            would = rehearse(
                desk,
                lambda one: closing.penalty(one, tournament, name, taken, reason=reason),
                lambda one, _: of_one(one, tournament),
            )
            answer(would, common.json, say_rehearsed)
            return
        found, entry = closing.penalty(desk, tournament, name, taken, reason=reason)
    tell(found, common.json, say_standings, done=words.penalised(found, entry, taken))
