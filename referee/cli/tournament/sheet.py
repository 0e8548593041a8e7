"""``referee tournament sheet``: print seats, result slips and tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.shared.arguments import FullNames
from referee.cli.shared.club import opened
from referee.cli.shared.common import Writing
from referee.cli.shared.completing import Tournament
from referee.cli.shared.output import refuse_unless_page, write_page
from referee.cli.shared.printing import complain

if TYPE_CHECKING:
    from referee.tournaments.state.view import RoundView, TournamentView

app = typer.Typer()

EXAMPLE = "Example: referee tournament sheet 2 --to seats.html, or: referee tournament sheet 2 --to slips.html --slips"


@app.command(epilog=EXAMPLE)
def sheet(
    tournament: Tournament,
    to: Annotated[Path, typer.Option("--to", metavar="FILE.html", help="The page to print.")],
    common: Writing,
    round_: Annotated[int | None, typer.Option("--round", metavar="R", help="Of which round; else the last.")] = None,
    seats: Annotated[
        bool, typer.Option("--seats", help="Who sits where, by table and by name; so also when nothing else is asked.")
    ] = False,
    slips: Annotated[bool, typer.Option("--slips", help="A slip for each table, to fill in, sign and bring.")] = False,
    standings: Annotated[bool, typer.Option("--standings", help="How it stands.")] = False,
    cross_table: Annotated[bool, typer.Option("--cross-table", help="Who met whom, and what came of it.")] = False,
    bracket: Annotated[bool, typer.Option("--bracket", help="Who goes on to which table.")] = False,
    full_names: FullNames = False,
) -> None:
    """Write the sheets of a tournament as one page, each for paper of its own: seats, slips, standings, drawings."""
    refuse_unless_page(to, "sheets", "seats.html")
    from referee.club.people.public_names import of_club
    from referee.export.pages.season_facts import prizes_of
    from referee.export.pages.tournament_sheets import Sheet, tournament_sheets
    from referee.tournaments import overview
    from referee.tournaments.bracket import WITH_BRACKETS
    from referee.tournaments.in_public import in_public

    asked = {
        Sheet.SEATS: seats or not (slips or standings or cross_table or bracket),
        Sheet.SLIPS: slips,
        Sheet.STANDINGS: standings,
        Sheet.CROSS_TABLE: cross_table,
        Sheet.BRACKET: bracket,
    }
    wanted = [each for each, given in asked.items() if given]
    with opened(common) as desk:
        view = in_public(overview.show(desk, tournament), of_club(desk, full_names=full_names))
        name, prizes = desk.name, prizes_of(desk, view)
    if bracket and view.settings.format not in WITH_BRACKETS:
        complain(
            f"{view.name} is played as {view.settings.format} and has no bracket; a bracket is of a tournament of "
            f"the format {listed(sorted(WITH_BRACKETS), 'or')}"
        )
    of_round = asked[Sheet.SEATS] or asked[Sheet.SLIPS]
    found = the_round(view, round_) if of_round or round_ else None
    if of_round and found is None:
        complain(f"no round has been drawn yet; draw one with: referee tournament draw {view.number}")
    write_page(to, tournament_sheets(view, name, wanted, found, prizes), common)


def the_round(view: TournamentView, number: int | None) -> RoundView | None:
    """Return a round by its number, else the last one; complain of a number that no round has."""
    if number is None:
        return view.latest
    found = next((each for each in view.rounds if each.number == number), None)
    if found is None:
        drawn = f"expected 1 to {len(view.rounds)}" if view.rounds else "none has been drawn yet"
        complain(f"{view.name} has no round {number}; {drawn}")
    return found
