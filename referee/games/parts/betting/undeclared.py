"""All-ins recorded without an amount, until it is declared: before they are called, or after."""

from __future__ import annotations

from referee.games.parts.betting.stakes import AllIn, BettingTable, Call, HasChips, is_undeclared
from referee.rules import Act, Answer, doubt, grounds


def can_declare(table: BettingTable, seat: int, amount: int | None) -> bool:
    """Tell whether a player's all-in may still be declared as `amount` chips, given the others' acts since."""
    hand, betting_round = table.hand, table.round
    if seat not in hand.undeclared or hand.is_settled or not amount or (len(hand.undeclared) > 1 and hand.callers):
        return False
    if is_all_in_this_round(table, seat):
        return betting_round.top_act is not None and (is_undeclared(table) or betting_round.top_act.seat in hand.all_in)
    if len(hand.undeclared) > 1 or not table.from_deal or table.options.side_pots != "layered":
        return False
    # It needs that all others have put in as much, so that nobody had to answer it.
    other_seats = [
        other_seat for other_seat in hand.live if other_seat not in hand.all_in and other_seat not in hand.callers
    ]
    return all(hand.put_in[other_seat] >= hand.put_in[seat] + amount for other_seat in other_seats)


def is_all_in_this_round(table: BettingTable, seat: int) -> bool:
    """Tell whether a player's all-in came in the latest round, which may be over."""
    return table.round.acted_levels[seat] >= 0


def declared_all_in(table: BettingTable, act: Act) -> AllIn | None:
    """Return the all-in with an amount declared by an act: its player states it, or a caller's sum does. Return None
    otherwise.
    """
    hand, betting_round = table.hand, table.round
    if isinstance(act, AllIn | HasChips):
        seat, amount = act.seat, act.amount
    elif (
        isinstance(act, Call)
        and act.amount
        and len(hand.undeclared) == 1
        and is_undeclared(table)
        and not betting_round.level
    ):
        # A caller's last chips may be less than the all-in.
        if table.chips.stacks[act.seat] == act.amount:
            return None
        (seat,), amount = hand.undeclared, act.amount
    else:
        return None
    return AllIn(seat, amount, line=act.line) if can_declare(table, seat, amount) else None


def doubt_declared_sum(table: BettingTable, act: AllIn | HasChips) -> Answer:
    """Return the doubt about a declared amount when the record no longer shows who had to answer the all-in."""
    name = table.name(act.seat)
    return doubt(f"{name}'s all-in was {act.amount}: the record does not say who put in how much against it.")


def answer_after_declaration(before: BettingTable, later: BettingTable, act: Act) -> Answer | None:
    """Return the grounds for an all-in, or for a call of it, once its amount has been declared; None before that."""
    if isinstance(act, AllIn) and act.amount is None:
        all_in_seat = act.seat
    elif isinstance(act, Call) and is_undeclared(before) and before.round.top_act:
        all_in_seat = before.round.top_act.seat
    else:
        return None
    if all_in_seat in later.hand.undeclared:
        return None
    new_items = later.items[len(before.items) :]
    chips_put_in = next((-item.amount for item in new_items if item.seat == all_in_seat and item.amount < 0), 0)
    call_text = "" if all_in_seat == act.seat else f", and {later.name(act.seat)} calls it"
    return grounds(f"{later.name(all_in_seat)}'s all-in is {chips_put_in}{call_text}.") if chips_put_in else None
