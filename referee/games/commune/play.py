"""What happens at a Commune table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from referee.cards.words import counted, listed
from referee.games.commune.bidding import is_no_bid, opener, penalty_for
from referee.games.commune.calling import is_out, takes_the_penalty, wins
from referee.games.commune.dealing import cannot_be, hand_size
from referee.games.commune.hands import ladder, strength
from referee.games.commune.table import Bid, Call, Options, Table, book
from referee.games.commune.validity import outcome, revealed
from referee.rules import Deal, Fact, Holds, HoldsOnly, Item, Offer, Seats, Shows, dealt, undealt


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    known, none = undealt(len(seats)), (0,) * len(seats)
    return Table(seats, options, whole, known, none, tuple(seats), playing=not whole)


@book.applies
def apply(table: Table, act: object) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table, act)
        case Bid():
            return bid(table, act)
        case Call():
            return call(table, act)
        case Holds() | HoldsOnly() | Shows():
            return table if cannot_be(table, act) else settle(replace(table, known=revealed(table, act)), act.line)
    return table


def deal(table: Table, act: Deal) -> Table:
    """Open a hand; a match that is won stays as it is."""
    if table.won:
        return table
    sizes = [hand_size(table.options, table.penalties[seat]) * (seat in table.active) for seat in table.seats]
    known = dealt(sizes) if table.whole else undealt(len(table.seats))
    turn, dealer = opener(table, act.seat), act.seat if act.seat >= 0 else None
    return replace(table, known=known, playing=True, from_deal=True, turn=turn, bid=None, call=None, dealer=dealer)


def bid(table: Table, act: Bid) -> Table:
    """Make a bid the standing one. One against the rules changes nothing, unless it costs a penalty."""
    if not is_no_bid(table, act):
        return replace(table, bid=act, turn=table.after(act.seat))
    item = penalty_for(table, act)
    return penalise(table, item, None) if item else table


def call(table: Table, act: Call) -> Table:
    """End the bidding; the call is settled as soon as the cards seen decide it. Nobody can call an own bid."""
    if not table.playing or table.call or not table.bid or table.bid.seat == act.seat:
        return table
    return settle(replace(table, call=act, turn=None), act.line)


def settle(table: Table, line: int) -> Table:
    """Give the penalty when it is certain whose it is."""
    if not table.playing or not table.call or not table.bid:
        return table
    found = outcome(table.known, table.bid.hand)
    if not found:
        return table
    bidder, caller = table.bid.seat, table.call.seat
    loser, rival = (caller, bidder) if found.holds else (bidder, caller)
    return penalise(table, takes_the_penalty(table, loser, line), rival)


def penalise(table: Table, item: Item, rival: int | None) -> Table:
    """End the hand with a penalty, which may put its taker out and so decide the match."""
    seat = item.seat
    penalties = tuple(count + (each == seat) for each, count in enumerate(table.penalties))
    items, active = (*table.items, item), table.active
    if table.whole and seat in active and penalties[seat] >= table.options.penalty_limit:
        items = (*items, is_out(table, seat, item.line))
        active = tuple(each for each in active if each != seat)
        if len(active) == 1:
            items = (*items, wins(table, active[0], item.line))
    after = replace(table, penalties=penalties, items=items, active=active, playing=False, turn=None)
    # In a record that begins in the middle only the size of the hand tells whether this penalty was the last.
    last_chance = hand_size(table.options, table.options.penalty_limit - 1)
    certain = table.whole or table.known.size(seat) not in (None, last_chance)
    return replace(after, loser=seat, rival=rival) if certain else replace(after, loser=None, rival=None)


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose the bids above the standing one, as one shape, and the call."""
    hands = ladder(table.options.allow_flush, table.options.max_kind)
    above = bisect_right(hands, strength(table.bid.hand), key=strength.test) if table.bid else 0
    if above < len(hands):
        low, high = hands[above], hands[-1]
        text = "" if low == high else f"{table.name(seat)} bids anything from {low} to {high}"
        yield Offer(text, (Bid(seat, low), Bid(seat, high)))
    if table.bid:
        yield Offer("", (Call(seat),))


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the standing bid, the call, and each player's penalties and cards."""
    if table.bid:
        yield Fact("Bid", f"{table.bid.hand} by {table.name(table.bid.seat)}")
    if table.call:
        yield Fact("Called", f"by {table.name(table.call.seat)}")
    if not table.whole:
        return
    for seat in table.seats:
        if seat not in table.active:
            yield Fact("Penalties", "out", seat)
            continue
        cards = [counted(table.known.size(seat) or 0, "card")] if table.playing else []
        yield Fact("Penalties", listed([str(table.penalties[seat]), *cards], "with"), seat)
