"""``referee tournament show`` and ``standings``: a tournament in a terminal, and as data."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared import completing
from referee.cli.shared.club import opened
from referee.cli.shared.common import Looking
from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import say_json
from referee.cli.tournament.printing import (
    say_lines,
    say_standings,
    say_teams,
    say_tournament,
    screen_width,
)
from referee.cli.tournament.sheet import the_round
from referee.cli.tournament.summary import cross_rows, say_next
from referee.tournaments.printed import bracket_printed, cross_table_lines, round_lines

app = typer.Typer()

SHOW_EXAMPLE = (
    "Example: referee tournament show 2, or: referee tournament show 3 --round 1, or: "
    "referee tournament show 3 --cross-table --bracket"
)
STANDINGS_EXAMPLE = "Example: referee tournament standings 3"

Which = Annotated[
    str | None,
    typer.Argument(
        metavar="N", help="Its number or name; else the one that is on.", autocompletion=completing.tournaments
    ),
]


@app.command(epilog=SHOW_EXAMPLE)
def show(
    common: Looking,
    tournament: Which = None,
    round_: Annotated[int | None, typer.Option("--round", metavar="R", help="Only this round.")] = None,
    cross_table: Annotated[bool, typer.Option("--cross-table", help="Who met whom, and what came of it.")] = False,
    bracket: Annotated[bool, typer.Option("--bracket", help="Who goes on to which table.")] = False,
) -> None:
    """Show a tournament: who entered, every round as it was drawn and as it went, how it stands, and what is next."""
    from referee.tournaments import overview

    with opened(common) as desk:
        found = overview.show(desk, tournament)
    one = the_round(found, round_) if round_ is not None else None
    if common.json:
        data = named(found, one or found)
        say_json({**data, "cross_table": named(found, cross_rows(found))} if cross_table else data)
        return
    if one:
        say_lines(round_lines(found, one))
    if cross_table:
        say_lines(cross_table_lines(found, screen_width()))
    if bracket:
        say_lines(bracket_printed(found))
    if not (one or cross_table or bracket):
        say_tournament(found)
        say_next(found)


@app.command(epilog=STANDINGS_EXAMPLE)
def standings(common: Looking, tournament: Which = None) -> None:
    """Print who comes where, what each round gave, and what parted those who were level."""
    from referee.tournaments import overview

    with opened(common) as desk:
        found = overview.show(desk, tournament)
    if common.json:
        say_json(named(found, found.standings))
    else:
        say_standings(found)
        say_teams(found)
