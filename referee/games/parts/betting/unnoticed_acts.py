"""How else a hand may go on from an act against the rules that nobody noticed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.parts.betting.out_of_turn import commit
from referee.games.parts.betting.stakes import BETS, BettingT, Check, amount_to_call
from referee.rules import Act, replace


def outcomes_of_unnoticed_bet(before: BettingT, after: BettingT, act: Act) -> Iterator[BettingT]:
    """Yield the other tables that a bet out of turn, or a check when there was a bet to call, may leave.

    The turn passes on from the player who acted, or whoever was passed over still has it: with the act to answer, or
    with the act held until its player has the turn. Who checked is let off, or must still match the bet when the turn
    comes round again.
    """
    then, now = before.round, after.round
    if (
        not isinstance(act, BETS)
        or not after.from_deal
        or not (then.is_open and now.is_open)
        or then.number != now.number
    ):
        return
    still_owed = isinstance(act, Check) and amount_to_call(before, act.seat) > 0
    for due in (now.to_act, (*now.to_act, act.seat)) if still_owed else (now.to_act,):
        if due != now.to_act:
            yield replace(after, round=replace(now, to_act=due))
        if before.turn in due and before.turn != act.seat:
            kept = [seat for seat in after.hand.live_from(before.turn) if seat in due]
            yield replace(after, round=replace(now, to_act=tuple(kept)), turn=before.turn)
    if before.turn not in (None, act.seat) and act.seat in then.to_act:
        yield replace(before, round=replace(commit(before, act).round, held_act=act))
