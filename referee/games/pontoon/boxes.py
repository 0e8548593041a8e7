"""The hands of a player: which is being played, what its cards cost, and when it is bust (5.11 to 5.13)."""

from __future__ import annotations

from referee.games.pontoon.hands import bust, certainly, counts
from referee.games.pontoon.table import Box, Table, book


@book.clause("5.11")
def second_bet(box: Box) -> int:
    """The second hand of a split has a bet of its own, equal to the first."""
    return box.bet


@book.clause("5.12")
def current(table: Table, seat: int) -> Box | None:
    """A player who has split plays out the first hand before the second."""
    for box in table.boxes[seat]:
        if not box.ended:
            return box
    return None


@book.clause("5.13")
def is_bust(table: Table, box: Box) -> bool:
    """A player who is bust turns all cards up at once; the banker takes the stake, and the cards go under the pack."""
    return certainly(bust, counts(table, box)) is True


def players_hand(table: Table, seat: int) -> Box | None:
    """Return the hand that a player is playing; None for the banker, and for who has finished."""
    return None if seat == table.banker else current(table, seat)


def box_of(table: Table, seat: int) -> Box:
    """Return the hand that a player's act is done to: the first that is not finished, or else the last."""
    return current(table, seat) or table.boxes[seat][-1]


def prices(table: Table, box: Box) -> tuple[int, int]:
    """Return the lowest and the highest price of the next card."""
    most = 2 * box.bet
    if table.options.buy_limit_ref == "previous_buy_max" and box.bought:
        most = box.bought[-1]
    elif table.options.buy_limit_ref == "current_total":
        most = 2 * (box.bet + sum(box.bought))
    return box.bet, most
