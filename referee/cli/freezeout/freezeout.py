"""``referee freezeout``: seats, eliminations, re-entries, add-ons and balancing."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words
from referee.cli.freezeout import blinds, prizes
from referee.cli.freezeout.summary import (
    freezeout_data,
    parse_stack,
    print_chips,
    print_moves,
    print_next_step,
    print_seated,
    print_tables,
)
from referee.cli.shared import completion
from referee.cli.shared.arguments import SeedOption
from referee.cli.shared.club import confirm, open_as_officer, open_from_options
from referee.cli.shared.common_options import CommonOptions, ConfirmOptions, OfficerOptions, PreviewOptions, ReadOptions
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote
from referee.cli.shared.tournament_argument import (
    TournamentArgument,
    print_undo,
    split_tournament,
    split_words,
    tournament_and,
)
from referee.tournaments.freezeout_actions.wording import (
    FreezeoutNextStep,
    describe_break_order,
    describe_eliminations,
    describe_next_step,
)

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
    from referee.tournaments.freezeouts.balancing import BalancePlan

OUT = "referee freezeout out 1 Ben --by-whom Ann"
TWO_OUT = "referee freezeout out 1 Ben=1200 Cal=800 --by-whom Ann"
REENTER = "referee freezeout reenter 1 Hal"
ADDON = "referee freezeout addon 1 Ann Ben"
app = typer.Typer(
    help="Freezeouts: blinds, seats, players out, balancing and prizes.",
    epilog="Example: referee freezeout blinds --players 20 --hours 3",
)


@app.command(epilog="Example: referee freezeout start 1")
def start(common: ConfirmOptions, tournament: TournamentArgument = None, seed: SeedOption = None) -> None:
    """Draw the seats. This fixes the settings; you can change the blinds until the clock starts."""
    from referee.tournaments.freezeout_actions import players

    with open_as_officer(common) as club:
        _set_usual_levels(club, tournament, common)
        freezeout = players.draw_seats(club, tournament, seed=seed)
    print_result(freezeout, common.json, _print_started, freezeout_data)


def _set_usual_levels(club: Club, tournament: str | None, common: CommonOptions) -> None:
    """Propose the usual levels if none are set, and set them after a confirmation."""
    from referee.tournaments.actions.announcing import change_stacks, propose_stacks
    from referee.tournaments.freezeout_actions import evening

    freezeout = evening.freezeout_view(club, tournament)
    if freezeout.state.begun or freezeout.state.stacks.levels or len(freezeout.state.players) < 2:
        return
    stacks = propose_stacks(len(freezeout.state.players), freezeout.tournament.settings.stacks)
    if not common.yes:
        levels = join_words("break" if not big else f"{small}/{big}" for small, big, _ in stacks.levels)
        warn(f"No levels have been set. Usual levels of {stacks.minutes} minutes: {levels}.")
        warn(f"To choose others: referee freezeout blinds {freezeout.number}")
    confirm("Use the usual levels?", common.yes)
    change_stacks(club, str(freezeout.number), stacks)


def _print_started(freezeout: FreezeoutEvening) -> None:
    _print_seats(freezeout)
    print_line(f"Start the clock: referee clock start {freezeout.number}")
    print_undo(freezeout.number)


@app.command(epilog="Example: referee freezeout show 1")
def show(common: ReadOptions, tournament: TournamentArgument = None) -> None:
    """Show the tables, the players who are out, and the chips in play."""
    from referee.tournaments.freezeout_actions import evening

    with open_from_options(common) as club:
        freezeout = evening.freezeout_view(club, tournament)
    print_result(freezeout, common.json, _print_all, freezeout_data)


@app.command(epilog=f"Example: {OUT}, or two in one hand: {TWO_OUT}")
def out(
    words: Annotated[
        list[str],
        tournament_and("NAME...", "Players out in one hand; with two or more, NAME=CHIPS at the start of the hand."),
    ],
    common: OfficerOptions,
    by_whom: Annotated[
        list[str],
        typer.Option(
            "--by-whom", metavar="NAME", help="Winner of the hand; repeatable.", autocompletion=completion.entries
        ),
    ] = [],  # noqa: B006
) -> None:
    """Record players who lost their last chips. Of two out in one hand, the larger stack at its start places higher."""
    from referee.tournaments.freezeout_actions import players

    with open_as_officer(common) as club:
        tournament, names = split_tournament(club, words, "Who is out?", OUT)
        stacks_out = [parse_stack(name, needed=False) for name in names]
        freezeout = players.record_eliminations(club, tournament, stacks_out, winners=by_whom)
    print_result(freezeout, common.json, _print_out, freezeout_data)


def _print_out(freezeout: FreezeoutEvening) -> None:
    for sentence in describe_eliminations(freezeout):
        print_line(sentence)
    print_next_step(freezeout)
    print_undo(freezeout.number)


@app.command(epilog=f"Example: {REENTER}")
def reenter(
    words: Annotated[list[str], tournament_and("NAME", "Player who is out.")],
    common: OfficerOptions,
    seed: SeedOption = None,
) -> None:
    """Give a player who is out a new stack, at a seat drawn by lot."""
    from referee.tournaments.freezeout_actions import players

    tournament, (name,) = split_words(words, "NAME", REENTER)
    with open_as_officer(common) as club:
        freezeout = players.reenter(club, tournament, name, seed=seed)
    print_result(freezeout, common.json, partial(print_seated, [freezeout.tournament.entry(name)]), freezeout_data)


@app.command(epilog=f"Example: {ADDON}")
def addon(
    words: Annotated[list[str], tournament_and("NAME...", "Players who add on.")], common: OfficerOptions
) -> None:
    """Record add-ons."""
    from referee.tournaments.freezeout_actions import players

    with open_as_officer(common) as club:
        tournament, names = split_tournament(club, words, "Who adds on?", ADDON)
        freezeout = players.add_on(club, tournament, names)
    if common.json:
        print_json(freezeout_data(freezeout))
        return
    print_line(f"Add-on of {freezeout.state.stacks.addon:,} chips: {join_words(names)}.")
    print_chips(freezeout)
    print_undo(freezeout.number)


@app.command(epilog='Example: referee freezeout balance 1 --blind "1=Ann" --blind "2=Eve"')
def balance(
    common: PreviewOptions,
    tournament: TournamentArgument = None,
    blind: Annotated[
        list[str],
        typer.Option("--blind", metavar="TABLE=NAME", help="Next big blind at a table; repeatable."),
    ] = [],  # noqa: B006
    seed: SeedOption = None,
) -> None:
    """Break tables, balance the others, and draw the final table once all players fit at one."""
    from referee.tournaments.freezeout_actions import evening, moves, players

    with open_as_officer(common) as club:
        current = evening.freezeout_view(club, tournament)
        if describe_next_step(current) is FreezeoutNextStep.FINAL_TABLE and not common.dry_run:
            updated = players.draw_final_table(club, str(current.number), seed=seed)
            print_result(updated, common.json, _print_final_table, freezeout_data)
            return
        blinds_next = _parse_next_blinds(blind)
        freezeout, plan = _plan_moves(club, str(current.number), blinds_next, seed)
        if not common.json:
            _print_plan(freezeout, plan)
        if plan.moves and not common.dry_run:
            freezeout = moves.balance(club, str(current.number), blinds_next, plan, seed=seed)
    if common.json:
        print_json(
            {
                **freezeout_data(freezeout),
                "broken": plan.broken,
                "moves": with_entry_names(freezeout.tournament.view, plan.moves),
            }
        )
    elif common.dry_run:
        print_line("Nothing was changed.")
    elif plan.moves:
        sizes = [f"table {number} has {len(table.players)}" for number, table in sorted(freezeout.state.tables.items())]
        print_line(f"Recorded: {join_words(sizes)}.")
        print_next_step(freezeout)
        print_undo(freezeout.number)
    else:
        print_next_step(freezeout)


def _print_plan(freezeout: FreezeoutEvening, plan: BalancePlan) -> None:
    if describe_next_step(freezeout) is FreezeoutNextStep.FINAL_TABLE:
        print_line("The remaining players fit at one table: its seats will be drawn.")
    elif plan.moves:
        print_moves(freezeout, plan)
    else:
        print_line("The tables are balanced. Nobody moves.")


def _print_final_table(freezeout: FreezeoutEvening) -> None:
    _print_seats(freezeout)
    print_next_step(freezeout)
    print_undo(freezeout.number)


def _parse_next_blinds(entries: list[str]) -> dict[int, str]:
    names: dict[int, str] = {}
    for entry in entries:
        table, sign, name = entry.partition("=")
        if not sign or not table.strip().isdecimal() or not name.strip():
            fail(f'Invalid --blind {entry!r}. Use TABLE=NAME, such as --blind "1=Ann".')
        names[int(table)] = name.strip()
    return names


def _plan_moves(
    club: Club, tournament: str, blinds_next: dict[int, str], seed: int | None
) -> tuple[FreezeoutEvening, BalancePlan]:
    """Return a freezeout and its balancing moves. Prompt for each big blind that the moves depend on."""
    from referee.tournaments.freezeout_actions import moves
    from referee.tournaments.freezeout_actions.moves import BlindNeeded

    while True:
        try:
            return moves.plan_moves(club, tournament, blinds_next, seed=seed)
        except BlindNeeded as fault:
            if not sys.stdin.isatty():
                raise
            for table in fault.tables:
                blinds_next[table] = typer.prompt(f"Who has the big blind next at table {table}?")


def _print_all(freezeout: FreezeoutEvening) -> None:
    print_tables(freezeout)
    if freezeout.state.tables and not freezeout.state.ended:
        game = freezeout.tournament.settings.game
        print_line(
            f"Only seats and chips are tracked. To record a match at a table: referee start {quote(game)} NAME NAME ..."
        )
    print_next_step(freezeout)


def _print_seats(freezeout: FreezeoutEvening) -> None:
    from referee.competition.rounds import describe_seed

    latest_round = freezeout.tournament.state.rounds[-1]
    seed = describe_seed(latest_round.seed, chosen=latest_round.seed_chosen)
    print_line(f"{latest_round.name} of {freezeout.tournament.view.name}, drawn with {seed}")
    for number, table in sorted(freezeout.state.tables.items()):
        names = [freezeout.name(player) for player in table.players]
        print_line(f"table {number:<3} {', '.join(names)} (dealer)", hang=10)
    if len(freezeout.state.tables) > 1:
        print_line(f"Breaking order: {describe_break_order(freezeout)}")


for _part in (blinds, prizes):
    app.registered_commands.extend(_part.app.registered_commands)
