"""Who plays Play or Pay, with what chips, and how the hands are dealt: chapters 1 and 2 of the rulebook."""

from __future__ import annotations

from referee.cards.words import counted, listed
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import misdealt
from referee.games.parts.turns import next_among, round_from
from referee.games.play_or_pay.table import Table, book
from referee.rules import Answer, Deal, Holds, HoldsOnly, Item, Shows, Statement, Unit, objection, total

# -- 1 Players, cards and chips -----------------------------------------------------------------------------

book.section("1", "Players, cards and chips")


book.note(
    "1.1",
    "Three or more play, each for themselves; more than eight would hold too few cards.",
    source="003",
    interpretation="house",
)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Statement) -> Answer | None:
    """One pack of 52 cards is used: no card is in two places, and no hand is larger than it was dealt."""
    return misdealt(table, act)


@book.clause(
    "1.3",
    reworded={
        "starting_chips=0": "All players start with the same number of chips, or buy as many as they wish.",
        "starting_chips=1": "Each player starts with one chip.",
    },
)
def chips_left(table: Table, seat: int) -> int | None:
    """Each player starts with {starting_chips} chips."""
    if not table.options.starting_chips or not table.whole:
        return None
    return table.options.starting_chips + total(table.items, seat, Unit.CHIPS)


@book.clause(
    "1.4",
    interpretation="POP-A5",
    reworded={
        "shortfall=out": "Whoever cannot cover a payment pays what is left. A player without a chip plays the hand to "
        "its end, but does not take the pot, which then waits for the next hand, and leaves the match."
    },
)
def covers(table: Table, seat: int, amount: int) -> int:
    """A payment that a player cannot cover is owed, and counts as paid."""
    left = chips_left(table, seat)
    if left is None or table.options.shortfall == "owe":
        return amount
    return min(amount, max(0, left))


def is_out(table: Table, seat: int) -> bool:
    """Tell whether a player has no chip left where that ends the match for them."""
    return table.options.shortfall == "out" and chips_left(table, seat) == 0


def still_in(table: Table) -> tuple[int, ...]:
    """Return who plays the next hand."""
    return tuple(seat for seat in table.players if not is_out(table, seat))


# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_out(table: Table, act: Deal) -> Answer | None:
    """When the hand before is over the whole pack is dealt out, face down; some may get a card more than others."""
    return hand_over(table, act, table.players if table.playing and table.from_deal else ())


@book.clause("2.2", Deal, source="003", interpretation="house")
def deal_passes_on(table: Table, act: Deal) -> Answer | None:
    """After each hand the deal moves on to the next player, in the direction of play; a hand that was not finished is
    dealt again by the same dealer.
    """
    if act.seat < 0 or table.dealer is None:
        return None
    following = next_dealer(table)
    if following is not None and act.seat != following:
        return objection(f"{table.name(table.dealer)} dealt last; {table.name(following)} deals now.")
    return None


@book.clause("2.6", Deal, source="003", interpretation="POP-A8")
def three_still_play(table: Table, _act: Deal) -> Answer | None:
    """A hand is dealt while at least three players are in the match; for two there is no game."""
    left = still_in(table)
    if not table.whole or len(left) >= book.players[0]:
        return None
    if not left:
        return objection("Nobody has chips left.")
    names = listed(table.name(seat) for seat in left)
    return objection(f"Only {names} {'has' if len(left) == 1 else 'have'} chips left; three are needed.")


@book.clause("2.3", interpretation="POP-A9")
def hand_sizes(table: Table, dealer: int) -> tuple[int, ...]:
    """The cards are dealt one at a time, first to the player who will lead, so that the odd cards go to those whose
    turns come first.
    """
    order = [seat for seat in (*round_from(table, dealer), dealer) if seat in table.players]
    each, odd = divmod(len(book.pack), len(order))
    return tuple(each + (order.index(seat) < odd) if seat in order else 0 for seat in table.seats)


@book.clause(
    "2.4", interpretation="POP-A1", reworded={"ante=1": "Each player puts one chip into the pot for the deal."}
)
def ante(table: Table, seat: int, line: int) -> Item:
    """Nothing is put into the pot for the deal."""
    amount = covers(table, seat, table.options.ante)
    return Item(seat, -amount, Unit.CHIPS, ante, f"{table.name(seat)} antes {counted(amount, 'chip')}.", line)


@book.clause(
    "2.5",
    interpretation="POP-A1",
    reworded={
        "short_hand_extra_ante=true": "Players who are dealt a card fewer than others put one more chip into the pot."
    },
)
def short_hand_ante(table: Table, seat: int, line: int) -> Item:
    """Nothing more is owed for being dealt a card fewer than others."""
    reason = f"{table.name(seat)} is dealt a card fewer than others."
    return Item(seat, -covers(table, seat, 1), Unit.CHIPS, short_hand_ante, reason, line)


def next_dealer(table: Table) -> int | None:
    """Return who deals next; None when it is not known who dealt before, or who sits where."""
    if table.dealer is None or table.playing:
        return table.dealer
    if not table.seats.ordered:
        return None
    return next_among(table, table.dealer, still_in(table))
