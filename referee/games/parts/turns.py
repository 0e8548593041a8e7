"""The order of turns."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from referee.rules import Act, Answer, TableProtocol, objection, option
from referee.rules.book.answer import HasLine


def direction_option(question: str = "Which way does the turn pass?") -> Any:
    """Declare the option of the direction of play: to the left or to the right."""
    return option("clockwise", "counter-clockwise", question=question)


def seats_in_turn_order(table: TableProtocol, seat: int) -> tuple[int, ...]:
    """Return the other seats in turn order."""
    seats_to_left = table.seats.left_of(seat)
    return seats_to_left if goes_left(table) else seats_to_left[::-1]


def goes_left(table: TableProtocol) -> bool:
    """Tell whether play goes to the left. It does in games without the option."""
    return getattr(table.options, "direction", "clockwise") == "clockwise"


def next_among(table: TableProtocol, seat: int, players: Container[Any]) -> int | None:
    """Return the next of the `players` after a seat, in the direction of play; None if there is no other."""
    seats = len(table.seats.names)
    step = 1 if goes_left(table) else -1
    next_seat = (seat + step) % seats
    while next_seat != seat:
        if next_seat in players:
            return next_seat
        next_seat = (next_seat + step) % seats
    return None


def next_player(table: TableProtocol, seat: int | None) -> int | None:
    """Return the seat whose turn follows a player's; None if the player or the seat order is unknown."""
    return None if seat is None or not table.seats.ordered else next(iter(seats_in_turn_order(table, seat)), None)


def opponent(table: TableProtocol, seat: int | None) -> int | None:
    """Return the other of two players; None if the record does not name both."""
    return 1 - seat if seat is not None and len(table.seats) == 2 else None


def object_out_of_turn(table: TableProtocol, act: Act, *because: HasLine | None) -> Answer | None:
    """Return an objection to an act if it is known to be another player's turn; else None."""
    if table.turn is None or act.seat == table.turn:
        return None
    return objection(f"It is {table.name(table.turn)}'s turn, not {table.name(act.seat)}'s.", *because)
