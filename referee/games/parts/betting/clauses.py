"""Betting: check, bet, call, raise and fold, for all games with a pot.

A game that includes this chapter, and the previous one on antes and blinds, has a table like `BettingTable`, with
chips, a betting hand and a betting round (see `values`). The effects of bets are in the module ``play``.
"""

from __future__ import annotations

from typing import Final

from referee.cards.words import quantity
from referee.games.parts.betting.antes_and_blinds import find_missing_forced_bets
from referee.games.parts.betting.out_of_turn import explain_commitment
from referee.games.parts.betting.payment import describe_given_up_pots, keeps_pot_by_folding
from referee.games.parts.betting.stakes import (
    BETS,
    AllIn,
    Bet,
    BettingTable,
    Call,
    Check,
    Fold,
    Raise,
    amount_to_call,
    betting_unit,
    can_raise,
    chips_for,
    highest_bet,
    is_undeclared,
    smallest_raise,
)
from referee.games.parts.betting.undeclared import declared_all_in, doubt_declared_sum
from referee.games.parts.dealing import deal_first
from referee.games.parts.turns import object_out_of_turn
from referee.rules import Act, Answer, Chapter, LedgerItem, Unit, doubt, grounds, objection, replace

betting = Chapter("Betting", page="betting")


def wording_with_blinds(option: str) -> str:
    """Return the wording of this chapter's clauses for a game with blinds if `option` is set."""
    minimum = "{min_bet:chip}, or the big blind if that is more"
    amount = "is exactly the minimum bet, or the big blind if that is more"
    return f"""
    4.13:
        {option} min_raise=any: A bet must be at least {minimum}. A raise may be by any amount.
        {option}: A bet must be at least {minimum}. A raise must be by at least as much as the last bet or raise of the
            round.
        {_ANY_RAISE}
    4.14:
        {option} limit=fixed: Every bet and every raise {amount}.
        {option} limit=doubling: Every bet and every raise {amount}. In the last two rounds it is exactly twice that.
        {_LIMITS}
    """


# The penny ante and the quarter maximum bid are the text's own.
HIGHEST_BET: Final = {"4.15": {"interpretation": ""}}
NO_ANTES: Final = "ante=0: No antes: the first bet may come at once."
_ANY_RAISE: Final = "min_raise=any: A bet must be at least {min_bet:chip}. A raise may be by any amount."
_LIMITS: Final = """limit=fixed: Every bet and every raise is exactly the minimum bet.
    limit=doubling: Every bet and every raise is exactly the minimum bet. In the last two rounds it is exactly
        twice that."""


@betting.clause("4.7", *BETS)
def bets_in_turn(table: BettingTable, act: Act) -> Answer | None:
    """Betting goes {direction} from the player after the dealer. It skips players who have folded or have no chips."""
    hand, betting_round = table.hand, table.round
    seat = act.seat
    if table.turn == seat:
        return None
    if not table.in_play or hand.is_settled:
        return deal_first()
    name = table.name(seat)
    if seat not in hand.live:
        was_dealt_in = seat in hand.players
        return objection(f"{name} has folded." if was_dealt_in else f"{name} was not dealt in.")
    if declared_all_in(table, act):
        return None
    if isinstance(act, AllIn) and act.amount and seat in hand.undeclared:
        return doubt_declared_sum(table, act)
    if seat in hand.all_in and table.chips.stacks[seat] == 0:
        return objection(f"{name} is all-in, and can bet no more.", cites="4.17")
    if hand.deal_recorded and not betting_round.number:
        return objection("No betting round has begun: the cards in the middle come first.", cites="3.2")
    if not table.from_deal:
        return None
    is_round_over = not betting_round.is_open or not betting_round.to_act
    if is_round_over and betting_round.number and isinstance(act, Check | Fold) and _is_alone_without_turn(table, seat):
        # All others are all-in, so nobody waited for them; they may check or fold.
        return None
    if seat in hand.all_in and betting_round.is_open:
        # They put in less than was due and so seemed all-in; now they have more, and nobody waited for them.
        return doubt(f"{name} put in less than was due, and was taken to be all-in.", betting_round.top_act)
    if is_round_over and is_undeclared(table) and betting_round.acted_levels[seat] >= 0:
        return doubt(
            f"The record does not say how much {_bettor_name(table)}'s all-in is, and so who has to answer it.",
            betting_round.top_act,
        )
    if is_round_over:
        reason = "there is no bet to call" if isinstance(act, Call | Check | Fold) else "nobody may bet or raise"
        return objection(f"The betting round is over: {reason}.", betting_round.top_act, cites="4.19")
    if table.turn is None:
        if seat in betting_round.to_act:
            return None
        return objection(f"{name} has acted, and nobody has raised since.", betting_round.top_act, cites="4.19")
    answer = object_out_of_turn(table, act, betting_round.top_act)
    return replace(answer, reason=answer.reason + explain_commitment(table, act)) if answer else None


def _is_alone_without_turn(table: BettingTable, seat: int) -> bool:
    """Tell whether all other players are all-in, while this one has chips and has not acted in the round."""
    other_seats = [other_seat for other_seat in table.hand.live if other_seat != seat]
    return (
        seat not in table.hand.all_in
        and table.round.acted_levels[seat] < 0
        and table.hand.all_in.issuperset(other_seats)
    )


@betting.clause("4.6", *BETS, after="4.7", interpretation="house", wording=NO_ANTES)
def forced_bets_first(table: BettingTable, _act: Act) -> Answer | None:
    """Nobody may bet until all antes are in the pot. After a bet, a missing ante is put in at once."""
    if table.hand.betting_begun or not table.from_deal:
        return None
    return find_missing_forced_bets(table)


@betting.clause("4.8", Check)
def may_check(table: BettingTable, act: Check) -> Answer | None:
    """With no bet to call, a player may check: stay in without betting."""
    betting_round = table.round
    call_price = amount_to_call(table, act.seat)
    if is_undeclared(table):
        name = table.name(act.seat)
        return objection(f"{_bettor_name(table)} is all-in: {name} calls, raises or folds.", betting_round.top_act)
    if call_price:
        name = table.name(act.seat)
        return objection(
            f"{_bettor_name(table)} has bet {betting_round.level}; {name} may call {call_price}, raise or fold.",
            betting_round.top_act,
        )
    return grounds("There is no bet to call.") if table.from_deal else None


@betting.clause("4.9", Bet)
def may_bet(table: BettingTable, act: Bet) -> Answer | None:
    """While nobody has bet in the round, a player may bet. Saying “raise” then means a bet."""
    betting_round = table.round
    if betting_round.level and not _may_be_another_round(table, act.seat):
        reason = f"{_bettor_name(table)} has bet {betting_round.level}: to put in more is a raise."
        return objection(reason, betting_round.top_act, cites="4.11")
    return grounds(f"{table.name(act.seat)} bets {act.amount}.")


def _may_be_another_round(table: BettingTable, seat: int) -> bool:
    """Tell whether a bet may belong to a later round, in a record that does not mark the rounds."""
    betting_round = table.round
    if (
        table.from_deal
        or not betting_round.top_act
        or (betting_round.top_act.seat != seat and betting_round.acted_levels[seat] < betting_round.level)
    ):
        return False
    unanswered = (
        betting_round.acted_levels[live_seat] < betting_round.level
        for live_seat in table.hand.live
        if live_seat not in table.hand.all_in
    )
    return not (table.hand.deal_recorded and any(unanswered))


@betting.clause("4.10", Call)
def may_call(table: BettingTable, act: Call) -> Answer | None:
    """After a bet, a player may call: match the bet."""
    betting_round = table.round
    name, seat = table.name(act.seat), act.seat
    call_price = amount_to_call(table, seat)
    if all_in := declared_all_in(table, act):
        return grounds(
            f"{_bettor_name(table)}'s all-in is {all_in.amount}, and {name} calls it.", betting_round.top_act
        )
    if is_undeclared(table):
        return doubt(
            f"The record does not say how much {_bettor_name(table)}'s all-in is, and so what {name} calls.",
            betting_round.top_act,
        )
    if not call_price:
        if not table.from_deal and not betting_round.level:
            return doubt(f"The record does not say what {name} calls.") if act.amount is None else None
        return objection(f"There is nothing to call; {name} may check.", betting_round.top_act)
    stack = table.chips.stacks[seat]
    chips = chips_for(table, act)
    if chips == call_price:
        all_in_text = ", and is all-in" if stack == call_price else ""
        return grounds(f"{name} calls {call_price}{all_in_text}.", betting_round.top_act)
    if chips > call_price and chips == betting_round.level - betting_round.bets[seat]:
        return grounds(
            f"{name} calls {chips}, and gets {chips - call_price} back: nobody can match it.", betting_round.top_act
        )
    if chips > call_price:
        return objection(f"{_describe_call_price(table, seat, call_price)}, not {chips}.", betting_round.top_act)
    if stack is None:
        return doubt(f"The call is {call_price}: {chips} is right only if {name} is all-in.", betting_round.top_act)
    if stack == chips:
        return grounds(f"{name} calls {chips} of {call_price}, and is all-in.", betting_round.top_act, cites="4.17")
    return objection(
        f"{_describe_call_price(table, seat, call_price)}, not {chips}; {name} has {stack}.", betting_round.top_act
    )


def _describe_call_price(table: BettingTable, seat: int, due: int) -> str:
    """Return the price of a call, and the bets behind it: ``Ann has bet 10: the call is 10``."""
    own_bet = table.round.bets[seat]
    bet_text = f", and {table.name(seat)} has put in {own_bet}" if own_bet else ""
    return f"{_bettor_name(table)} has bet {table.round.level}{bet_text}: the call is {due}"


@betting.clause("4.11", Raise)
def may_raise(table: BettingTable, act: Raise) -> Answer | None:
    """After a bet, a player may raise: match the bet and put in more."""
    betting_round = table.round
    if not betting_round.level:
        if not table.from_deal:
            return None
        return grounds(f"Nobody has bet: {table.name(act.seat)} opens with {act.to}.", cites="4.9")
    if act.to <= betting_round.level:
        return objection(
            f"{_bettor_name(table)} has bet {betting_round.level}: a raise must be to more.", betting_round.top_act
        )
    return None


@betting.clause("4.12", Fold, interpretation="BE-10")
def may_fold(table: BettingTable, act: Fold) -> Answer | None:
    """On their turn a player may fold, even with no bet to call. They put in no more chips and cannot win the hand.
    fold_without_bet=forbid: After a bet, a player may fold: they put in no more chips and cannot win the hand. With no
        bet to call, a player may not fold.
    """
    if table.options.fold_without_bet == "forbid" and not amount_to_call(table, act.seat) and table.from_deal:
        return objection(f"{table.name(act.seat)} may not fold: there is no bet to call.")
    if keeps_pot_by_folding(table, act.seat):
        return grounds(describe_given_up_pots(table, act.seat), cites="6.5")
    return grounds(f"{table.name(act.seat)} folds.")


@betting.clause("4.13", Bet, Raise, interpretation="BE-3", wording=_ANY_RAISE)
def at_least(table: BettingTable, act: Bet | Raise) -> Answer | None:
    """A bet must be at least {min_bet:chip}. A raise must be by at least as much as the last bet or raise of the round:
    after a bet of 10 and a raise to 30, the next raise is to 50 or more.
    """
    betting_round = table.round
    seat = act.seat
    if isinstance(act, Bet):
        unit = betting_unit(table)
        if act.amount >= unit or (table.chips.stacks[seat] == act.amount and act.amount):
            return None
        return objection(f"Too small: a bet must be at least {unit}{_all_in_exception(table, seat, act.amount)}.")
    difference, min_raise = act.to - betting_round.level, smallest_raise(table)
    if not betting_round.level:
        return at_least(table, Bet(seat, act.to, line=act.line)) if table.from_deal else None
    if difference < min_raise and table.chips.stacks[seat] != act.to - betting_round.bets[seat]:
        all_in_text = _all_in_exception(table, seat, act.to - betting_round.bets[seat])
        total = (
            f"{betting_round.level + min_raise} or more"
            if highest_bet(table, seat) != betting_round.level + min_raise
            else f"{betting_round.level + min_raise}"
        )
        return objection(
            f"Too small: the raise must be by at least {min_raise}, to {total}{all_in_text}.", betting_round.top_act
        )
    if not betting_round.raise_size and difference < betting_round.level and table.options.min_raise != "any":
        return doubt(f"The record does not say by how much {_bettor_name(table)} had raised.", betting_round.top_act)
    return grounds(f"{table.name(seat)} raises to {act.to}, by {difference}.", betting_round.top_act)


@betting.clause("4.14", Bet, Raise, AllIn, interpretation="house", only="limit=pot|fixed|doubling", wording=_LIMITS)
def within_the_limit(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """No bet may be more than the pot. No raise may be by more than the pot would hold after the call."""
    betting_round = table.round
    limit = table.options.limit
    if limit == "none":
        return None
    seat = act.seat
    total, call_price = betting_round.bets[seat] + chips_for(table, act), amount_to_call(table, seat)
    if total <= betting_round.level:
        return None
    if limit == "pot":
        highest = betting_round.level + table.hand.pot + call_price
        if table.from_deal and total > highest:
            pot_text = f"{table.hand.pot} in the pot" + f" and {call_price} to call" * bool(call_price)
            return objection(f"Too big: with {pot_text}, the most is {highest}, not {total}.", betting_round.top_act)
        return None
    unit = betting_unit(table)
    pot_limit = betting_round.level + unit
    is_all_in = isinstance(act, AllIn) or table.chips.stacks[seat] == total - betting_round.bets[seat]
    if total == pot_limit or (total < pot_limit and is_all_in):
        return None
    return objection(
        f"Every bet and every raise is {unit} here: it must be to {pot_limit}, not {total}.", betting_round.top_act
    )


@betting.clause("4.15", Bet, Raise, AllIn, interpretation="BE-1")
def below_the_highest(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """No bet may be more than {max_bet:chip}, and no raise may be by more than {max_bet:chip}.
    max_bet=0: There is no highest bet.
    """
    betting_round = table.round
    highest = table.options.max_bet
    if not highest:
        return None
    difference = betting_round.bets[act.seat] + chips_for(table, act) - betting_round.level
    if difference > highest and (betting_round.level or table.from_deal or isinstance(act, Bet)):
        most_so = (
            f"raise is by {highest}, to {betting_round.level + highest}" if betting_round.level else f"bet is {highest}"
        )
        return objection(f"Too big: the highest {most_so}.", betting_round.top_act)
    if difference > highest:
        return doubt(f"Too big for a bet: the highest is {highest}. It is right only if it calls an earlier bet.")
    return None


@betting.clause("4.16", Raise, AllIn, interpretation="BE-2")
def so_many_raises(table: BettingTable, act: Raise | AllIn) -> Answer | None:
    """A round may have {max_raises} raises at most.
    max_raises=0: A round may have any number of raises.
    max_raises=1: A round may have one raise at most.
    """
    betting_round = table.round
    allowed = table.options.max_raises
    if allowed and betting_round.level and betting_round.raise_count >= allowed:
        if isinstance(act, AllIn) and betting_round.bets[act.seat] + chips_for(table, act) <= betting_round.level:
            return None
        return objection(
            f"No more raises this round: it has had {quantity(betting_round.raise_count, 'raise')}.",
            betting_round.top_act,
        )
    return None


@betting.clause("4.17", Bet, Raise, AllIn, interpretation="BE-5")
def with_what_one_has(table: BettingTable, act: Bet | Raise | AllIn) -> Answer | None:
    """No player may bet more chips than they have in front of them. A player may go all-in: they put in all their chips
    and stay in the hand, even if that does not cover a call, a bet or a raise.
    """
    betting_round = table.round
    seat, name = act.seat, table.name(act.seat)
    stack = table.chips.stacks[seat]
    if not isinstance(act, AllIn) and is_undeclared(table):
        return doubt(f"The record does not say how much {_bettor_name(table)}'s all-in is.", betting_round.top_act)
    if not isinstance(act, AllIn):
        chips = chips_for(table, act)
        return objection(f"{name} has only {stack}, not {chips}.") if stack is not None and chips > stack else None
    if declared_all_in(table, act):
        return grounds(f"{name}'s all-in is {act.amount}.", betting_round.top_act)
    if seat in table.hand.undeclared and act.amount:
        return None  # 4.7 doubts it
    if stack is None:
        if act.amount is None:
            return doubt(f"The record does not say what {name} has. How much is it?")
        if not act.amount:
            return objection(f"{name} needs at least 1 chip to be all-in.")
        total = betting_round.bets[seat] + act.amount
        total_text = f", {total} in total" if betting_round.bets[seat] else ""
        return grounds(f"{name} is all-in with {act.amount}{total_text}.", betting_round.top_act)
    if not stack:
        return objection(f"{name} has no chips left.")
    if act.amount not in (None, stack, stack + betting_round.bets[seat]):
        return objection(f"{name} has {stack}, not {act.amount}.")
    to = betting_round.bets[seat] + stack
    if to <= betting_round.level:
        return grounds(f"{name} calls {stack} of {amount_to_call(table, seat)}, and is all-in.", betting_round.top_act)
    verb = "raises to" if betting_round.level else "bets"
    return grounds(f"{name} {verb} {to}, and is all-in.", betting_round.top_act)


@betting.clause("4.18", Raise, AllIn, interpretation="BE-4")
def raises_are_reopened(table: BettingTable, act: Raise | AllIn) -> Answer | None:
    """A player who has acted in the round may raise again only after a full raise (4.13). An all-in for less is not a
    full raise, but several together may add up to one.
    short_allin_reopens=true: A player who has acted in the round may raise again once another player has put in more,
        even by an all-in of less than a full raise.
    """
    betting_round = table.round
    total = betting_round.bets[act.seat] + chips_for(table, act)
    if not betting_round.level or total <= betting_round.level:
        return None
    if can_raise(table, act.seat):
        return _doubt_reraise(table, act.seat)
    name, raised_chips = table.name(act.seat), betting_round.level - betting_round.acted_levels[act.seat]
    if not raised_chips:
        return objection(f"{name} has acted, and nobody has raised since: {name} may not raise.", betting_round.top_act)
    return objection(
        f"{name} may not raise again: the bet went up by only {raised_chips} since, and a full raise is "
        f"{smallest_raise(table)}.",
        betting_round.top_act,
    )


def _doubt_reraise(table: BettingTable, seat: int) -> Answer | None:
    """Return a doubt whether a player may raise again, if the record does not give the size of a full raise; else None.

    A player who has acted may raise again only after a full raise by another.
    """
    betting_round = table.round
    acted_level = betting_round.acted_levels[seat]
    is_unknown = not table.from_deal and not betting_round.raise_size and table.options.min_raise != "any"
    if not is_unknown or table.options.short_allin_reopens or betting_round.level - acted_level >= acted_level:
        return None
    name, raised_chips = table.name(seat), betting_round.level - acted_level
    return doubt(
        f"The bet went up by {raised_chips} since {name} acted. The record does not say how much a full raise is.",
        betting_round.top_act,
    )


@betting.clause("4.19")
def is_closed(table: BettingTable) -> bool:
    """A betting round is over when all players still in have had a turn, and have put in the same or are all-in."""
    hand = table.hand
    if not table.round.to_act or len(hand.live) == 1:
        return True
    if not hand.all_in:
        return False
    able_seats = [seat for seat in hand.live if seat not in hand.all_in]
    return (
        len(able_seats) <= 1
        and not is_undeclared(table)
        and not any(amount_to_call(table, seat) for seat in able_seats)
    )


@betting.clause("4.20", interpretation="BE-7")
def goes_back(table: BettingTable, seat: int, chips: int, line: int) -> LedgerItem:
    """The unmatched part of a bet is returned. If Ann bets 20 and only Ben calls, all-in for 15, Ann gets 5 back."""
    return LedgerItem(
        seat, chips, Unit.CHIPS, "4.20", f"{table.name(seat)} gets back {chips}, which nobody matched.", line
    )


def _bettor_name(table: BettingTable) -> str:
    betting_round = table.round
    if betting_round.top_act and betting_round.top_act.seat >= 0:
        return table.name(betting_round.top_act.seat)
    return "Somebody"


def _all_in_exception(table: BettingTable, seat: int, chips: int) -> str:
    """Return ``, unless Ann is all-in 5`` if the record does not state the player's chips; else empty."""
    return f", unless {table.name(seat)} is all-in {chips}" if table.chips.stacks[seat] is None and chips > 0 else ""
