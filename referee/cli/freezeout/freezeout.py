"""``referee freezeout``: seats, players out, re-entries, add-ons, balancing; see also `blinds` and `prizes`."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.freezeout import blinds, prizes
from referee.cli.freezeout.summary import (
    say_chips,
    say_moves,
    say_sat,
    say_tables,
    say_what_is_next,
    standing,
    with_chips,
)
from referee.cli.shared import completion
from referee.cli.shared.arguments import Seed
from referee.cli.shared.club import opened, opened_by, sure
from referee.cli.shared.common_options import Acting, Common, Deciding, Looking, Previewed
from referee.cli.shared.entry_names import named
from referee.cli.shared.printing import answer, complain, say, say_json, warn
from referee.cli.shared.quoting import quoted
from referee.cli.shared.tournament_argument import Tournament, after_tournament, meant, say_undo, split
from referee.tournaments.freezeout_actions.words import (
    FreezeoutNextStep,
    describe_break_order,
    describe_next_step,
    went_out,
)

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
    from referee.tournaments.freezeouts.balancing import Evened

OUT = "referee freezeout out 1 Ben --by-whom Ann"
TWO_OUT = "referee freezeout out 1 Ben=1200 Cal=800 --by-whom Ann"
REENTER = "referee freezeout reenter 1 Hal"
ADDON = "referee freezeout addon 1 Ann Ben"
app = typer.Typer(
    help="Freezeouts: blinds, seats, players out, balancing and prizes.",
    epilog="Example: referee freezeout blinds --players 20 --hours 3",
)


@app.command(epilog="Example: referee freezeout start 1")
def start(common: Deciding, tournament: Tournament = None, seed: Seed = None) -> None:
    """Draw the seats. That fixes the settings; blinds can change until the clock starts."""
    from referee.tournaments.freezeout_actions import players

    with opened_by(common) as desk:
        _set_usual_levels(desk, tournament, common)
        found = players.seats(desk, tournament, seed=seed)
    answer(found, common.json, _say_started, standing)


def _set_usual_levels(desk: Club, tournament: str | None, common: Common) -> None:
    """Propose the usual levels where none have been set, and set them once that is agreed to."""
    from referee.tournaments.actions.announcing import settle_stacks, usual_stacks
    from referee.tournaments.freezeout_actions import evening

    found = evening.freezeout_view(desk, tournament)
    if found.state.begun or found.state.stacks.levels or len(found.state.players) < 2:
        return
    stacks = usual_stacks(len(found.state.players), found.read.settings.stacks)
    if not common.yes:
        levels = listed("break" if not big else f"{small}/{big}" for small, big, _ in stacks.levels)
        warn(f"No levels have been set. Usual levels of {stacks.minutes} minutes: {levels}.")
        warn(f"Others: referee freezeout blinds {found.number}")
    sure("Use the usual levels?", common.yes)
    settle_stacks(desk, str(found.number), stacks)


def _say_started(found: FreezeoutEvening) -> None:
    _say_seats(found)
    say(f"Start the clock: referee clock start {found.number}")
    say_undo(found.number)


@app.command(epilog="Example: referee freezeout show 1")
def show(common: Looking, tournament: Tournament = None) -> None:
    """Show the tables, the players who are out, and the chips in play."""
    from referee.tournaments.freezeout_actions import evening

    with opened(common) as desk:
        found = evening.freezeout_view(desk, tournament)
    answer(found, common.json, _say_all, standing)


@app.command(epilog=f"Example: {OUT}, or two in one hand: {TWO_OUT}")
def out(
    words: Annotated[
        list[str],
        after_tournament("NAME...", "Players out in one hand; with two or more, NAME=CHIPS at the start of the hand."),
    ],
    common: Acting,
    by_whom: Annotated[
        list[str],
        typer.Option(
            "--by-whom", metavar="NAME", help="Winner of the hand; repeatable.", autocompletion=completion.entries
        ),
    ] = [],  # noqa: B006
) -> None:
    """Record players who lost their last chips. In one hand, a larger stack at its start places higher."""
    from referee.tournaments.freezeout_actions import players

    with opened_by(common) as desk:
        tournament, names = meant(desk, words, "Who is out?", OUT)
        gone = [with_chips(each, needed=False) for each in names]
        found = players.out(desk, tournament, gone, by_whom=by_whom)
    answer(found, common.json, _say_out, standing)


def _say_out(found: FreezeoutEvening) -> None:
    for said in went_out(found):
        say(said)
    say_what_is_next(found)
    say_undo(found.number)


@app.command(epilog=f"Example: {REENTER}")
def reenter(
    words: Annotated[list[str], after_tournament("NAME", "Player who is out.")], common: Acting, seed: Seed = None
) -> None:
    """Give a player who is out a new stack, at a seat drawn by lot."""
    from referee.tournaments.freezeout_actions import players

    tournament, (name,) = split(words, "NAME", REENTER)
    with opened_by(common) as desk:
        found = players.reenter(desk, tournament, name, seed=seed)
    answer(found, common.json, partial(say_sat, [found.read.entry(name)]), standing)


@app.command(epilog=f"Example: {ADDON}")
def addon(words: Annotated[list[str], after_tournament("NAME...", "Players who add on.")], common: Acting) -> None:
    """Record add-ons."""
    from referee.tournaments.freezeout_actions import players

    with opened_by(common) as desk:
        tournament, names = meant(desk, words, "Who adds on?", ADDON)
        found = players.add_on(desk, tournament, names)
    if common.json:
        say_json(standing(found))
        return
    say(f"Add-on of {found.state.stacks.addon:,} chips: {listed(names)}.")
    say_chips(found)
    say_undo(found.number)


@app.command(epilog='Example: referee freezeout balance 1 --blind "1=Ann" --blind "2=Eve"')
def balance(
    common: Previewed,
    tournament: Tournament = None,
    blind: Annotated[
        list[str],
        typer.Option("--blind", metavar="TABLE=NAME", help="Next big blind at a table; repeatable."),
    ] = [],  # noqa: B006
    seed: Seed = None,
) -> None:
    """Break tables, balance the others, and draw the final table once the players fit at it."""
    from referee.tournaments.freezeout_actions import evening, moves, players

    with opened_by(common) as desk:
        now = evening.freezeout_view(desk, tournament)
        if describe_next_step(now) is FreezeoutNextStep.FINAL_TABLE and not common.dry_run:
            done = players.final_table(desk, str(now.number), seed=seed)
            answer(done, common.json, _say_final_table, standing)
            return
        blinds_next = _blinds(blind)
        found, plan = _plan(desk, str(now.number), blinds_next, seed)
        if not common.json:
            _say_plan(found, plan)
        if plan.moves and not common.dry_run:
            found = moves.balance(desk, str(now.number), blinds_next, plan, seed=seed)
    if common.json:
        say_json({**standing(found), "broken": plan.broken, "moves": named(found.read.view, plan.moves)})
    elif common.dry_run:
        say("Nothing was changed.")
    elif plan.moves:
        sizes = [f"table {number} has {len(table.players)}" for number, table in sorted(found.state.tables.items())]
        say(f"Recorded: {listed(sizes)}.")
        say_what_is_next(found)
        say_undo(found.number)
    else:
        say_what_is_next(found)


def _say_plan(found: FreezeoutEvening, plan: Evened) -> None:
    if describe_next_step(found) is FreezeoutNextStep.FINAL_TABLE:
        say("The remaining players fit at one table: its seats will be drawn.")
    elif plan.moves:
        say_moves(found, plan)
    else:
        say("The tables are balanced. Nobody moves.")


def _say_final_table(found: FreezeoutEvening) -> None:
    _say_seats(found)
    say_what_is_next(found)
    say_undo(found.number)


def _blinds(typed: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for each in typed:
        table, sign, name = each.partition("=")
        if not sign or not table.strip().isdecimal() or not name.strip():
            complain(f'Invalid --blind {each!r}. Use TABLE=NAME, such as --blind "1=Ann".')
        found[int(table)] = name.strip()
    return found


def _plan(
    desk: Club, tournament: str, blinds_next: dict[int, str], seed: int | None
) -> tuple[FreezeoutEvening, Evened]:
    """Return the moves; asks for the next big blind at a table where that decides and somebody is there to ask."""
    from referee.tournaments.freezeout_actions import moves
    from referee.tournaments.freezeout_actions.moves import BlindNeeded

    while True:
        try:
            return moves.plan(desk, tournament, blinds_next, seed=seed)
        except BlindNeeded as fault:
            if not sys.stdin.isatty():
                raise
            for table in fault.tables:
                blinds_next[table] = typer.prompt(f"Who has the big blind next at table {table}?")


def _say_all(found: FreezeoutEvening) -> None:
    say_tables(found)
    if found.state.tables and not found.state.ended:
        game = found.read.settings.game
        say(f"Only seats and chips are kept. To record a match at a table: referee start {quoted(game)} NAME NAME ...")
    say_what_is_next(found)


def _say_seats(found: FreezeoutEvening) -> None:
    from referee.competition.rounds import describe_seed

    drawn = found.read.state.rounds[-1]
    say(f"{drawn.name} of {found.read.view.name}, drawn with {describe_seed(drawn.seed, chosen=drawn.chosen)}")
    for number, table in sorted(found.state.tables.items()):
        names = [found.name(each) for each in table.players]
        say(f"table {number:<3} {', '.join(names)} (dealer)", hang=10)
    if len(found.state.tables) > 1:
        say(f"Breaking order: {describe_break_order(found)}")


for _part in (blinds, prizes):
    app.registered_commands.extend(_part.app.registered_commands)
