"""``referee tournament print``: write seats, result slips and standings as a page to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words
from referee.cli.shared.arguments import FullNamesOption
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import FileOptions
from referee.cli.shared.output_files import check_page_path, write_page
from referee.cli.shared.printing import fail
from referee.cli.shared.tournament_argument import TournamentArgument

if TYPE_CHECKING:
    from referee.tournaments.state.view import RoundView, TournamentView

app = typer.Typer()

EXAMPLE = "Example: referee tournament print 2 -o seats.html, or: referee tournament print 2 -o slips.html --slips"


@app.command("print", epilog=EXAMPLE)
def print_(
    common: FileOptions,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.html", help="Page to write.")],
    tournament: TournamentArgument = None,
    round_: Annotated[int | None, typer.Option("--round", metavar="R", help="Round (default: the last one).")] = None,
    seats: Annotated[
        bool, typer.Option("--seats", help="Seats by table and by name (default if you choose nothing else).")
    ] = False,
    slips: Annotated[bool, typer.Option("--slips", help="Result slip for each table, to fill in and sign.")] = False,
    standings: Annotated[bool, typer.Option("--standings", help="Standings.")] = False,
    cross_table: Annotated[bool, typer.Option("--cross-table", help="Results of every pair of players.")] = False,
    bracket: Annotated[bool, typer.Option("--bracket", help="Bracket of a knockout or a final.")] = False,
    full_names: FullNamesOption = False,
) -> None:
    """Write a page to print: seats, result slips, standings, cross table or bracket, each on its own sheet."""
    check_page_path(output, "sheets", "seats.html")
    from referee.club.people.public_names import all_public_names
    from referee.export.pages.season_facts import freezeout_prizes
    from referee.export.pages.tournament_sheets import SheetKind, tournament_sheets
    from referee.tournaments import overview
    from referee.tournaments.bracket import WITH_BRACKETS
    from referee.tournaments.public_view import public_view

    is_wanted = {
        SheetKind.SEATS: seats or not (slips or standings or cross_table or bracket),
        SheetKind.SLIPS: slips,
        SheetKind.STANDINGS: standings,
        SheetKind.CROSS_TABLE: cross_table,
        SheetKind.BRACKET: bracket,
    }
    kinds = [kind for kind, is_given in is_wanted.items() if is_given]
    with open_from_options(common) as club:
        view = public_view(overview.read_view(club, tournament), all_public_names(club, full_names=full_names))
        name, prizes = club.name, freezeout_prizes(club, view)
    if bracket and view.settings.format not in WITH_BRACKETS:
        fail(
            f"{view.name} has no bracket: it is a {view.settings.format} tournament. Brackets belong to the formats "
            f"{join_words(sorted(WITH_BRACKETS))}."
        )
    needs_round = is_wanted[SheetKind.SEATS] or is_wanted[SheetKind.SLIPS]
    round_view = find_round(view, round_) if needs_round or round_ else None
    if needs_round and round_view is None:
        fail(f"No round of {view.name} has been drawn yet. Draw it: referee tournament draw {view.number}")
    write_page(output, tournament_sheets(view, name, kinds, round_view, prizes), common)


def find_round(view: TournamentView, number: int | None) -> RoundView | None:
    """Return the round with this number, or the last one for None. Exit with an error for an unknown number."""
    if number is None:
        return view.latest
    found_round = next((round_view for round_view in view.rounds if round_view.number == number), None)
    if found_round is None:
        advice = f"Use 1 to {len(view.rounds)}." if view.rounds else "None has been drawn yet."
        fail(f"{view.name} has no round {number}. {advice}")
    return found_round
