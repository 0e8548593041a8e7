"""``referee freezeout count``, ``prizes`` and ``chop``: count the chips and share the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.freezeout.summary import freezeout_data, parse_stack, prize_unit, shares_rows
from referee.cli.shared.club import confirm_or_preview, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions, ReadOptions
from referee.cli.shared.printing import print_json, print_line, print_result
from referee.cli.shared.tournament_argument import TournamentArgument, print_undo, split_tournament, tournament_and
from referee.tournaments.freezeout_actions.wording import describe_gap
from referee.tournaments.freezeouts.prizes import Chop

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening

app = typer.Typer()

COUNT = "referee freezeout count 1 Ann=14000 Ben=10000"


@app.command(epilog=f"Example: {COUNT}")
def count(
    words: Annotated[list[str], tournament_and("NAME=CHIPS...", "Stack of every player.")], common: OfficerOptions
) -> None:
    """Record the stacks as counted, and check that they sum to the chips in play."""
    from referee.tournaments.freezeout_actions import shares

    with open_as_officer(common) as club:
        tournament, stacks = split_tournament(club, words, "Whose stacks?", COUNT)
        freezeout = shares.record_count(club, tournament, [parse_stack(stack) for stack in stacks])
    print_result(freezeout, common.json, _print_counted, freezeout_data)


def _print_counted(freezeout: FreezeoutEvening) -> None:
    shortage = describe_gap(freezeout)
    print_line(f"{shortage}." if shortage else f"All {freezeout.state.chips:,} chips are accounted for.")
    print_undo(freezeout.number)


@app.command("prizes", epilog="Example: referee freezeout prizes 1")
def prizes_(common: ReadOptions, tournament: TournamentArgument = None) -> None:
    """Show the prizes in whole units."""
    from referee.tournaments.freezeout_actions import evening

    with open_from_options(common) as club:
        freezeout = evening.freezeout_view(club, tournament)
    print_result(freezeout, common.json, _print_prizes, freezeout_data)


@app.command(
    epilog="Example: referee freezeout chop 1 --how icm --yes, or with the stacks: "
    "referee freezeout chop 1 Ann=14000 Ben=10000 --how chips --dry-run"
)
def chop(
    common: CorrectionOptions,
    words: Annotated[list[str] | None, tournament_and("[NAME=CHIPS]...", "Stacks (default: as counted last).")] = None,
    method: Annotated[Chop, typer.Option("--how", help="ICM, by chips, or even shares (default: icm).")] = Chop.ICM,
) -> None:
    """Share the remaining prizes among the remaining players, once they agree."""
    from referee.tournaments.freezeout_actions import shares
    from referee.tournaments.freezeouts.prizes import RULES

    texts = list(words or [])
    tournament = texts.pop(0) if texts and "=" not in texts[0] else None
    counted_now = [parse_stack(text) for text in texts]
    with open_as_officer(common) as club:
        freezeout, result = shares.preview_chop(club, tournament, method, counted_now)
        if not common.json:
            players_text = quantity(len(result.prizes), "player")
            print_line(
                f"{sum(freezeout.state.remaining_prizes)} {prize_unit(freezeout)} for {players_text}. {RULES[method]}"
            )
            print_line(RULES["rounding"])
            print_table(
                ["name", "chips", prize_unit(freezeout)],
                shares_rows(freezeout, result.prizes, result.stacks),
                numbers=["chips", prize_unit(freezeout)],
            )
        shares_by_name = {freezeout.name(text): share for text, share in result.prizes.items()}
        effect = {"how": method, "agreed": False, "shares": shares_by_name}
        if not confirm_or_preview("Do all remaining players agree?", common, effect):
            return
        freezeout, result = shares.record_chop(club, str(freezeout.number), method, counted_now)
    if common.json:
        print_json({**effect, "agreed": True})
    else:
        print_line(f"Recorded. Next: referee tournament end {freezeout.number}")
        print_undo(freezeout.number)


def _print_prizes(freezeout: FreezeoutEvening) -> None:
    from referee.tournaments.freezeouts.prizes import RULES

    state = freezeout.state
    unit_name = prize_unit(freezeout)
    stacks_bought = quantity(state.stacks_bought, "stack")
    print_line(f"{stacks_bought} at {state.stacks.entry} {unit_name}: prize fund {state.pool}")
    if state.stacks.bounty:
        print_line(f"Bounty for each knockout: {state.stacks.bounty}; unclaimed bounties go to the prizes.")
    places, prizes_won = state.places, state.won
    rows: list[list[object]] = []
    # The players of a chop share what the first places would have had.
    for place, prize in list(enumerate(state.prizes, 1))[len(state.shares) :]:
        names = [freezeout.name(entry) for entry, (first, last) in places.items() if first <= place <= last]
        rows.append([place, prize, ", ".join(names)])
    if rows:
        print_table(["place", unit_name, ""], rows, numbers=["place", unit_name])
    if state.shares:
        print_line(f"Chop by {state.how}:")
        print_table(
            ["name", "chips", unit_name],
            shares_rows(freezeout, state.shares, state.counted.stacks if state.counted else {}),
            numbers=["chips", unit_name],
        )
    if any(prizes_won.values()) and state.stacks.bounty:
        rows = [
            [freezeout.name(entry), state.knocked_out.get(entry, 0), part] for entry, part in state.bounties.items()
        ]
        print_table(["name", "knockouts", "bounties"], rows, numbers=["knockouts", "bounties"])
    print_line(RULES["rounding"])
