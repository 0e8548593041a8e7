"""``referee tournament``: announced, run through the club's ordinary tables, and ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.freezeout import blinds, freezeout
from referee.cli.freezeout.summary import say_recorded
from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_table, sure
from referee.cli.shared.common import Acting, Deciding, Looking
from referee.cli.shared.completing import Entry, OfSeason, Tournament
from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import say, say_json
from referee.cli.tournament import penalty, plan, rounds, rules, sheet, show
from referee.cli.tournament.printing import say_standings
from referee.cli.tournament.settings import AsWanted
from referee.cli.tournament.summary import say_next, tell
from referee.tournaments import words
from referee.tournaments.state.settings import Format
from referee.tournaments.words import how_played

if TYPE_CHECKING:
    from referee.tournaments.state.view import TournamentView

app = typer.Typer(
    help="Tournaments of any format, played at the club's ordinary tables.",
    no_args_is_help=True,
    epilog='Example: referee tournament new "Michaelmas Cup" --game big-two --format swiss --rounds 3',
)


@app.command(
    epilog='Example: referee tournament new "Michaelmas Cup" --game big-two --format swiss --rounds 3, or: '
    'referee tournament new "End of Term" --game commune --format knock-out --size 3-4 --go-on 2 --counts final'
)
def new(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    format: Annotated[Format, typer.Option("--format", "-f", help="How it goes from round to round.")],
    wanted: AsWanted,
    common: Acting,
    season: OfSeason = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="The seed of its draws; else one by chance, which is kept."),
    ] = None,
) -> None:
    """Announce a tournament. What it is played by is frozen when its first round is drawn."""
    from referee.tournaments.deeds import announcing

    with opened_by(common) as desk:
        found = announcing.new(desk, name, format, wanted, season=season, seed=seed)
    tell(found, common.json, _say_announced)


def _say_announced(found: TournamentView) -> None:
    say(words.announced(found))
    say(f"Next: referee tournament enter {found.number} NAME NAME ...")


@app.command(epilog="Example: referee tournament settle 1 --rounds 4 --score places --points 5,3,1,0")
def settle(tournament: Tournament, wanted: AsWanted, common: Acting) -> None:
    """Settle anew what a tournament is played by, before its first round is drawn."""
    from referee.tournaments.deeds import announcing

    with opened_by(common) as desk:
        settled = announcing.settle(desk, tournament, wanted)
    tell(settled, common.json, lambda found: say(f"{found.name}: {how_played(found.settings, found.title)}"))


@app.command("list", epilog="Example: referee tournament list")
def list_(common: Looking) -> None:
    """List the tournaments of the club."""
    from referee.tournaments import overview

    with opened(common) as desk:
        found = overview.every(desk)
    if common.json:
        say_json([named(each, each) for each in found])
    elif not found:
        say("No tournament has been announced yet.")
    else:
        rows = [
            [each.number, each.name, each.season, how_played(each.settings, each.title), len(each.entries), each.status]
            for each in found
        ]
        say_table(["", "name", "season", "", "entries", ""], rows, numbers=["", "entries"])


@app.command(
    epilog="Example: referee tournament enter 1 Ann Ben Cal, or a guest: referee tournament enter 1 Ida --guest"
)
def enter(
    tournament: Tournament,
    names: Annotated[list[str], typer.Argument(help="Who enters.", autocompletion=completing.members)],
    common: Acting,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="The team that they are of.")] = "",
) -> None:
    """Enter members or guests; who enters late plays from the next round on, or in a freeze-out at once."""
    from referee.tournaments.deeds import entering

    with opened_by(common) as desk:
        found, entries = entering.enter(desk, tournament, names, guests=guest, team=team)
    tell(found, common.json, partial(_say_entered, entries))


def _say_entered(entries: Sequence[int], found: TournamentView) -> None:
    say(words.entered(found, entries))
    if found.rounds and found.settings.format is Format.FREEZE_OUT:
        say(f"Next, a stack and a seat by lot: referee tournament sit {found.number}")
    else:
        say_next(found)


@app.command(epilog='Example: referee tournament withdraw 1 Gus --reason "has to catch a train"')
def withdraw(tournament: Tournament, name: Entry, common: Acting, reason: Reason = "") -> None:
    """Withdraw somebody from the rounds to come; what they played counts."""
    from referee.tournaments.deeds import entering
    from referee.tournaments.freezeout_play import recorded_tables

    with opened_by(common) as desk:
        found, gone = entering.withdraw(desk, tournament, name, reason=reason)
        in_records = recorded_tables.in_records(desk, found)
    if common.json:
        say_json(named(found, found))
        return
    say(words.withdrawn(found, gone))
    say_recorded(in_records)
    say_next(found)


@app.command(epilog="Example: referee tournament absent 1 Gus")
def absent(tournament: Tournament, name: Entry, common: Acting, reason: Reason = "") -> None:
    """Note that somebody is not there for a round: the one that is drawn, else the next."""
    from referee.tournaments.deeds import entering

    with opened_by(common) as desk:
        found, round, away = entering.absent(desk, tournament, name, reason=reason)
    tell(found, common.json, say_next, done=words.absent(found, round, away))


@app.command(epilog="Example: referee tournament end 3 --early --yes")
def end(
    tournament: Tournament,
    common: Deciding,
    early: Annotated[bool, typer.Option("--early", help="Although rounds are still to be played.")] = False,
) -> None:
    """End a tournament: its final order is frozen, and counts for the season as was settled."""
    from referee.tournaments import overview
    from referee.tournaments.deeds import closing

    with opened_by(common) as desk:
        if not common.json:
            say_standings(overview.show(desk, tournament))
        sure("End it with this order?", common.yes)
        found = closing.end(desk, tournament, early=early)
    tell(found, common.json, lambda found: say(words.ended(found)))


@app.command(epilog="Example: referee tournament undo 2")
def undo(tournament: Tournament, common: Acting, reason: Reason = "") -> None:
    """Take back what was done last in a tournament; that it was done stays in its log."""
    from referee.tournaments.deeds import closing

    with opened_by(common) as desk:
        found, what = closing.undo(desk, tournament, reason=reason)
    tell(found, common.json, say_next, done=words.undone(found, what))


for _part in (
    show,
    sheet,
    plan,
    rules,
    rounds,
    penalty,
    blinds,
    freezeout,
):
    app.registered_commands.extend(_part.app.registered_commands)
