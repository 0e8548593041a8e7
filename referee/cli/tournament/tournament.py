"""``referee tournament``: announced, run through the club's ordinary tables, and ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.freezeout.summary import say_sat, standing
from referee.cli.shared.arguments import Seed
from referee.cli.shared.club import Reason, confirmed, opened, opened_by, say_table
from referee.cli.shared.common_options import Acting, Correcting, Looking
from referee.cli.shared.completion import OfSeason
from referee.cli.shared.entry_names import named
from referee.cli.shared.printing import answer, say, say_json
from referee.cli.shared.tournament_argument import Tournament, after_tournament, meant, say_undo, split
from referee.cli.tournament import plan, rounds, rules, sheet, show
from referee.cli.tournament.printing import say_standings
from referee.cli.tournament.prompts import asked_for, asked_for_format
from referee.cli.tournament.settings import AsNeeded, AsWanted, FormatTyped, format_of
from referee.cli.tournament.summary import say_next, tell
from referee.tournaments import words as in_words
from referee.tournaments.state.settings import Format
from referee.tournaments.words import describe_settings

if TYPE_CHECKING:
    from referee.tournaments.state.view import TournamentView

ENTER = "referee tournament enter 1 Ann Ben Cal"
WITHDRAW = 'referee tournament withdraw 1 Gus --reason "has to catch a train"'
ABSENT = "referee tournament absent 1 Gus"
app = typer.Typer(
    help="Tournaments of all formats, played at the club's tables.",
    epilog='Example: referee tournament new "Michaelmas Cup" --format swiss --game big-two --rounds 3',
)


@app.command(
    epilog='Example: referee tournament new "Michaelmas Cup" --format swiss --game big-two --rounds 3, or: '
    'referee tournament new "End of Term" --format knockout --game commune --size 3-4 --go-on 2 --counts final, or: '
    'referee tournament new "Winter Poker" --format freezeout --game texas-holdem'
)
def new(
    name: Annotated[str, typer.Argument(help="Name of the tournament.")],
    wanted: AsNeeded,
    common: Acting,
    format: FormatTyped = None,
    season: OfSeason = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Seed of its draws (default: chosen at random).")
    ] = None,
) -> None:
    """Announce a tournament. The first draw fixes its settings.

    What each format needs in addition to --format and --game:

    \b
    swiss        --rounds N; players with equal scores meet
    round-robin  --rounds N; all players meet, or as many as fit in
    league       --rounds N; late entries and absences, few repeat meetings
    knockout     --go-on K of each table (default: 1), --third-place, --seeds
    double-elimination   the same; a player is out after two losses
    groups       --groups G, --rounds N in each, --go-on K of each (default: 1)
    freezeout    freezeout blinds; tables of 2 to 9

    Everything else has a default. To change it: referee tournament set
    """
    from referee.tournaments.actions import announcing

    played = format_of(format) or asked_for_format()
    with opened_by(common) as desk:
        found = announcing.new(desk, name, played, asked_for(played, wanted), season=season, seed=seed)
    tell(found, common.json, _say_announced)


def _say_announced(found: TournamentView) -> None:
    say(in_words.announced(found))
    say(f"Next: referee tournament enter {found.number} NAME NAME ...")


@app.command("set", epilog="Example: referee tournament set 1 --rounds 4 --score places --points 5,3,1,0")
def set_(wanted: AsWanted, common: Acting, tournament: Tournament = None) -> None:
    """Change the settings of a tournament, until its first round is drawn."""
    from referee.tournaments.actions import announcing

    with opened_by(common) as desk:
        settled = announcing.settle(desk, tournament, wanted)
    tell(settled, common.json, _say_set)


def _say_set(found: TournamentView) -> None:
    say(f"{found.name}: {describe_settings(found.settings, found.title)}")
    say_undo(found.number)


@app.command("list", epilog="Example: referee tournament list")
def list_(common: Looking) -> None:
    """List the tournaments of the club."""
    from referee.tournaments import overview

    with opened(common) as desk:
        found = overview.all_tournaments(desk)
    if common.json:
        say_json([named(each, each) for each in found])
    elif not found:
        say("No tournament has been announced yet. Announce one: referee tournament new NAME")
    else:
        rows = [
            [
                each.number,
                each.name,
                each.season,
                describe_settings(each.settings, each.title),
                len(each.entries),
                each.status,
            ]
            for each in found
        ]
        say_table(["", "name", "season", "", "entries", ""], rows, numbers=["", "entries"])


@app.command(
    epilog=f"Example: {ENTER}, or all who are checked in: referee tournament enter 1 all, "
    "or a guest: referee tournament enter 1 Ida --guest"
)
def enter(
    words: Annotated[list[str], after_tournament("NAME...", "Players to enter, or all who are checked in.")],
    common: Acting,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="Team of these players.")] = "",
    seed: Seed = None,
) -> None:
    """Enter members or guests.

    Late entries play from the next round on. In a freezeout they get a stack and a seat by lot at once.
    """
    from referee.tournaments.actions import entering
    from referee.tournaments.freezeout_actions.evening import freezeout_view

    with opened_by(common) as desk:
        tournament, names = meant(desk, words, "Who enters?", ENTER)
        if names == ["all"]:
            names = [*entering.present_without_entry(desk, tournament)]
        found, entries = entering.enter(desk, tournament, names, guests=guest, team=team, seed=seed)
        at_once = found.settings.format is Format.FREEZE_OUT and found.rounds
        evening = freezeout_view(desk, str(found.number)) if at_once else None
    if evening is not None:
        answer(evening, common.json, partial(say_sat, entries), standing)
        return
    tell(found, common.json, partial(_say_entered, entries))


def _say_entered(entries: Sequence[int], found: TournamentView) -> None:
    say(in_words.entered(found, entries))
    say_next(found)
    say_undo(found.number)


@app.command(epilog=f"Example: {WITHDRAW}")
def withdraw(
    words: Annotated[list[str], after_tournament("NAME", "Player who withdraws.")], common: Acting, reason: Reason = ""
) -> None:
    """Withdraw a player from the rounds to come. Matches already played still count."""
    from referee.tournaments.actions import entering

    tournament, (name,) = split(words, "NAME", WITHDRAW)
    with opened_by(common) as desk:
        found, gone = entering.withdraw(desk, tournament, name, reason=reason)
    if common.json:
        say_json(named(found, found))
        return
    say(in_words.withdrawn(found, gone))
    say_next(found)
    say_undo(found.number)


@app.command(epilog=f"Example: {ABSENT}")
def absent(
    words: Annotated[list[str], after_tournament("NAME", "Player who is absent.")], common: Acting, reason: Reason = ""
) -> None:
    """Mark a player absent for a round: the round that is drawn, or the next one."""
    from referee.tournaments.actions import entering

    tournament, (name,) = split(words, "NAME", ABSENT)
    with opened_by(common) as desk:
        found, round, away = entering.absent(desk, tournament, name, reason=reason)
    tell(found, common.json, _say_next_and_undo, done=in_words.absent(found, round, away))


def _say_next_and_undo(found: TournamentView) -> None:
    say_next(found)
    say_undo(found.number)


@app.command(epilog="Example: referee tournament end 3 --early --yes")
def end(
    common: Correcting,
    tournament: Tournament = None,
    early: Annotated[bool, typer.Option("--early", help="End before all rounds have been played.")] = False,
) -> None:
    """End a tournament: its final order is fixed and counts for the season."""
    from referee.tournaments import overview
    from referee.tournaments.actions import closing

    with opened_by(common) as desk:
        before = overview.show(desk, tournament)
        if not common.json:
            say_standings(before)
        if not confirmed("End it with this order?", common, named(before, before.standings)):
            return
        found = closing.end(desk, tournament, early=early)
    tell(found, common.json, _say_ended)


def _say_ended(found: TournamentView) -> None:
    say(in_words.describe_end(found))
    say_undo(found.number)


@app.command(epilog="Example: referee tournament undo 2")
def undo(common: Acting, tournament: Tournament = None, reason: Reason = "") -> None:
    """Undo the last entry in a tournament; it is kept in the log but has no effect."""
    from referee.tournaments.actions import closing

    with opened_by(common) as desk:
        found, what = closing.undo(desk, tournament, reason=reason)
    tell(found, common.json, say_next, done=in_words.undone(found, what))


for _part in (show, sheet, plan, rules, rounds):
    app.registered_commands.extend(_part.app.registered_commands)
