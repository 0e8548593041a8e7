"""``referee tournament``: announce a tournament, run it at the club's tables, and end it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.freezeout.summary import freezeout_data, print_seated
from referee.cli.shared.arguments import SeedOption
from referee.cli.shared.club import ReasonOption, confirm_or_preview, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions, ReadOptions
from referee.cli.shared.completion import SeasonOption
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.printing import print_json, print_line, print_result
from referee.cli.shared.tournament_argument import (
    TournamentArgument,
    print_undo,
    split_tournament,
    split_words,
    tournament_and,
)
from referee.cli.tournament import plan, rounds, rules, sheet, show
from referee.cli.tournament.printing import print_standings
from referee.cli.tournament.prompts import prompt_for_format, prompt_for_missing
from referee.cli.tournament.settings import AnnounceOptions, FormatOption, SettingOptions, parse_format
from referee.cli.tournament.summary import print_next_step, print_tournament_result
from referee.tournaments import wording as in_words
from referee.tournaments.state.settings import Format
from referee.tournaments.wording import describe_settings

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
    settings: AnnounceOptions,
    common: OfficerOptions,
    format: FormatOption = None,
    season: SeasonOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Seed of its draws (default: chosen at random).")
    ] = None,
) -> None:
    """Announce a tournament. The first draw fixes its settings.

    What each format needs in addition to --format and --game:

    \b
    swiss        --rounds N; players with equal scores meet; --repeats-first for few players
    round-robin  all players meet; --rounds N for fewer rounds
    league       --rounds N; late entries and absences, few repeat meetings
    knockout     --go-on K of each table (default: 1), --third-place, --seeds
    double-elimination   the same; a player is out after two losses
    groups       --groups G, --rounds N in each, --go-on K of each (default: 1)
    freezeout    freezeout blinds; tables of 2 to 9

    Everything else has a default. To change it: referee tournament set
    """
    from referee.tournaments.actions import announcing

    chosen_format = parse_format(format) or prompt_for_format()
    with open_as_officer(common) as club:
        view = announcing.announce(
            club, name, chosen_format, prompt_for_missing(chosen_format, settings), season=season, seed=seed
        )
    print_tournament_result(view, common.json, _print_announced)


def _print_announced(view: TournamentView) -> None:
    print_line(in_words.describe_announcement(view))
    print_line("Undo: referee undo")
    print_line(f"Next: referee tournament enter {view.number} NAME NAME ...")


@app.command("set", epilog="Example: referee tournament set 1 --rounds 4 --score places --points 5,3,1,0")
def set_(settings: SettingOptions, common: OfficerOptions, tournament: TournamentArgument = None) -> None:
    """Change the settings of a tournament, until its first round is drawn."""
    from referee.tournaments.actions import announcing

    with open_as_officer(common) as club:
        view = announcing.change_settings(club, tournament, settings)
    print_tournament_result(view, common.json, _print_set)


def _print_set(view: TournamentView) -> None:
    print_line(f"{view.name}: {describe_settings(view.settings, view.title)}")
    print_undo(view.number)


@app.command("list", epilog="Example: referee tournament list")
def list_(common: ReadOptions) -> None:
    """List the tournaments of the club."""
    from referee.tournaments import overview

    with open_from_options(common) as club:
        views = overview.all_tournaments(club)
    if common.json:
        print_json([with_entry_names(view, view) for view in views])
    elif not views:
        print_line("No tournament has been announced yet. Announce one: referee tournament new NAME")
    else:
        rows = [
            [
                view.number,
                view.name,
                view.season,
                describe_settings(view.settings, view.title),
                len(view.entries),
                view.status,
            ]
            for view in views
        ]
        print_table(["", "name", "season", "", "entries", ""], rows, numbers=["", "entries"])


@app.command(
    epilog=f"Example: {ENTER}, or all who are checked in: referee tournament enter 1 all, "
    "or a guest: referee tournament enter 1 Ida --guest"
)
def enter(
    words: Annotated[list[str], tournament_and("NAME...", "Players to enter, or all who are checked in.")],
    common: OfficerOptions,
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="Team of these players.")] = "",
    seed: SeedOption = None,
) -> None:
    """Enter members or guests.

    Late entries play from the next round on. In a freezeout they get a stack and a seat by lot at once.
    """
    from referee.tournaments.actions import entering
    from referee.tournaments.freezeout_actions.evening import freezeout_view

    with open_as_officer(common) as club:
        tournament, names = split_tournament(club, words, "Who enters?", ENTER)
        if names == ["all"]:
            names = [*entering.present_without_entry(club, tournament)]
        view, entries = entering.enter(club, tournament, names, guests=guest, team=team, seed=seed)
        at_once = view.settings.format is Format.FREEZE_OUT and view.rounds
        evening = freezeout_view(club, str(view.number)) if at_once else None
    if evening is not None:
        print_result(evening, common.json, partial(print_seated, entries), freezeout_data)
        return
    print_tournament_result(view, common.json, partial(_print_entered, entries))


def _print_entered(entries: Sequence[int], view: TournamentView) -> None:
    print_line(in_words.describe_entering(view, entries))
    print_next_step(view)
    print_undo(view.number)


@app.command(epilog=f"Example: {WITHDRAW}")
def withdraw(
    words: Annotated[list[str], tournament_and("NAME", "Player who withdraws.")],
    common: OfficerOptions,
    reason: ReasonOption = "",
) -> None:
    """Withdraw a player from the remaining rounds. Matches already played still count."""
    from referee.tournaments.actions import entering

    tournament, (name,) = split_words(words, "NAME", WITHDRAW)
    with open_as_officer(common) as club:
        view, entry = entering.withdraw(club, tournament, name, reason=reason)
    if common.json:
        print_json(with_entry_names(view, view))
        return
    print_line(in_words.describe_withdrawal(view, entry))
    print_next_step(view)
    print_undo(view.number)


@app.command(epilog=f"Example: {ABSENT}")
def absent(
    words: Annotated[list[str], tournament_and("NAME", "Player who is absent.")],
    common: OfficerOptions,
    half_bye: Annotated[
        bool, typer.Option("--half-bye", help="Give half a win, for an absence announced before the draw.")
    ] = False,
    reason: ReasonOption = "",
) -> None:
    """Mark a player absent for one round: the drawn one if it has not started, or the next."""
    from referee.tournaments.actions import entering

    tournament, (name,) = split_words(words, "NAME", ABSENT)
    with open_as_officer(common) as club:
        view, round, entry = entering.mark_absent(club, tournament, name, reason=reason, half_bye=half_bye)
    print_tournament_result(
        view,
        common.json,
        _print_next_and_undo,
        summary=in_words.describe_absence(view, round, entry, half_bye=half_bye),
    )


def _print_next_and_undo(view: TournamentView) -> None:
    print_next_step(view)
    print_undo(view.number)


@app.command(epilog="Example: referee tournament end 3 --early --yes")
def end(
    common: CorrectionOptions,
    tournament: TournamentArgument = None,
    early: Annotated[bool, typer.Option("--early", help="End before all rounds have been played.")] = False,
) -> None:
    """End a tournament. This fixes its final order."""
    from referee.tournaments import overview
    from referee.tournaments.actions import closing

    with open_as_officer(common) as club:
        view_before = overview.read_view(club, tournament)
        if not common.json:
            print_standings(view_before)
        if not confirm_or_preview(
            "End it with this order?", common, with_entry_names(view_before, view_before.standings)
        ):
            return
        view = closing.end_tournament(club, tournament, early=early)
    print_tournament_result(view, common.json, _print_ended)


def _print_ended(view: TournamentView) -> None:
    print_line(in_words.describe_end(view))
    print_undo(view.number)


@app.command(epilog="Example: referee tournament undo 2")
def undo(common: OfficerOptions, tournament: TournamentArgument = None, reason: ReasonOption = "") -> None:
    """Undo the last entry in a tournament; it stays in the log without effect."""
    from referee.tournaments.actions import closing

    with open_as_officer(common) as club:
        view, undone_step = closing.undo(club, tournament, reason=reason)
    print_tournament_result(view, common.json, print_next_step, summary=in_words.describe_undo(view, undone_step))


for _part in (show, sheet, plan, rules, rounds):
    app.registered_commands.extend(_part.app.registered_commands)
