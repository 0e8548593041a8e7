"""Mucked hands that players take back, where the house rules allow it."""

from __future__ import annotations

from collections import Counter

from referee.cards import UNSEEN
from referee.games.parts.betting.stakes import BettingT, BettingTable
from referee.rules import Answer, Chapter, LedgerItem, Shows, Unit, grounds, replace

taking_back = Chapter("The pots", page="betting")


@taking_back.clause("6.9", interpretation="house", only="mucked_hand=retrieved")
def may_be_taken_back(table: BettingTable, seat: int) -> bool:
    """A mucked hand that can be clearly identified may be taken back. It counts if it is shown whole before the pot is
    taken.
    """
    hand = table.hand
    if table.options.mucked_hand != "retrieved" or seat not in hand.mucked_seats:
        return False
    return not hand.is_settled or (hand.before_payment is not None and not hand.claims)


def judge_show_after_mucking(table: BettingTable, act: Shows, size: int) -> Answer:
    """Return the answer to a show by a player who has mucked a hand of `size` cards."""
    name = table.name(act.seat)
    if not may_be_taken_back(table, act.seat):
        return grounds(f"{name} has mucked, and wins nothing by showing.", cites="6.7")
    seen_cards = Counter(card for card in act.cards if card is not UNSEEN) | Counter(
        table.knowledge.hands[act.seat].shown_cards
    )
    if seen_cards.total() < size:
        return grounds(f"{name} has mucked: the hand counts only if it is shown whole.", cites="6.9")
    return grounds(f"{name}'s mucked hand is live again.", cites="6.9")


def restore_mucked_hand(table: BettingT, seat: int, line: int) -> BettingT:
    """Return the table with a shown mucked hand live again. Payments made meanwhile are returned."""
    hand, items = table.hand, table.items
    if not may_be_taken_back(table, seat):
        return table
    if hand.is_settled and hand.before_payment:
        returned_chips = Counter[int]()
        for payout in hand.payouts:
            returned_chips[payout.seat] += payout.amount
        reason = f"{table.name(seat)}'s hand is live again"
        returned_items = (
            LedgerItem(player, -chips, Unit.CHIPS, "6.9", f"{table.name(player)} gives back {chips}: {reason}.", line)
            for player, chips in returned_chips.items()
        )
        chips = table.chips.add_all({player: -amount for player, amount in returned_chips.items()})
        table, hand = replace(table, chips=chips, items=items.plus(*returned_items), in_play=True), hand.before_payment
    return replace(
        table,
        hand=replace(hand, mucked_seats=tuple(mucked_seat for mucked_seat in hand.mucked_seats if mucked_seat != seat)),
    )
