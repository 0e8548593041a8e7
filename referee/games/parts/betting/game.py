"""The common functions of all games with a pot: dealing, judging claims again, settling by facts, and registration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.dealing import next_dealer
from referee.games.parts.betting.out_of_turn import commit, complete_raise
from referee.games.parts.betting.payment import (
    HandsBySeat,
    PaymentRule,
    pay_by_hands,
    payments_due,
    ranked_by_finished_hands,
    register_claims,
    start_hand,
)
from referee.games.parts.betting.play import close_round, reconsider_short_bet
from referee.games.parts.betting.stakes import BettingT, BettingTable
from referee.games.parts.betting.unnoticed_acts import outcomes_of_unnoticed_bet
from referee.rules import Act, Deal, PartialSettlement, Rulebook, after_deal, before_deal, replace


def deal_betting_hand(table: BettingT, act: Deal, size: int, **first: Any) -> BettingT:
    """Return the table with a new hand of `size` cards for each player dealt in. `first` sets the game's own fields."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    seats_known, pack = table.seats.ordered, table.knowledge.pack
    new_table = start_hand(table, dealer, act.line)
    sizes = [size if seat in new_table.hand.players else 0 for seat in table.seats]
    knowledge = after_deal(sizes, pack) if seats_known else before_deal(len(sizes), pack)
    return replace(new_table, knowledge=knowledge, in_play=True, from_deal=seats_known, dealer=dealer, **first)


def reconsider_bet_or_claim(
    before: BettingTable, later: BettingTable, act: Act, claims: Callable[[Any, Any], Any]
) -> Any:
    """Return a new answer to a claim after others have shown or mucked, and to a short call after its player put in
    more.

    `claims` judges a claim at a table. Return None if nothing new is known.
    """
    if not isinstance(act, TakeChips | TakePot):
        return reconsider_short_bet(before, later, act) if before.from_deal else None
    if later.hand.is_settled:
        return claims(later, act)
    if later.hand.mucked_seats == before.hand.mucked_seats and later.knowledge is before.knowledge:
        return None
    # A claim is judged by the pots as they were at the time.
    hand_before, earlier_claims = before.hand, before.hand.claims if before.from_deal else later.hand.claims
    hand = replace(
        later.hand,
        pot=hand_before.pot,
        put_in=hand_before.put_in,
        dead_chips=hand_before.dead_chips,
        claims=earlier_claims,
    )
    return claims(replace(later, hand=hand, in_play=before.in_play), act)


def settle_by_facts(
    table: BettingTable, shown_hands: HandsBySeat, missing_fact: str = "", payment_rule: PaymentRule = pay_by_hands
) -> PartialSettlement:
    """Return the settlement of a record that begins mid-hand.

    If a hand was not shown, the bets are unknown or `missing_fact` names another gap, return only what is missing.
    """
    missing_facts = [
        f"{table.name(seat)}'s hand was not shown." for seat in table.hand.contenders if seat not in shown_hands
    ]
    if not missing_facts and not table.hand.pot:
        missing_facts = ["The record does not say what was bet."]
    if missing_fact or missing_facts:
        return PartialSettlement(missing=(missing_fact,) if missing_fact else tuple(missing_facts))
    closed_table = close_round(table, 0)
    return PartialSettlement(
        (*closed_table.items[len(table.items) :], *payments_due(closed_table, shown_hands, payment_rule))
    )


def complete_pot_game(book: Rulebook, **functions: Callable[..., Any]) -> None:
    """Register the common functions of all games with a pot, then the game's own `functions`, by their `Rulebook`
    names.

    The game's own replace the common ones, except that `on_void` runs in addition to the common one.
    """
    register_claims(book)
    own_on_void: Callable[..., Any] | None = functions.pop("on_void", None)
    shared_functions: dict[str, Callable[..., Any]] = {
        "outcomes_if_stood": outcomes_of_unnoticed_bet,
        "amends": complete_raise,
        "on_void": lambda table, act: own_on_void(commit(table, act), act) if own_on_void else commit(table, act),
        "places": ranked_by_finished_hands,
    }
    for name, function in {**shared_functions, **functions}.items():
        getattr(book, name)(function)
