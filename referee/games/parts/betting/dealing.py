"""The deal in games with a pot: the players dealt in, and the next dealer."""

from __future__ import annotations

from typing import Any

from referee.games.parts.betting.stakes import BettingTable
from referee.games.parts.dealing import object_hand_in_progress
from referee.games.parts.turns import next_among
from referee.rules import Answer, Chapter, Deal, Rulebook, finding

dealing = Chapter("The deal")


@dealing.clause("2.1", Deal)
def dealt_to_who_has_chips(table: BettingTable, _act: Deal) -> Answer | None:
    """Every player who has chips is dealt cards face down."""
    if table.in_play and table.complete and table.hand.has_open_pot and not table.hand.is_misdeal:
        return object_hand_in_progress(table, table.hand.contenders)
    if table.complete and sum(table.chips.can_be_dealt_in(seat) for seat in table.seats) < 2:
        return finding("Fewer than two players have chips and do not sit out.")
    return None


@dealing.clause("2.2", Deal, interpretation="house")
def deal_passes(table: BettingTable, act: Deal) -> Answer | None:
    """The deal passes to the left.
    direction=counter-clockwise: The deal passes to the right.
    """
    next_seat = next_dealer(table)
    if act.seat < 0 or next_seat is None or act.seat == next_seat:
        return None
    name = table.name(act.seat)
    return finding(
        f"The deal passes to {table.name(next_seat)}, not to {name}.",
        ask=f"Ask who dealt: if it was {name}, a hand may be missing before this line; if not, correct the line.",
    )


def next_dealer(table: BettingTable) -> int | None:
    """Return the seat that deals next; None if the last dealer is unknown."""
    if table.dealer is None or not table.complete:
        return None
    if table.hand.is_misdeal:
        return table.dealer
    return next_among(table, table.dealer, [seat for seat in table.seats if table.chips.can_be_dealt_in(seat)])


def limit_players(book: Rulebook) -> None:
    """Refuse more players than the option `max_players` allows."""

    @book.refuses
    def too_many(options: Any, players: int) -> str | None:
        maximum = options.max_players
        return f"{book.title} is for up to {maximum} players here, not {players}" if players > maximum else None
