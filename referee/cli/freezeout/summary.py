"""Print a freezeout's state and its next step, and build its data for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cards.words import join_words
from referee.cli.shared.club import print_table
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.hints import format_command
from referee.cli.shared.printing import fail, print_line
from referee.cli.shared.tournament_argument import print_undo
from referee.tournaments.freezeout_actions.wording import (
    FreezeoutNextStep,
    describe_break_order,
    describe_broken_tables,
    describe_chips,
    describe_gap,
    describe_new_seats,
    describe_next_step,
    describe_remaining,
    format_place,
    list_moves,
)
from referee.tournaments.freezeouts.balancing import BALANCE, BREAK

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
    from referee.tournaments.freezeouts.balancing import BalancePlan


def print_tables(freezeout: FreezeoutEvening) -> None:
    """Print the seats at each table, the chips, and the eliminated players with their places."""
    state = freezeout.state
    print_line(f"{freezeout.tournament.view.name}: {describe_remaining(freezeout)}")
    for number, table in sorted(state.tables.items()):
        seats = ", ".join(f"{table.seat_of(player)} {freezeout.name(player)}" for player in table.players)
        print_line(f"table {number:<3} {seats}", hang=10)
    print_chips(freezeout)
    if len(state.tables) > 1:
        print_line(f"Breaking order: {describe_break_order(freezeout)}")
    if state.outs:
        print_eliminated(freezeout)


def print_chips(freezeout: FreezeoutEvening) -> None:
    """Print the chips in play, and any difference from the last count."""
    if not (text := describe_chips(freezeout)):
        return
    print_line(f"chips     {text}", hang=10)
    if difference := describe_gap(freezeout):
        print_line(f"          {difference}", hang=10)


def parse_stack(text: str, *, needed: bool = True) -> tuple[str, int]:
    """Return the name and chips in NAME=CHIPS. A name alone has 0 chips unless chips are `needed`."""
    name, sign, chips = text.rpartition("=")
    if not sign and not needed:
        return text, 0
    figures = chips.replace(",", "").strip()
    if not name.strip() or not figures.isdecimal() or len(figures) > 12:
        fail(f"Invalid stack {text!r}. Use NAME=CHIPS, such as Ann=4500.")
    return name.strip(), int(figures)


def print_seated(entries: Iterable[int], freezeout: FreezeoutEvening) -> None:
    """Print the seats and stacks of late entries and re-entries."""
    for sentence in describe_new_seats(freezeout, entries):
        print_line(sentence)
    print_chips(freezeout)
    print_next_step(freezeout)
    print_undo(freezeout.number)


def print_eliminated(freezeout: FreezeoutEvening) -> None:
    """Print the eliminated players, latest first, with place, winner of the hand, prize and bounties."""
    state = freezeout.state
    places, prizes_won, bounties = state.places, state.won, state.bounties
    prizes = any(prizes_won.values()) or any(bounties.values())
    rows: list[list[object]] = []
    for entry in sorted(places, key=lambda column: (places[column], column)):
        elimination = next((column for column in reversed(state.outs) if column.entry == entry and column.final), None)
        cause = (
            freezeout.names(elimination.by)
            if elimination and elimination.by
            else "withdrew"
            if elimination and elimination.left
            else ""
        )
        row: list[object] = [
            format_place(places[entry]),
            freezeout.name(entry),
            elimination.table if elimination else "",
            cause,
        ]
        if prizes:
            row += [prizes_won.get(entry) or "", bounties.get(entry) or ""]
        rows.append(row)
    columns = ["place", "name", "table", "by", *([prize_unit(freezeout), "bounties"] if prizes else [])]
    print_table(columns, rows, numbers=[column for column in columns if column not in ("name", "by")])


def prize_unit(freezeout: FreezeoutEvening) -> str:
    """Return the unit of the prizes: points, or money if the freezeout is set to it."""
    return "money" if freezeout.state.stacks.money else "points"


def print_moves(freezeout: FreezeoutEvening, plan: BalancePlan) -> None:
    """Print each balancing move and the tables to break."""
    for sentence in describe_broken_tables(plan):
        print_line(sentence)
    rows = list(list_moves(freezeout, plan))
    if rows:
        print_table(["who", "from", "to", ""], rows)
        is_balancing = any(move.before is not None for move in plan.moves)
        clauses = join_words([BREAK] * bool(plan.broken) + [BALANCE] * is_balancing)
        print_line(
            f"Clause {clauses}: referee tournament rules {freezeout.number} {BALANCE if is_balancing else BREAK}"
        )


def print_next_step(freezeout: FreezeoutEvening) -> None:
    """Print the next step of a freezeout."""
    from referee.tournaments.freezeout_actions.moves import balancing_hint

    number = freezeout.number
    match describe_next_step(freezeout):
        case FreezeoutNextStep.NOTHING:
            print_line(f"The freezeout is over. Final order: referee tournament show {number} --standings")
        case FreezeoutNextStep.SEATS if not freezeout.state.stacks.levels:
            print_line(f"Next: referee freezeout blinds {number}, and then: referee freezeout start {number}")
        case FreezeoutNextStep.SEATS:
            print_line(f"Next: referee freezeout start {number}")
        case FreezeoutNextStep.END:
            print_line(f"Next: referee freezeout prizes {number}, and then: referee tournament end {number}")
        case FreezeoutNextStep.FINAL_TABLE:
            print_line(
                f"The remaining players fit at one table. Draw the final table: referee freezeout balance {number}"
            )
        case FreezeoutNextStep.BALANCE:
            print_line(f"Tables need balancing: {format_command(balancing_hint(freezeout))}")


def freezeout_data(freezeout: FreezeoutEvening) -> dict[str, Any]:
    """Return a freezeout's state as data for scripts."""
    view = freezeout.tournament.view
    return {
        "number": freezeout.number,
        "name": view.name,
        "status": view.status,
        **with_entry_names(view, freezeout.state),
        "unit": prize_unit(freezeout),
    }


def shares_rows(
    freezeout: FreezeoutEvening, shares: Mapping[int, int], chips: Mapping[int, int]
) -> Sequence[Sequence[object]]:
    """Return a row with each player's chips and share of a chop, largest share first."""
    order = sorted(shares, key=lambda entry: (-shares[entry], entry))
    return [[freezeout.name(entry), f"{chips[entry]:,}" if entry in chips else "", shares[entry]] for entry in order]
