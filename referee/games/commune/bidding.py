"""Bidding: the turn, and the allowed bids: chapter 3."""

from __future__ import annotations

from collections import Counter

from referee.cards.words import number_word, singular
from referee.games.commune.bids import OF_A_KIND, PokerHand
from referee.games.commune.hands import compare_bids, needs, strength
from referee.games.commune.table import Bid, BidCall, CommuneTable, book
from referee.games.parts.acts import Pass
from referee.games.parts.turns import object_out_of_turn
from referee.rules import Answer, LedgerItem, Unit, grounds, objection

book.section("3", "Bidding")


def refuse_bystander(table: CommuneTable, act: Bid | BidCall | Pass) -> Answer | None:
    """Return an objection to a bid without a hand in play, or by a player who is out of the match; else None."""
    if table.in_play:
        is_out = act.seat not in table.active
        return objection(f"{table.name(act.seat)} is out of the match.", cites="6.2") if is_out else None
    if table.is_won:
        return objection(f"The match is over: {table.name(table.active[0])} has won it.", cites="6.3")
    situation = "The hand is over" if table.items else "No hand is in play"
    return objection(f"{situation}; the deal comes next.", cites="2.1")


@book.clause("3.1", Bid)
def in_turn(table: CommuneTable, act: Bid) -> Answer | None:
    """Bidding goes {direction}. In turn, each player makes a bid or calls the bid before.
    call_by=any_active: Bidding goes {direction}. In turn, each player makes a bid, until the last bid is called.
    """
    if answer := refuse_bystander(table, act):
        return answer
    if not table.bid or table.call:
        return None
    if answer := object_out_of_turn(table, act, table.bid):
        return answer
    if act.seat == table.bid.seat:
        return objection(f"The last bid is {table.name(act.seat)}'s own; the next one is another player's.", table.bid)
    return None


@book.clause("3.2", Bid)
def last_penalised_opens(table: CommuneTable, act: Bid) -> Answer | None:
    """The player who took the last penalty makes the first bid of the next hand."""
    if table.bid or table.loser not in table.active:
        return None
    return judge_opener(table, act, "took the last penalty")


@book.clause("3.3", Bid, interpretation="COM-A2")
def left_of_the_dealer_opens_first(table: CommuneTable, act: Bid) -> Answer | None:
    """In the first hand, the player to the dealer's left makes the first bid.
    first_opener=dealer: In the first hand, the dealer makes the first bid.
    first_opener=drawn: In the first hand, the player who makes the first bid is drawn by lot.
    direction=counter-clockwise: In the first hand, the player to the dealer's right makes the first bid.
    """
    if table.bid or table.loser is not None:
        return None
    reason = f"sits to the dealer's {table.options.side}"
    return judge_opener(table, act, "dealt" if table.options.first_opener == "dealer" else reason)


@book.clause("3.4", Bid, interpretation="COM-A3")
def opens_for_a_player_out(table: CommuneTable, act: Bid) -> Answer | None:
    """If the last penalty put its player out, the next player to the left who is still in makes the first bid.
    opener_if_eliminated=other_party_to_call: If the last penalty put its player out, the other player of that call
        makes the first bid. That is the bidder whose bid held, or the caller of a bid that failed.
    direction=counter-clockwise: If the last penalty put its player out, the next player to the right who is still in
        makes the first bid.
    """
    if table.bid or table.loser is None or table.loser in table.active:
        return None
    beginning = f"{table.name(table.loser)} is out; "
    if table.options.opener_if_eliminated == "other_party_to_call" and table.turn == table.rival:
        return judge_opener(table, act, "was the other party to the call", beginning)
    return judge_opener(table, act, f"is the next to the {table.options.side}", beginning)


def judge_opener(table: CommuneTable, act: Bid, reason: str, beginning: str = "") -> Answer | None:
    """Return an objection if the wrong player makes the first bid of a hand, else None. `reason` names the right
    player.
    """
    if not table.from_deal or table.turn is None:
        return None
    sentence = f"{beginning}{table.name(table.turn)} {reason} and opens"
    return objection(f"{sentence}.") if act.seat != table.turn else grounds(f"{sentence} the bidding.")


def opener(table: CommuneTable, dealer: int) -> int | None:
    """Return the player who makes the first bid of the current hand; None if unknown."""
    if table.loser in table.active:
        return table.loser
    if not table.complete:
        return None
    if table.loser is not None:
        rival_opens = table.options.opener_if_eliminated == "other_party_to_call" and table.rival in table.active
        return table.rival if rival_opens else table.next_active(table.loser)
    if dealer < 0 or table.options.first_opener == "drawn":
        return None
    return dealer if table.options.first_opener == "dealer" else table.next_active(dealer)


@book.clause("3.5", Bid, BidCall, never_stands=True)
def call_ends_the_bidding(table: CommuneTable, _act: Bid | BidCall) -> Answer | None:
    """A call ends the bidding."""
    if table.call and table.in_play:
        return objection(f"{table.name(table.call.seat)} has called.", table.call)
    return None


@book.clause("3.6", Bid)
def names_no_two(_table: CommuneTable, act: Bid) -> Answer | None:
    """A bid may not name a two or need one: neither "aces and twos" nor "straight to five" may be bid."""
    for rank, _ in needs(act.hand):
        if rank == "2":
            return objection(f"{act.hand.title} {'names twos' if rank in act.hand.ranks else 'takes in a two'}.")
    return None


@book.clause("3.7", Bid, interpretation="COM-A6")
def names_different_ranks(_table: CommuneTable, act: Bid) -> Answer | None:
    """The ranks that a bid names must be different."""
    if len(set(act.hand.ranks)) == len(act.hand.ranks):
        return None
    ((rank, count),) = Counter(act.hand.ranks).most_common(1)
    times = "twice" if count == 2 else f"{number_word(count)} times"
    return objection(f"{act.hand.title} names the {singular(rank)} {times}.")


@book.clause("3.8", Bid, interpretation="COM-A5", after="4.12")
def not_above_the_top(table: CommuneTable, _act: Bid) -> Answer | None:
    """Nothing beats {max_kind} aces. That bid can only be called."""
    if not table.bid or table.bid.hand.kind < OF_A_KIND[table.options.max_kind]:
        return None
    top = PokerHand(OF_A_KIND[table.options.max_kind], ("A",))
    if strength(table.bid.hand) < strength(top):
        return None
    return objection(f"Nothing is higher than {table.bid.hand.phrase}; it can only be called.", table.bid)


@book.clause("3.9", Bid, after="3.8")
def higher(table: CommuneTable, act: Bid) -> Answer | None:
    """A bid must be higher than the bid before it."""
    if not table.bid:
        return None
    if act.hand == table.bid.hand:
        return objection(f"{table.name(table.bid.seat)} has bid {act.hand.phrase} already.", table.bid)
    is_higher, difference = compare_bids(act.hand, table.bid.hand)
    reason = f"{act.hand.title} is {'' if is_higher else 'not '}higher than {table.bid.hand.phrase}: {difference}."
    return grounds(reason, table.bid) if is_higher else objection(reason, table.bid)


CLAUSES_ON_BIDS = ("3.6", "3.7", "3.8", "3.9", "4.6", "4.12")


@book.clause("3.10", interpretation="COM-A6")
def wrong_bid_penalty(table: CommuneTable, act: Bid) -> LedgerItem | None:
    """A wrong bid does not count unless the table lets it stand or plays on. The bid before it stands, and the turn
    does not pass.
    illegal_bid_penalty=true: A wrong bid in turn costs its bidder a penalty and ends the hand, unless it is taken back
        or the table lets it stand. A bid out of turn does not count and costs nothing.
    """
    if not table.options.illegal_bid_penalty or book.judge(table, act).clause.id not in CLAUSES_ON_BIDS:
        return None
    reason = f"{table.name(act.seat)} takes a penalty for bidding {act.hand.phrase}."
    return LedgerItem(act.seat, 1, Unit.PENALTY, "3.10", reason, act.line)


book.note("3.11", "A bid may need more cards than are in play. Such a bid always fails.", interpretation="COM-A7")


@book.clause("3.12", Pass, Bid, BidCall, interpretation="house")
def nobody_passes(table: CommuneTable, act: Pass | Bid | BidCall) -> Answer | None:
    """A player may not pass. They call the last bid or make a higher one."""
    if not isinstance(act, Pass):
        return None
    if answer := refuse_bystander(table, act):
        return answer
    if table.call:
        return objection(f"{table.name(table.call.seat)} has called, and the bidding is over.", table.call)
    if answer := object_out_of_turn(table, act, table.bid):
        return answer
    alternatives = f" above {table.bid.hand.phrase}, or call it" if table.bid else ""
    return objection(f"{table.name(act.seat)} must bid{alternatives}.", table.bid)
