"""A freezeout in words and for scripts, and the next step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cards.words import listed
from referee.cli.shared.club import print_table
from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.hints import format_command
from referee.cli.shared.printing import fail, print_line
from referee.cli.shared.tournament_argument import print_undo
from referee.tournaments.freezeout_actions.words import (
    FreezeoutNextStep,
    broken_up,
    chips,
    describe_break_order,
    describe_next_step,
    describe_remaining,
    format_place,
    gap,
    moves,
    sat_down,
)
from referee.tournaments.freezeouts.balancing import BALANCE, BREAK

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
    from referee.tournaments.freezeouts.balancing import Evened


def print_tables(found: FreezeoutEvening) -> None:
    """Print who sits where, the chips, and who is out in which place."""
    state = found.state
    print_line(f"{found.read.view.name}: {describe_remaining(found)}")
    for number, table in sorted(state.tables.items()):
        seats = ", ".join(f"{table.seat_of(each)} {found.name(each)}" for each in table.players)
        print_line(f"table {number:<3} {seats}", hang=10)
    print_chips(found)
    if len(state.tables) > 1:
        print_line(f"Breaking order: {describe_break_order(found)}")
    if state.outs:
        print_out(found)


def print_chips(found: FreezeoutEvening) -> None:
    """Print the chips in play, and whether the last count had them all."""
    if not (said := chips(found)):
        return
    print_line(f"chips     {said}", hang=10)
    if wrong := gap(found):
        print_line(f"          {wrong}", hang=10)


def parse_stack(typed: str, *, needed: bool = True) -> tuple[str, int]:
    """Read NAME=CHIPS; where chips are not needed a name alone is one too."""
    name, sign, chips = typed.rpartition("=")
    if not sign and not needed:
        return typed, 0
    figures = chips.replace(",", "").strip()
    if not name.strip() or not figures.isdecimal() or len(figures) > 12:
        fail(f"Invalid stack {typed!r}. Use NAME=CHIPS, such as Ann=4500.")
    return name.strip(), int(figures)


def print_seated(entries: Iterable[int], found: FreezeoutEvening) -> None:
    """Print the seats and stacks of players who came in late or again."""
    for said in sat_down(found, entries):
        print_line(said)
    print_chips(found)
    print_next_step(found)
    print_undo(found.number)


def print_out(found: FreezeoutEvening) -> None:
    """Print who is out, the last first, with places, by whom, and what they have."""
    state = found.state
    places, won, bounties = state.places, state.won, state.bounties
    prizes = any(won.values()) or any(bounties.values())
    rows: list[list[object]] = []
    for entry in sorted(places, key=lambda each: (places[each], each)):
        out = next((each for each in reversed(state.outs) if each.entry == entry and each.final), None)
        by = found.names(out.by) if out and out.by else "withdrew" if out and out.left else ""
        row: list[object] = [format_place(places[entry]), found.name(entry), out.table if out else "", by]
        if prizes:
            row += [won.get(entry) or "", bounties.get(entry) or ""]
        rows.append(row)
    columns = ["place", "name", "table", "by", *([unit(found), "bounties"] if prizes else [])]
    print_table(columns, rows, numbers=[each for each in columns if each not in ("name", "by")])


def unit(found: FreezeoutEvening) -> str:
    """Return what prizes are: points, or money where the club has turned that on."""
    return "money" if found.state.stacks.money else "points"


def print_moves(found: FreezeoutEvening, plan: Evened) -> None:
    """Print who moves where, and what becomes of the tables."""
    for said in broken_up(plan):
        print_line(said)
    rows = list(moves(found, plan))
    if rows:
        print_table(["who", "from", "to", ""], rows)
        moved = any(move.before is not None for move in plan.moves)
        clauses = listed([BREAK] * bool(plan.broken) + [BALANCE] * moved)
        print_line(f"Clause {clauses}: referee tournament rules {found.number} {BALANCE if moved else BREAK}")


def print_next_step(found: FreezeoutEvening) -> None:
    """Say what is to be done next."""
    from referee.tournaments.freezeout_actions.moves import balancing

    number = found.number
    match describe_next_step(found):
        case FreezeoutNextStep.NOTHING:
            print_line(f"It is over. Final order: referee tournament show {number} --standings")
        case FreezeoutNextStep.SEATS if not found.state.stacks.levels:
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
            print_line(f"Tables need balancing: {format_command(balancing(found))}")


def freezeout_data(found: FreezeoutEvening) -> dict[str, Any]:
    """Return how a freezeout stands for scripts."""
    view = found.read.view
    return {
        "number": found.number,
        "name": view.name,
        "status": view.status,
        **with_entry_names(view, found.state),
        "unit": unit(found),
    }


def shares_rows(
    found: FreezeoutEvening, shares: Mapping[int, int], chips: Mapping[int, int]
) -> Sequence[Sequence[object]]:
    """Return what each has of a chop, the most first."""
    order = sorted(shares, key=lambda each: (-shares[each], each))
    return [[found.name(each), f"{chips[each]:,}" if each in chips else "", shares[each]] for each in order]
