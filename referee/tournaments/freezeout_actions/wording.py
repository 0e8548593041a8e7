"""The wording of a freezeout for the terminal and the dashboard: chips, eliminations, moves, next step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.cards.words import ordinal, quantity
from referee.tournaments.freezeouts.balancing import BalancePlan, is_final_due, table_to_break

if TYPE_CHECKING:
    from referee.tournaments.freezeout_actions.evening import FreezeoutEvening


class FreezeoutNextStep(StrEnum):
    """The next step of a freezeout."""

    NOTHING = "nothing"
    SEATS = "seats"
    END = "end"
    FINAL_TABLE = "final table"
    BALANCE = "balance"
    PLAY = "play"


def describe_next_step(freezeout: FreezeoutEvening) -> FreezeoutNextStep:
    """Return the next step of a freezeout."""
    state = freezeout.state
    tables = tuple(state.tables.values())
    sizes = [len(table.players) for table in tables]
    if state.ended:
        return FreezeoutNextStep.NOTHING
    if not state.begun:
        return FreezeoutNextStep.SEATS
    if state.over:
        return FreezeoutNextStep.END
    if is_final_due(tables) and not state.final:
        return FreezeoutNextStep.FINAL_TABLE
    if table_to_break(tables, state.order) is not None or max(sizes) - min(sizes) > 1:
        return FreezeoutNextStep.BALANCE
    return FreezeoutNextStep.PLAY


def describe_remaining(freezeout: FreezeoutEvening) -> str:
    """Return a text such as "5 of 8 players left, 2 re-entries"."""
    state = freezeout.state
    reentries = f", {quantity(state.reentries, 're-entry', 're-entries')}" if state.reentries else ""
    return f"{len(state.playing)} of {quantity(len(state.players), 'player')} left{reentries}"


def describe_break_order(freezeout: FreezeoutEvening) -> str:
    """Return the order in which tables are broken up, as text."""
    return ", ".join(str(number) for number in freezeout.state.order if number in freezeout.state.tables)


def describe_chips(freezeout: FreezeoutEvening) -> str:
    """Return a description of the chips in play; empty before the seats are drawn."""
    state = freezeout.state
    if not state.begun:
        return ""
    average = f", average stack {state.average:,}" if state.playing else ""
    return f"{state.chips:,} in play{average}"


def describe_gap(freezeout: FreezeoutEvening) -> str:
    """Return a description of the difference between the last count and the chips in play."""
    count = freezeout.state.counted
    if count is None or not count.gap:
        return ""
    direction = "too many" if count.gap > 0 else "missing"
    return f"{count.sum:,} chips were counted, {abs(count.gap):,} {direction}: count again, or look for a missing entry"


def format_place(place: tuple[int, int]) -> str:
    """Return a place in figures, or a range for shared places."""
    return f"{place[0]}" if place[0] == place[1] else f"{place[0]}-{place[1]}"


def describe_place(place: tuple[int, int]) -> str:
    """Return a place for a sentence: ``8th place``, ``places 7-8``."""
    return f"{ordinal(place[0])} place" if place[0] == place[1] else f"places {format_place(place)}"


def describe_eliminations(freezeout: FreezeoutEvening) -> Iterator[str]:
    """Yield lines on the last hand's eliminations: the place, who knocked them out, and the players left."""
    places = freezeout.state.places
    last_hand = [out for out in freezeout.state.outs if out.hand == freezeout.state.hands]
    for elimination in sorted(last_hand, key=lambda elimination: places[elimination.entry]):
        winners = f", knocked out by {freezeout.names(elimination.by)}" if elimination.by else ""
        yield f"{freezeout.name(elimination.entry)} is out in {describe_place(places[elimination.entry])}{winners}."
    if freezeout.state.over:
        yield f"{freezeout.names(freezeout.state.playing)} has won."
    else:
        yield f"{quantity(len(freezeout.state.playing), 'player')} left, average stack {freezeout.state.average:,}."


def describe_due(freezeout: FreezeoutEvening) -> Iterator[str]:
    """Yield a line for each thing to do before the next hand."""
    match describe_next_step(freezeout):
        case FreezeoutNextStep.BALANCE:
            yield "The tables need balancing."
        case FreezeoutNextStep.FINAL_TABLE:
            yield "The remaining players fit at one table."


def describe_new_seats(freezeout: FreezeoutEvening, entries: Iterable[int]) -> Iterator[str]:
    """Yield a line for each new seat: the player, the table and seat, and the stack."""
    for entry in entries:
        player = freezeout.state.players[entry]
        suffix = " again" if player.bought > 1 else ""
        stack = f"{freezeout.state.stacks.stack:,}"
        yield f"{freezeout.name(entry)} enters{suffix} with {stack}: table {player.table}, seat {player.seat}."


def list_moves(freezeout: FreezeoutEvening, plan: BalancePlan) -> Iterator[tuple[str, str, str, str]]:
    """Yield each move of a plan as player, from, to, and the reason."""
    for move in plan.moves:
        reason = ""
        if move.before is not None:
            distance_after = quantity(move.after or 0, "hand")
            reason = f"{quantity(move.before, 'hand')} from the big blind here, {distance_after} there"
        yield freezeout.name(move.player), f"table {move.table}", f"table {move.to}, seat {move.seat}", reason


def describe_broken_tables(plan: BalancePlan) -> Iterator[str]:
    """Yield a line for each table that is broken up."""
    return (f"Table {number} is broken up; its players draw seats." for number in plan.broken)
