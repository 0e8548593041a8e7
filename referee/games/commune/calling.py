"""How bids are called, and who takes the penalties: chapters 5 and 6."""

from __future__ import annotations

from referee.cards import UNSEEN, write_cards
from referee.cards.words import listed, number
from referee.games.commune.dealing import takes_no_part
from referee.games.commune.table import Call, Table, book
from referee.games.commune.validity import outcome, revealed, unshown
from referee.games.parts.turns import out_of_turn
from referee.rules import (
    Answer,
    Holds,
    HoldsOnly,
    Item,
    Shows,
    Statement,
    Unit,
    doubt,
    finding,
    grounds,
    objection,
    ranked,
)

book.section("5", "Calling")


@book.clause(
    "5.1",
    Call,
    source="000",
    interpretation="COM-A1",
    reworded={
        "call_by=any_active": "Any player still in the match, except the bidder, may call the last bid at any time, "
        "in turn or not."
    },
)
def may_call(table: Table, act: Call) -> Answer | None:
    """A player who does not believe the last bid may call it when it is that player's turn."""
    if answer := takes_no_part(table, act):
        return answer
    if not table.bid:
        if table.from_deal:
            return objection("There is no bid to call yet.")
        return grounds(f"The record does not show which bid {table.name(act.seat)} calls.")
    if act.seat == table.bid.seat:
        return objection(f"The last bid is {table.name(act.seat)}'s own.", table.bid)
    return out_of_turn(table, act, table.bid) if table.options.call_by == "next_in_turn" else None


@book.clause("5.2", Shows)
def shows_the_whole_hand(table: Table, act: Shows) -> Answer | None:
    """When a bid has been called, everybody lays the whole hand face up."""
    hand = revealed(table, act).hands[act.seat]
    if not table.call or not hand.unknown or UNSEEN in act.cards:
        return None
    size = number(len(hand.cards) + hand.unknown)
    reason = f"{table.name(act.seat)} was dealt {size} cards and shows only {write_cards(hand.cards)}."
    return finding(f"{reason} Where is the rest?", table.call)


@book.clause("5.3", Call, Holds, HoldsOnly, Shows)
def validity(table: Table, act: Call | Statement) -> Answer | None:
    """A bid that is called holds if the commune makes it, each two being used once; that it makes something better too
    does not matter. Otherwise it fails.
    """
    # A call is asked about once, what is shown only on a call.
    if not table.bid or not table.playing or bool(table.call) == isinstance(act, Call):
        return None
    known = table.known if isinstance(act, Call) else revealed(table, act)
    if found := outcome(known, table.bid.hand):
        return grounds(found.reason, table.bid, table.call, word=found.word)
    if not isinstance(act, Call):
        return None
    hidden = unshown(known)
    until = f"{listed(map(table.name, hidden))} {'shows' if len(hidden) == 1 else 'show'}"
    return doubt(f"{table.bid.hand.title} is open until {until}.", table.bid, word="open")


# -- 6 Penalties and the end --------------------------------------------------------------------------------

book.section("6", "Penalties and the end")


@book.clause("6.1")
def takes_the_penalty(table: Table, seat: int, line: int) -> Item:
    """If the bid holds, the player who called it takes a penalty; if it fails, the bidder does."""
    return Item(seat, 1, Unit.PENALTY, takes_the_penalty, f"{table.name(seat)} takes a penalty.", line)


@book.clause(
    "6.2",
    reworded={
        "penalty_limit=5": "A player with five penalties is out of the match; this is meant for two to four players."
    },
)
def is_out(table: Table, seat: int, line: int) -> Item:
    """A player with {penalty_limit} penalties is out of the match."""
    place, limit = len(table.active), number(table.options.penalty_limit)
    return Item(
        seat, place, Unit.PLACE, is_out, f"{table.name(seat)} has {limit} penalties and is out; place {place}.", line
    )


@book.clause("6.3")
def wins(table: Table, seat: int, line: int) -> Item:
    """The last player left in the match wins it."""
    return Item(seat, 1, Unit.PLACE, wins, f"{table.name(seat)} is the last player left and wins.", line)


@book.clause("6.4", interpretation="house")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """Players rank by how long they stayed in. If a match is stopped early, those still in rank first, the fewest
    penalties best; equal penalties share a place.
    """
    if not table.whole or not any(table.penalties):
        return ()
    left = {item.seat: item.amount for item in table.items if item.unit is Unit.PLACE}
    most = max(table.penalties)
    # Those still in stand above every place taken, by the penalties that they have to spare.
    spared = {seat: most - table.penalties[seat] for seat in table.active}
    return ranked(table.seats, {seat: spared[seat] if seat in spared else -left[seat] for seat in table.seats})
