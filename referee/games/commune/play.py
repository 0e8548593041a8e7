"""The effects of acts on a Commune table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from referee.cards import UNSEEN
from referee.cards.words import join_words, quantity
from referee.games.commune.bidding import opener, wrong_bid_penalty
from referee.games.commune.hands import biddable_hands, check_bid, strength
from referee.games.commune.rules import hand_size, is_out, names_not_shown, takes_the_penalty, wins
from referee.games.commune.table import Bid, BidCall, CommuneTable, book
from referee.games.parts.acts import Pass
from referee.games.parts.dealing import offer_deal
from referee.rules import (
    Act,
    Answer,
    Deal,
    LedgerItem,
    Offer,
    Shows,
    TableFact,
    after_deal,
    before_deal,
    finding,
    replace,
)

book.begins(CommuneTable, lambda table: replace(table, penalties=(0,) * len(table.seats), active=tuple(table.seats)))


@book.applies
def apply(table: CommuneTable, act: Act) -> CommuneTable:
    """Return the table after an act."""
    match act:
        case Bid():
            return replace(table, bid=act, call=None, turn=table.next_active(act.seat))
        case BidCall():
            return record_call(table, act)
        case Deal():
            return deal(table, act)
        case Pass():
            return replace(table, turn=table.next_active(act.seat))
        case Shows():
            table = complete_hand(table, act)
    return settle(table, act.line)


def deal(table: CommuneTable, act: Deal) -> CommuneTable:
    """Return the table with a new hand dealt, unless the match is won."""
    if table.is_won:
        return table
    sizes = [hand_size(table.options, table.penalties[seat]) * (seat in table.active) for seat in table.seats]
    knowledge = after_deal(sizes) if table.complete else before_deal(len(table.seats))
    turn, dealer = opener(table, act.seat), act.seat if act.seat >= 0 else None
    return replace(
        table,
        knowledge=knowledge,
        turn=turn,
        in_play=True,
        from_deal=True,
        dealer=dealer,
        bid=None,
        call=None,
        miscalled=None,
    )


def record_call(table: CommuneTable, act: BidCall) -> CommuneTable:
    """Return the table after a call. It is settled if the known cards decide it, and void if the bid is the caller's
    own.
    """
    if not table.in_play or not table.bid:
        return table
    if act.seat == table.bid.seat:
        return void(table, act)
    return settle(replace(table, call=act, turn=None), act.line)


def complete_hand(table: CommuneTable, act: Shows) -> CommuneTable:
    """Return the table after a player shows a hand on a call. These cards are the whole hand."""
    if not table.call or table.knowledge.hands[act.seat].unknown_count is not None:
        return table
    return replace(table, knowledge=table.knowledge.with_unknown_count(act.seat, act.cards.count(UNSEEN)))


def settle(table: CommuneTable, line: int) -> CommuneTable:
    """Return the table with the penalty given, if it is certain who takes it."""
    if not table.in_play or not table.call or not table.bid:
        return table
    result = check_bid(table.knowledge.hands, table.bid.hand)
    if not result:
        return table
    bidder, caller = table.bid.seat, table.call.seat
    loser, rival = (caller, bidder) if result.holds else (bidder, caller)
    return penalise(table, takes_the_penalty(table, loser, line), rival)


def penalise(table: CommuneTable, item: LedgerItem, rival: int | None) -> CommuneTable:
    """Return the table after a penalty, which ends the hand. It may eliminate its player and end the match."""
    seat = item.seat
    penalties = (*table.penalties[:seat], table.penalties[seat] + 1, *table.penalties[seat + 1 :])
    items, active = table.items.plus(item), table.active
    if table.complete and seat in active and penalties[seat] >= table.options.penalty_limit:
        items = items.plus(is_out(table, seat, item.line))
        active = tuple(player for player in active if player != seat)
        if len(active) == 1:
            items = items.plus(wins(table, active[0], item.line))
    # In a record that begins in the middle, only the size of the hand shows whether this penalty was the last.
    last_chance = hand_size(table.options, table.options.penalty_limit - 1)
    is_certain = table.complete or table.knowledge.size(seat) not in (None, last_chance)
    loser, rival = (seat, rival) if is_certain else (None, None)
    return replace(
        table, penalties=penalties, items=items, active=active, in_play=False, turn=None, loser=loser, rival=rival
    )


@book.on_void
def void(table: CommuneTable, act: Act) -> CommuneTable:
    """Return the table after a void act: a wrong bid may cost a penalty, and a call is kept as `miscalled`."""
    if isinstance(act, BidCall):
        return replace(table, miscalled=act)
    item = wrong_bid_penalty(table, act) if isinstance(act, Bid) else None
    return penalise(table, item, None) if item else table


@book.takes_back
def remember_call(table: CommuneTable, act: Act) -> CommuneTable:
    """Return the table with a withdrawn call kept as `miscalled`, because it may have misled others."""
    was_call = isinstance(act, BidCall) and table.in_play and table.bid and not table.call
    return replace(table, miscalled=act) if was_call else table


@book.withdraws
def withdraw_call(table: CommuneTable, act: Act, act_after: Act) -> Answer | None:
    """Return a finding that a call was withdrawn, if nobody showed cards and bidding continued; else None."""
    if not isinstance(act, BidCall) or not isinstance(act_after, Bid):
        return None
    return finding(
        f"{table.name(act.seat)} called, but nobody showed and the bidding went on: the call does not count.",
        table.bid,
        act_after,
        cites="5.5",
        ask="Ask if the call was taken back. If not, enter the cards that were shown after this line.",
    )


@book.awaits
def awaits(table: CommuneTable) -> str:
    """Return the players who must show their cards after a call; empty if none must."""
    if not table.call or not table.in_play:
        return ""
    names = names_not_shown(table)
    return f"{join_words(names)} {'shows' if len(names) == 1 else 'show'}"


@book.offers
def offers(table: CommuneTable, seat: int) -> Iterator[Offer]:
    """Yield the bids above the standing one and the call, or the deal."""
    yield from offer_deal(table)
    if seat < 0:
        return
    hands = biddable_hands(table.options)
    index = bisect_right(hands, strength(table.bid.hand), key=strength.test) if table.bid else 0
    if index < len(hands):
        low, high = hands[index], hands[-1]
        text = "" if low == high else f"{table.name(seat)} bids anything from {low} to {high}"
        yield Offer(text, (Bid(seat, low), Bid(seat, high)))
    if table.bid:
        yield Offer("", (BidCall(seat),))


@book.shows
def shows(table: CommuneTable) -> Iterator[TableFact]:
    """Yield the standing bid, the call, and each player's penalties and number of cards."""
    if table.bid:
        yield TableFact("Bid", f"{table.bid.hand} by {table.name(table.bid.seat)}")
    if table.call:
        yield TableFact("Called", f"by {table.name(table.call.seat)}")
    if not table.complete:
        return
    for seat in table.seats:
        if seat not in table.active:
            yield TableFact("Penalties", "out", seat)
            continue
        cards = [quantity(table.knowledge.size(seat) or 0, "card")] if table.in_play else []
        yield TableFact("Penalties", join_words([str(table.penalties[seat]), *cards], "with"), seat)
