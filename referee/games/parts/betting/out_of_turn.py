"""Commitments: an act out of turn, or a raise that is too small, may bind its player when the turn comes."""

from __future__ import annotations

from referee.games.parts.betting.stakes import (
    BETS,
    AllIn,
    Bet,
    BettingT,
    BettingTable,
    Call,
    Check,
    Fold,
    Raise,
    amount_to_call,
    betting_unit,
    chips_for,
    smallest_raise,
)
from referee.games.parts.betting.values import Commitment
from referee.rules import Act, Answer, Chapter, objection, replace

out_of_turn = Chapter("Betting", page="betting")


@out_of_turn.clause("4.23", *BETS, after="4.7", interpretation="house", only="out_of_turn=binding")
def keeps_to_early_act(table: BettingTable, act: Act) -> Answer | None:
    """An action out of turn binds its player when the turn comes, unless another player has bet or raised since.
    Checks, calls and folds in between change nothing. A fold out of turn always binds.
    """
    word = binding_commitment(table, act.seat)
    if (
        word is None
        or not word.early
        or (required_act := committed_act(table, word)) is None
        or is_same_bet(table, act, required_act)
    ):
        return None
    name = table.name(act.seat)
    condition_text = "" if isinstance(required_act, Fold) else ", and nobody has bet or raised since"
    return objection(
        f"{name} {_past_tense(required_act)} out of turn{condition_text}: {name} must {_present_tense(required_act)}.",
        word.act,
    )


@out_of_turn.clause("4.24", *BETS, after="4.23", interpretation="house", only="check_out_of_turn=no_raise")
def may_not_check_to_raise(table: BettingTable, act: Act) -> Answer | None:
    """A player who has checked out of turn may not bet or raise when the turn comes. They may check, call or fold."""
    word = binding_commitment(table, act.seat)
    if word is None or not word.early or not isinstance(word.act, Check):
        return None
    total = table.round.bets[act.seat] + chips_for(table, act)
    if isinstance(act, Check | Call | Fold) or total <= table.round.level:
        return None
    name = table.name(act.seat)
    return objection(f"{name} checked out of turn, and may not bet or raise on this turn.", word.act)


@out_of_turn.clause("4.25", *BETS, after="4.24", interpretation="house", only="short_raise=completed")
def completes_short_raise(table: BettingTable, act: Act) -> Answer | None:
    """A raise that is smaller than 4.13 allows, but at least half as much, must be made a full raise. A raise of less
    than half is a call.
    """
    name, betting_round = table.name(act.seat), table.round
    word = binding_commitment(table, act.seat)
    if word is not None and not word.early:
        if is_same_bet(table, act, word.act):
            return None
        return objection(f"{name} has raised by too little, and must {_present_tense(word.act)}.", word.act)
    full = complete_raise(table, act)
    if full == act or not isinstance(act, Raise):
        return None
    difference, min_raise = act.to - betting_round.level, smallest_raise(table)
    if isinstance(full, Call):
        return objection(
            f"Too small: a raise by {difference} is less than half of {min_raise}. {name} must call.",
            betting_round.top_act,
        )
    return objection(
        f"Too small: a raise by {difference} is at least half of {min_raise}. {name} must {_present_tense(full)}.",
        betting_round.top_act,
    )


def binding_commitment(table: BettingTable, seat: int) -> Commitment | None:
    """Return the commitment of the player whose turn it is; None if there is none."""
    if not table.round.commitments or table.turn != seat:
        return None
    return next((commitment for commitment in table.round.commitments if commitment.act.seat == seat), None)


def committed_act(table: BettingTable, word: Commitment) -> Act | None:
    """Return the act that a commitment still requires; None if it is no longer possible."""
    act, betting_round = word.act, table.round
    if not word.early:
        return act
    if isinstance(act, Fold):
        return act
    if table.options.out_of_turn != "binding" or betting_round.level != word.level:
        return None
    call_price, stack = amount_to_call(table, act.seat), table.chips.stacks[act.seat]
    is_all_in = stack is not None and chips_for(table, act) == stack
    match act:
        case Check():
            is_possible = not call_price
        case Call():
            is_possible = call_price > 0
        case Bet():
            is_possible = not betting_round.level and (act.amount >= betting_unit(table) or is_all_in)
        case Raise() if betting_round.level:
            is_possible = act.to - betting_round.level >= smallest_raise(table) or (
                act.to > betting_round.level and is_all_in
            )
        case Raise():
            is_possible = act.to >= betting_unit(table) or is_all_in
        case _:
            is_possible = True
    return act if is_possible and (stack is None or chips_for(table, act) <= stack) else None


def is_same_bet(table: BettingTable, act: Act, required_act: Act) -> bool:
    """Tell whether an act puts in the same chips as the act that is due, or both are folds."""
    if isinstance(act, Fold) or isinstance(required_act, Fold):
        return isinstance(act, Fold) and isinstance(required_act, Fold)
    return chips_for(table, act) == chips_for(table, required_act)


def explain_commitment(table: BettingTable, act: Act) -> str:
    """Return a sentence on the commitment from an act out of turn, to follow the objection; empty if there is none."""
    if table.options.out_of_turn != "binding" or not table.round.is_open or early_commitment(table, act) is not None:
        return ""
    if (
        act.seat not in table.round.to_act
        or committed_act(table, Commitment(act, table.round.level, early=True)) is None
    ):
        return ""
    condition_text = "" if isinstance(act, Fold) else "unless somebody bets or raises first, "
    message = f"{condition_text}{table.name(act.seat)} must {_present_tense(act)} when the turn comes."
    return f" {message[0].upper()}{message[1:]}"


def early_commitment(table: BettingTable, act: Act) -> Commitment | None:
    """Return the player's first commitment out of turn in this round, which is the binding one; None if there is
    none.
    """
    return next(
        (commitment for commitment in table.round.commitments if commitment.act.seat == act.seat and commitment.early),
        None,
    )


def commit(table: BettingT, act: Act) -> BettingT:
    """Return the table after a void act, with its commitment, if any."""
    betting_round, options = table.round, table.options
    if not isinstance(act, BETS) or not betting_round.is_open or not table.from_deal or table.turn is None:
        return table
    if act.seat != table.turn:
        is_binding = options.out_of_turn == "binding" or (
            options.check_out_of_turn == "no_raise" and isinstance(act, Check)
        )
        if not is_binding or act.seat not in betting_round.to_act or early_commitment(table, act) is not None:
            return table
        return replace(
            table,
            round=replace(
                betting_round,
                commitments=(*betting_round.commitments, Commitment(act, betting_round.level, early=True)),
            ),
        )
    if isinstance(act, Raise) and (full := complete_raise(table, act)) != act:
        other_commitments = tuple(
            commitment for commitment in betting_round.commitments if commitment.act.seat != act.seat
        )
        return replace(
            table, round=replace(betting_round, commitments=(*other_commitments, Commitment(full, betting_round.level)))
        )
    return table


def complete_raise(table: BettingTable, act: Act) -> Act:
    """Return what a raise that is too small counts as under the house rules: a full raise, an all-in or a call.

    Any other act is returned unchanged.
    """
    betting_round = table.round
    if not isinstance(act, Raise) or table.options.short_raise != "completed" or not betting_round.level:
        return act
    difference, min_raise, stack = act.to - betting_round.level, smallest_raise(table), table.chips.stacks[act.seat]
    if difference <= 0 or difference >= min_raise or stack == act.to - betting_round.bets[act.seat]:
        return act
    if 2 * difference < min_raise:
        return Call(act.seat, line=act.line)
    full = Raise(act.seat, betting_round.level + min_raise, line=act.line)
    if stack is not None and chips_for(table, full) >= stack:
        return AllIn(act.seat, line=act.line)
    return full


def _present_tense(act: Act) -> str:
    match act:
        case Check():
            return "check"
        case Bet():
            return f"bet {act.amount}"
        case Raise():
            return f"raise to {act.to}"
        case Fold():
            return "fold"
        case AllIn():
            return "go all-in"
    return "call"


def _past_tense(act: Act) -> str:
    match act:
        case Check():
            return "checked"
        case Bet():
            return f"bet {act.amount}"
        case Raise():
            return f"raised to {act.to}"
        case Fold():
            return "folded"
        case AllIn():
            return "went all-in"
    return "called"
