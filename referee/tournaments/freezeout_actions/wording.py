"""A freezeout in words, as a terminal and a desk say it alike: the chips, who is out, who moves, what is next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.cards.words import quantity
from referee.tournaments.freezeouts.balancing import Evened, final_due, table_to_break

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening


class FreezeoutNextStep(StrEnum):
    """What is to be done next in a freezeout."""

    NOTHING = "nothing"
    SEATS = "seats"
    END = "end"
    FINAL_TABLE = "final table"
    BALANCE = "balance"
    PLAY = "play"


def describe_next_step(freezeout: FreezeoutEvening) -> FreezeoutNextStep:
    """Return what is to be done next."""
    state = freezeout.state
    tables = tuple(state.tables.values())
    sizes = [len(table.players) for table in tables]
    if state.ended:
        return FreezeoutNextStep.NOTHING
    if not state.begun:
        return FreezeoutNextStep.SEATS
    if state.over:
        return FreezeoutNextStep.END
    if final_due(tables) and not state.final:
        return FreezeoutNextStep.FINAL_TABLE
    if table_to_break(tables, state.order) is not None or max(sizes) - min(sizes) > 1:
        return FreezeoutNextStep.BALANCE
    return FreezeoutNextStep.PLAY


def describe_remaining(freezeout: FreezeoutEvening) -> str:
    """Return how many are left of how many."""
    state = freezeout.state
    again = f", {quantity(state.reentries, 're-entry', 're-entries')}" if state.reentries else ""
    return f"{len(state.playing)} of {quantity(len(state.players), 'player')} left{again}"


def describe_break_order(freezeout: FreezeoutEvening) -> str:
    """Return the order in which the tables are broken."""
    return ", ".join(str(each) for each in freezeout.state.order if each in freezeout.state.tables)


def chips(freezeout: FreezeoutEvening) -> str:
    """Return the chips in play; empty before the seats are drawn."""
    state = freezeout.state
    if not state.begun:
        return ""
    average = f", average stack {state.average:,}" if state.playing else ""
    return f"{state.chips:,} in play{average}"


def gap(freezeout: FreezeoutEvening) -> str:
    """Return by how much the last count was wrong."""
    count = freezeout.state.counted
    if count is None or not count.gap:
        return ""
    what = "too many" if count.gap > 0 else "missing"
    return f"{count.sum:,} were counted, {abs(count.gap):,} {what}: count again, or look for a missing entry"


def format_place(place: tuple[int, int]) -> str:
    """Return a place in figures, or several that are shared."""
    return f"{place[0]}" if place[0] == place[1] else f"{place[0]}-{place[1]}"


def went_out(freezeout: FreezeoutEvening) -> Iterator[str]:
    """Yield who went out in the last hand, in which place and by whom, and who is left."""
    places = freezeout.state.places
    last = [out for out in freezeout.state.outs if out.hand == freezeout.state.hands]
    for elimination in sorted(last, key=lambda elimination: places[elimination.entry]):
        whose = f", knocked out by {freezeout.names(elimination.by)}" if elimination.by else ""
        yield f"{freezeout.name(elimination.entry)} is out in place {format_place(places[elimination.entry])}{whose}."
    if freezeout.state.over:
        yield f"{freezeout.names(freezeout.state.playing)} has won."
    else:
        yield f"{quantity(len(freezeout.state.playing), 'player')} left, average stack {freezeout.state.average:,}."


def due(freezeout: FreezeoutEvening) -> Iterator[str]:
    """Yield what is to be done before the next hand, if anything is."""
    match describe_next_step(freezeout):
        case FreezeoutNextStep.BALANCE:
            yield "The tables need balancing."
        case FreezeoutNextStep.FINAL_TABLE:
            yield "The remaining players fit at one table."


def sat_down(freezeout: FreezeoutEvening, entries: Iterable[int]) -> Iterator[str]:
    """Yield who sat down where, and with what."""
    for entry in entries:
        player = freezeout.state.players[entry]
        again = " again" if player.bought > 1 else ""
        stack = f"{freezeout.state.stacks.stack:,}"
        yield f"{freezeout.name(entry)} enters{again} with {stack}: table {player.table}, seat {player.seat}."


def moves(freezeout: FreezeoutEvening, plan: Evened) -> Iterator[tuple[str, str, str, str]]:
    """Yield who moves from where to where, and why it is they."""
    for move in plan.moves:
        why = ""
        if move.before is not None:
            after = quantity(move.after or 0, "hand")
            why = f"{quantity(move.before, 'hand')} from the big blind here, {after} there"
        yield freezeout.name(move.player), f"table {move.table}", f"table {move.to}, seat {move.seat}", why


def broken_up(plan: Evened) -> Iterator[str]:
    """Yield which tables are broken up."""
    return (f"Table {number} is broken up; its players draw seats." for number in plan.broken)
