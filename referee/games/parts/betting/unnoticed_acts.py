"""The possible continuations of a hand after an illegal act that nobody noticed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.parts.betting.out_of_turn import commit
from referee.games.parts.betting.stakes import BETS, BettingT, Check, amount_to_call
from referee.rules import Act, replace


def outcomes_of_unnoticed_bet(before: BettingT, after: BettingT, act: Act) -> Iterator[BettingT]:
    """Yield the tables that may follow a bet out of turn, or a check when there is a bet to call.

    The turn may pass from the player who acted, or stay with the skipped player. The skipped player answers the act, or
    the act is held until its own player's turn. A player who checked owes nothing more, or must still match the bet
    when the turn returns.
    """
    round_before, round_after = before.round, after.round
    if (
        not isinstance(act, BETS)
        or not after.from_deal
        or not (round_before.is_open and round_after.is_open)
        or round_before.number != round_after.number
    ):
        return
    still_owed = isinstance(act, Check) and amount_to_call(before, act.seat) > 0
    for seats_to_act in (round_after.to_act, (*round_after.to_act, act.seat)) if still_owed else (round_after.to_act,):
        if seats_to_act != round_after.to_act:
            yield replace(after, round=replace(round_after, to_act=seats_to_act))
        if before.turn in seats_to_act and before.turn != act.seat:
            still_to_act = [seat for seat in after.hand.live_from(before.turn) if seat in seats_to_act]
            yield replace(after, round=replace(round_after, to_act=tuple(still_to_act)), turn=before.turn)
    if before.turn not in (None, act.seat) and act.seat in round_before.to_act:
        yield replace(before, round=replace(commit(before, act).round, held_act=act))
