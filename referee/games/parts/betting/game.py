"""What games for a pot do alike: a hand is dealt, a claim is judged again, facts settle a hand; and a book is whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.parts.acts import Takes, TakesAll
from referee.games.parts.betting.dealing import next_dealer
from referee.games.parts.betting.out_of_turn import binds, made_full
from referee.games.parts.betting.payment import (
    Hands,
    Payments,
    next_hand,
    payable,
    payments,
    ranked_by_finished_hands,
    says_claims,
)
from referee.games.parts.betting.play import close_round, had_more
from referee.games.parts.betting.stakes import Betting, BettingTable
from referee.games.parts.betting.unnoticed_acts import bets_go_on
from referee.rules import Act, Deal, Rulebook, Settled, dealt, replace, undealt


def dealt_in(table: Betting, act: Deal, size: int, **first: Any) -> Betting:
    """Open a hand of which everybody who plays has as many cards, with the fields that the game has besides."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    sat, pack = table.seats.ordered, table.known.pack
    fresh = next_hand(table, dealer, act.line)
    sizes = [size if seat in fresh.hand.players else 0 for seat in table.seats]
    known = dealt(sizes, pack) if sat else undealt(len(sizes), pack)
    return replace(fresh, known=known, in_play=True, from_deal=sat, dealer=dealer, **first)


def judged_again(before: BettingTable, later: BettingTable, act: Act, claims: Callable[[Any, Any], Any]) -> Any:
    """Judge a claim again when others have shown or given up, and a short call when its player bets again."""
    if not isinstance(act, Takes | TakesAll):
        return had_more(before, later, act) if before.from_deal else None
    if later.hand.settled:
        return claims(later, act)
    if later.hand.mucked == before.hand.mucked and later.known is before.known:
        return None
    # What was taken is judged by the pots as they were then.
    was, taken = before.hand, before.hand.taken if before.from_deal else later.hand.taken
    hand = replace(later.hand, pot=was.pot, put_in=was.put_in, dead=was.dead, taken=taken)
    return claims(replace(later, hand=hand, in_play=before.in_play), act)


def settled_by_facts(table: BettingTable, shown: Hands, lacks: str = "", pays: Payments = payments) -> Settled:
    """Say who gets what in a record that begins in the middle, if every hand was shown and it `lacks` nothing else."""
    missing = [f"{table.name(seat)}'s hand was not shown." for seat in table.hand.standing if seat not in shown]
    if not missing and not table.hand.pot:
        missing = ["The record does not say what was bet."]
    if lacks or missing:
        return Settled(missing=(lacks,) if lacks else tuple(missing))
    even = close_round(table, 0)
    return Settled((*even.items[len(table.items) :], *payable(even, shown, pays)))


def plays_for_pots(book: Rulebook, **functions: Callable[..., Any]) -> None:
    """Register what every game for a pot does alike; `functions` are its own, by the names of `Rulebook`."""
    says_claims(book)
    own: Callable[..., Any] | None = functions.pop("on_void", None)
    alike: dict[str, Callable[..., Any]] = {
        "outcomes_if_stood": bets_go_on,
        "amends": made_full,
        "on_void": lambda table, act: own(binds(table, act), act) if own else binds(table, act),
        "places": ranked_by_finished_hands,
    }
    for name, function in {**alike, **functions}.items():
        getattr(book, name)(function)
