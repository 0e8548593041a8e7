"""``referee standings``: the season's table, which a player can check by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared import completing
from referee.cli.shared.arguments import OnlyGame
from referee.cli.shared.club import day, opened, say_damage, say_penalties, say_standings
from referee.cli.shared.common import Looking
from referee.cli.shared.completing import SeasonName
from referee.cli.shared.near_names import understood
from referee.cli.shared.printing import say, say_json

if TYPE_CHECKING:
    from referee.club.standings.ranking import Standing

app = typer.Typer()


@app.command(epilog="Example: referee standings --game pontoon --from 2026-09-01 --to 2026-12-31")
def standings(
    common: Looking,
    season: SeasonName = None,
    game: OnlyGame = None,
    since: Annotated[str | None, typer.Option("--from", metavar="DATE", help="Only from this day on.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="DATE", help="Only up to this day.")] = None,
    member: Annotated[
        str | None,
        typer.Option(
            "--member", help="One member's nights, to check the sum by hand.", autocompletion=completing.members
        ),
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Names as the public sees them, to hang on a wall.")] = False,
) -> None:
    """Show the season's table: the sum of each member's best sessions, and what decided each tie."""
    from referee.club.people.public_names import of_club
    from referee.club.standings.standings import shown_in_public, standings
    from referee.club.text.names import meant

    with opened(common) as desk:
        found = standings(
            desk,
            season,
            game=game,
            since=day(since, "the first day") if since else None,
            until=day(until, "the last day") if until else None,
        )
        if public:
            found = shown_in_public(found, of_club(desk))
        say_damage(each for each in found.damage if each.table)
        rows = found.rows
        if member:
            names = {row.member: row.name for row in rows}
            wanted = understood(lambda typed: meant(typed[0], names), [member])
            rows = tuple(row for row in rows if row.member == wanted)
    if common.json:
        say_json(rows)
    elif member:
        _say_sessions(rows[0])
        say_penalties(replace(found, rows=rows))
    else:
        say_standings(found)


def _say_sessions(row: Standing) -> None:
    say(f"{row.name}: {float(row.score):.3f} = {row.score}")
    for each in row.sessions:
        dropped = "" if each in row.counted else ", dropped"
        mean = each.score + each.penalty
        less = f", less {_figure(each.penalty)} in penalties: {_figure(each.score)}" if each.penalty else ""
        say(f"  {each.played_on}  {_figure(mean)} from {counted(each.matches, 'match', 'matches')}{less}{dropped}")


def _figure(score: Fraction) -> str:
    return f"{float(score):.3f} ({score})"
