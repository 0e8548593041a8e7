"""``referee freezeout count``, ``prizes`` and ``chop``: the stacks, and what they are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.freezeout.summary import shares_rows, standing, unit, with_chips
from referee.cli.shared.club import confirmed, opened, opened_by, say_table
from referee.cli.shared.common_options import Acting, Correcting, Looking
from referee.cli.shared.printing import answer, say, say_json
from referee.cli.shared.tournament_argument import Tournament, after_tournament, meant, say_undo
from referee.tournaments.freezeout_actions.words import gap
from referee.tournaments.freezeouts.prizes import Chop

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening

app = typer.Typer()

COUNT = "referee freezeout count 1 Ann=14000 Ben=10000"


@app.command(epilog=f"Example: {COUNT}")
def count(
    words: Annotated[list[str], after_tournament("NAME=CHIPS...", "Stack of every player.")], common: Acting
) -> None:
    """Record the stacks as counted, and check that they sum to the chips in play."""
    from referee.tournaments.freezeout_actions import shares

    with opened_by(common) as desk:
        tournament, stacks = meant(desk, words, "Whose stacks?", COUNT)
        found = shares.count(desk, tournament, [with_chips(each) for each in stacks])
    answer(found, common.json, _say_counted, standing)


def _say_counted(found: FreezeoutEvening) -> None:
    said = gap(found)
    say(f"{said}." if said else f"All {found.state.chips:,} chips are there.")
    say_undo(found.number)


@app.command("prizes", epilog="Example: referee freezeout prizes 1")
def prizes_(common: Looking, tournament: Tournament = None) -> None:
    """Show the prizes in whole units."""
    from referee.tournaments.freezeout_actions import evening

    with opened(common) as desk:
        found = evening.freezeout_view(desk, tournament)
    answer(found, common.json, _say_prizes, standing)


@app.command(
    epilog="Example: referee freezeout chop 1 --how icm --yes, or with the stacks: "
    "referee freezeout chop 1 Ann=14000 Ben=10000 --how chips --dry-run"
)
def chop(
    common: Correcting,
    words: Annotated[
        list[str] | None, after_tournament("[NAME=CHIPS]...", "Stacks (default: as counted last).")
    ] = None,
    how: Annotated[Chop, typer.Option("--how", help="ICM, by chips, or even shares (default: icm).")] = Chop.ICM,
) -> None:
    """Share the remaining prizes between the remaining players, once they agree."""
    from referee.tournaments.freezeout_actions import shares
    from referee.tournaments.freezeouts.prizes import RULES

    typed = list(words or [])
    tournament = typed.pop(0) if typed and "=" not in typed[0] else None
    counted_now = [with_chips(each) for each in typed]
    with opened_by(common) as desk:
        found, would = shares.shares(desk, tournament, how, counted_now)
        if not common.json:
            say(f"{sum(found.state.left)} {unit(found)} for {counted(len(would.prizes), 'player')}. {RULES[how]}")
            say(RULES["rounding"])
            say_table(
                ["name", "chips", unit(found)],
                shares_rows(found, would.prizes, would.stacks),
                numbers=["chips", unit(found)],
            )
        named = {found.name(each): share for each, share in would.prizes.items()}
        effect = {"how": how, "agreed": False, "shares": named}
        if not confirmed("Do all of them agree?", common, effect):
            return
        found, would = shares.chop(desk, str(found.number), how, counted_now)
    if common.json:
        say_json({**effect, "agreed": True})
    else:
        say(f"Recorded. Next: referee tournament end {found.number}")
        say_undo(found.number)


def _say_prizes(found: FreezeoutEvening) -> None:
    from referee.tournaments.freezeouts.prizes import RULES

    state = found.state
    what = unit(found)
    stacks_bought = counted(state.stacks_bought, "stack")
    say(f"{stacks_bought} at {state.stacks.entry} {what}: {state.pool} for the places")
    if state.stacks.bounty:
        say(f"Bounty for each knockout: {state.stacks.bounty}; bounties that nobody won go to the places.")
    places, won = state.places, state.won
    rows: list[list[object]] = []
    # The players of a chop share what the first places would have had.
    for place, prize in list(enumerate(state.prizes, 1))[len(state.shares) :]:
        who = [found.name(entry) for entry, (first, last) in places.items() if first <= place <= last]
        rows.append([place, prize, ", ".join(who)])
    if rows:
        say_table(["place", what, ""], rows, numbers=["place", what])
    if state.shares:
        say(f"Chop by {state.how}:")
        say_table(
            ["name", "chips", what],
            shares_rows(found, state.shares, state.counted.stacks if state.counted else {}),
            numbers=["chips", what],
        )
    if any(won.values()) and state.stacks.bounty:
        rows = [[found.name(entry), state.knocked_out.get(entry, 0), part] for entry, part in state.bounties.items()]
        say_table(["name", "knockouts", "bounties"], rows, numbers=["knockouts", "bounties"])
    say(RULES["rounding"])
