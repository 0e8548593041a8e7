"""``referee tournament`` for freeze-outs: seats, players out, re-entries, stacks, balancing and prizes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import counted, listed
from referee.cli.freezeout.summary import (
    say_chips,
    say_moves,
    say_tables,
    say_what_is_next,
    shares_rows,
    standing,
    unit,
)
from referee.cli.shared import completing
from referee.cli.shared.arguments import Seed
from referee.cli.shared.club import opened, opened_by, say_table, sure
from referee.cli.shared.common import Acting, Deciding, Looking
from referee.cli.shared.completing import Entry, Tournament
from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import answer, complain, say, say_json
from referee.tournaments.freezeout_play.words import gap, in_order, sat_down, went_out
from referee.tournaments.freezeouts.prizes import Chop

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.tournaments.freezeout_play.evening import Evening
    from referee.tournaments.freezeouts.balancing import Evened

app = typer.Typer()

Stacks = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME=CHIPS]", help="The stack of each who plays.", autocompletion=completing.entries),
]


@app.command(epilog="Example: referee tournament seats 1")
def seats(tournament: Tournament, common: Acting, seed: Seed = None) -> None:
    """Draw who sits where at the start of a freeze-out; what it is played by is frozen then."""
    from referee.tournaments.freezeout_play import deeds

    with opened_by(common) as desk:
        found = deeds.seats(desk, tournament, seed=seed)
    answer(found, common.json, _say_first_seats, standing)


def _say_first_seats(found: Evening) -> None:
    _say_seats(found)
    if found.state.stacks.levels:
        say(f"Start the clock: referee clock start {found.number}")


@app.command(epilog="Example: referee tournament tables 1")
def tables(tournament: Tournament, common: Looking) -> None:
    """Show who sits where in a freeze-out, who is out, and the chips in play."""
    from referee.tournaments.freezeout_play import evening

    with opened(common) as desk:
        found = evening.look(desk, tournament)
    answer(found, common.json, _say_all, standing)


@app.command(
    epilog="Example: referee tournament out 1 Ben --by-whom Ann, or"
    " two in one hand: referee tournament out 1 Ben=1200 Cal=800 --by-whom Ann"
)
def out(
    tournament: Tournament,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help="Who went out in one hand; of several each with the stack at its start, as NAME=CHIPS.",
            autocompletion=completing.entries,
        ),
    ],
    common: Acting,
    by_whom: Annotated[
        list[str],
        typer.Option("--by-whom", metavar="NAME", help="Who won it; repeatable.", autocompletion=completing.entries),
    ] = [],  # noqa: B006
) -> None:
    """Write down who lost their last chips in a hand: those with the larger stack at its start come first."""
    from referee.tournaments.freezeout_play import deeds

    gone = [_with_chips(each, needed=False) for each in names]
    with opened_by(common) as desk:
        found = deeds.out(desk, tournament, gone, by_whom=by_whom)
    answer(found, common.json, _say_out, standing)


def _say_out(found: Evening) -> None:
    for said in went_out(found):
        say(said)
    say_what_is_next(found)


@app.command(epilog="Example: referee tournament reenter 1 Hal")
def reenter(tournament: Tournament, name: Entry, common: Acting, seed: Seed = None) -> None:
    """Let somebody who is out enter again: with a new stack, at a seat drawn by lot."""
    from referee.tournaments.freezeout_play import deeds

    with opened_by(common) as desk:
        found = deeds.reenter(desk, tournament, name, seed=seed)
    answer(found, common.json, partial(_say_sat, [found.read.entry(name)]), standing)


@app.command(epilog="Example: referee tournament sit 1")
def sit(tournament: Tournament, common: Acting, seed: Seed = None) -> None:
    """Give a stack and a seat by lot to those who entered after the seats were drawn."""
    from referee.tournaments.freezeout_play import deeds, evening

    with opened_by(common) as desk:
        waiting = evening.look(desk, tournament).state.waiting
        found = deeds.sit(desk, tournament, seed=seed)
    answer(found, common.json, partial(_say_sat, waiting), standing)


@app.command(epilog="Example: referee tournament addon 1 Ann Ben")
def addon(
    tournament: Tournament,
    names: Annotated[list[str], typer.Argument(help="Who adds on.", autocompletion=completing.entries)],
    common: Acting,
) -> None:
    """Write down who bought the add-on."""
    from referee.tournaments.freezeout_play import deeds

    with opened_by(common) as desk:
        found = deeds.add_on(desk, tournament, names)
    if common.json:
        say_json(standing(found))
        return
    say(f"{counted(len(names), 'player')} with {found.state.stacks.addon:,} more chips.")
    say_chips(found)


@app.command(epilog='Example: referee tournament balance 1 --blind "1=Ann" --blind "2=Eve"')
def balance(
    tournament: Tournament,
    common: Deciding,
    blind: Annotated[
        list[str],
        typer.Option("--blind", metavar="TABLE=NAME", help="Who has the big blind next at a table; repeatable."),
    ] = [],  # noqa: B006
    seed: Seed = None,
) -> None:
    """Break tables up and even the others: says who moves to which seat, asks, and writes it down.

    Who moves leaves the one table and joins the other where they are recorded, but never in the middle of a hand: then
    it says so, and the same command does it once the hand is over.
    """
    from referee.tournaments.freezeout_play import moves, recorded_tables

    with opened_by(common) as desk:
        blinds_next = _blinds(blind)
        found, plan = _plan(desk, tournament, blinds_next, seed)
        if not plan.moves:
            # Who had to wait for the end of a hand goes or comes at the recorded tables now.
            found = recorded_tables.followed(desk, found)
            if common.json:
                say_json({**standing(found), **_moved(found, plan)})
            else:
                say("No two tables differ by more than one; nobody moves.")
                say_what_is_next(found)
            return
        if not common.json:
            say_moves(found, plan)
        sure("Do they move so?", common.yes)
        done = moves.balance(desk, tournament, blinds_next, plan, seed=seed)
    if common.json:
        say_json({**standing(done), **_moved(found, plan)})
        return
    sizes = [f"table {number} has {len(table.players)}" for number, table in sorted(done.state.tables.items())]
    say(f"Written down: {listed(sizes)}.")
    say_what_is_next(done)


@app.command(epilog="Example: referee tournament final-table 1")
def final_table(tournament: Tournament, common: Acting, seed: Seed = None) -> None:
    """Draw the seats of the final table, and who deals first there."""
    from referee.tournaments.freezeout_play import deeds

    with opened_by(common) as desk:
        found = deeds.final_table(desk, tournament, seed=seed)
    answer(found, common.json, _say_seats, standing)


@app.command(epilog="Example: referee tournament stacks 1 Ann=14000 Ben=10000")
def stacks(tournament: Tournament, common: Acting, stacks: Stacks = None) -> None:
    """Write down the stacks as they were counted at a break, and whether they sum to the chips in play."""
    from referee.tournaments.freezeout_play import shares as freeze_out_shares

    if not stacks:
        complain("whose stacks? Expected NAME=CHIPS for everybody who plays, such as Ann=4500")
    with opened_by(common) as desk:
        found = freeze_out_shares.count(desk, tournament, [_with_chips(each) for each in stacks])
    answer(found, common.json, _say_counted, standing)


def _say_counted(found: Evening) -> None:
    said = gap(found)
    say(f"{said}." if said else f"All {found.state.chips:,} chips are there.")


@app.command(
    epilog="Example: referee tournament prizes 1, or shared: referee tournament prizes 1 Ann=14000 Ben=10000 --chop icm"
)
def prizes(
    tournament: Tournament,
    common: Deciding,
    stacks: Stacks = None,
    chop: Annotated[
        Chop | None, typer.Option("--chop", help="What each would have if they shared what is left.")
    ] = None,
    agreed: Annotated[bool, typer.Option("--agreed", help="They share so: write it down.")] = False,
) -> None:
    """Show the prizes in whole units that sum exactly, or what a chop would give those who are left."""
    from referee.tournaments.freezeout_play import evening
    from referee.tournaments.freezeout_play import shares as freeze_out_shares
    from referee.tournaments.freezeouts.prizes import RULES

    if not chop:
        if agreed or stacks:
            complain("--agreed and stacks go with --chop, such as --chop icm")
        with opened_by(common) as desk:
            found = evening.look(desk, tournament)
        answer(found, common.json, _say_prizes, standing)
        return
    counted_now = [_with_chips(each) for each in stacks or []]
    with opened_by(common) as desk:
        found, shares = freeze_out_shares.shares(desk, tournament, chop, counted_now)
        if not common.json:
            left = sum(found.state.left)
            say(f"{left} {unit(found)} are left for {counted(len(shares.prizes), 'player')}. {RULES[chop]}")
            say(RULES["rounding"])
            say_table(
                ["name", "chips", unit(found)],
                shares_rows(found, shares.prizes, shares.stacks),
                numbers=["chips", unit(found)],
            )
        if agreed:
            sure("Have they agreed to it?", common.yes)
            found, shares = freeze_out_shares.chop(desk, tournament, chop, counted_now)
    if common.json:
        say_json(
            {
                "how": chop,
                "agreed": agreed,
                "shares": {found.name(each): share for each, share in shares.prizes.items()},
            }
        )
    elif agreed:
        say(f"Written down. Next: referee tournament end {found.number}")
    else:
        typed = "".join(f" {quote(each)}" for each in stacks or [])
        say(f"If they agree: referee tournament prizes {found.number}{typed} --chop {chop} --agreed")


def _moved(found: Evening, plan: Evened) -> dict[str, Any]:
    return {"broken": plan.broken, "moves": named(found.read.view, plan.moves)}


def _with_chips(typed: str, *, needed: bool = True) -> tuple[str, int]:
    """Read NAME=CHIPS; where chips are not needed a name alone is one too."""
    name, sign, chips = typed.rpartition("=")
    if not sign and not needed:
        return typed, 0
    figures = chips.replace(",", "").strip()
    if not name.strip() or not figures.isdecimal() or len(figures) > 12:
        complain(f"{typed!r} is not understood; expected NAME=CHIPS, such as Ann=4500")
    return name.strip(), int(figures)


def _blinds(typed: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for each in typed:
        table, sign, name = each.partition("=")
        if not sign or not table.strip().isdecimal() or not name.strip():
            complain(f'--blind {each!r} is not understood; expected TABLE=NAME, such as --blind "1=Ann"')
        found[int(table)] = name.strip()
    return found


def _plan(desk: Club, tournament: str, blinds_next: dict[int, str], seed: int | None) -> tuple[Evening, Evened]:
    """Return who is to move; asks for the big blind of a table where that decides and somebody is there to ask."""
    from referee.tournaments.freezeout_play import moves
    from referee.tournaments.freezeout_play.moves import BlindNeeded

    while True:
        try:
            return moves.plan(desk, tournament, blinds_next, seed=seed)
        except BlindNeeded as fault:
            if not sys.stdin.isatty():
                raise
            for table in fault.tables:
                blinds_next[table] = typer.prompt(f"Who has the big blind next at table {table}?")


def _say_all(found: Evening) -> None:
    say_tables(found)
    say_what_is_next(found)


def _say_seats(found: Evening) -> None:
    from referee.competition.rounds import seed_said

    drawn = found.read.state.rounds[-1]
    say(f"{drawn.name} of {found.read.view.name}, drawn with {seed_said(drawn.seed, chosen=drawn.chosen)}")
    for number, table in sorted(found.state.tables.items()):
        names = [found.name(each) for each in table.players]
        say(f"table {number:<3} {', '.join(names)} (deals first)", hang=10)
    if len(found.state.tables) > 1:
        say(f"broken up {in_order(found)}", hang=10)


def _say_sat(entries: Iterable[int], found: Evening) -> None:
    for said in sat_down(found, entries):
        say(said)
    say_chips(found)
    say_what_is_next(found)


def _say_prizes(found: Evening) -> None:
    from referee.tournaments.freezeouts.prizes import RULES

    state = found.state
    what = unit(found)
    stacks_bought = counted(state.stacks_bought, "stack")
    say(f"{stacks_bought} at {state.stacks.entry} {what}: {state.pool} for the places")
    if state.stacks.bounty:
        say(f"and {state.stacks.bounty} for each who is put out; what nobody won goes to the places")
    places, won = state.places, state.won
    rows: list[list[object]] = []
    for place, prize in enumerate(state.prizes, 1):
        who = [found.name(entry) for entry, (first, last) in places.items() if first <= place <= last]
        rows.append([place, prize, ", ".join(who)])
    say_table(["place", what, ""], rows, numbers=["place", what])
    if state.shares:
        say(f"Those who were left have shared by {state.how}:")
        say_table(
            ["name", "chips", what],
            shares_rows(found, state.shares, state.counted.stacks if state.counted else {}),
            numbers=["chips", what],
        )
    if any(won.values()) and state.stacks.bounty:
        rows = [[found.name(entry), state.knocked_out.get(entry, 0), part] for entry, part in state.bounties.items()]
        say_table(["name", "put out", "bounties"], rows, numbers=["put out", "bounties"])
    say(RULES["rounding"])
