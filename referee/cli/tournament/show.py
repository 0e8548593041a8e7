"""``referee tournament show``: print a tournament, or parts of it."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import ReadOptions
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.printing import print_json
from referee.cli.shared.terminal import is_plain
from referee.cli.shared.tournament_argument import TournamentArgument
from referee.cli.tournament.printing import (
    print_lines,
    print_standings,
    print_teams,
    print_tournament,
    screen_width,
)
from referee.cli.tournament.sheet import find_round
from referee.cli.tournament.summary import cross_rows, print_next_step
from referee.tournaments.printed import cross_table_lines, printed_bracket_lines, round_lines

app = typer.Typer()

EXAMPLE = (
    "Example: referee tournament show 2, or: referee tournament show 3 --round 1, or: "
    "referee tournament show 3 --standings, or: referee tournament show 3 --cross-table --bracket"
)


@app.command(epilog=EXAMPLE)
def show(
    common: ReadOptions,
    tournament: TournamentArgument = None,
    round_: Annotated[int | None, typer.Option("--round", metavar="R", help="One round.")] = None,
    standings: Annotated[bool, typer.Option("--standings", help="Places, points and tie-breaks.")] = False,
    cross_table: Annotated[bool, typer.Option("--cross-table", help="Results of every pair of players.")] = False,
    bracket: Annotated[bool, typer.Option("--bracket", help="Bracket of a knockout or a final.")] = False,
) -> None:
    """Show a tournament: entries, rounds, standings and the next step. Options select parts of it."""
    from referee.tournaments import overview

    with open_from_options(common) as club:
        view = overview.read_view(club, tournament)
    round_view = find_round(view, round_) if round_ is not None else None
    if common.json:
        places = view.groups if view.in_groups else view.standings
        data = with_entry_names(view, places) if standings else with_entry_names(view, round_view or view)
        print_json({**data, "cross_table": with_entry_names(view, cross_rows(view))} if cross_table else data)
        return
    if round_view:
        print_lines(round_lines(view, round_view))
    if standings:
        print_standings(view)
        print_teams(view)
    if cross_table:
        print_lines(cross_table_lines(view, 0 if is_plain() else screen_width()))
    if bracket:
        print_lines(printed_bracket_lines(view))
    if not (round_view or standings or cross_table or bracket):
        print_tournament(view)
        print_next_step(view)
