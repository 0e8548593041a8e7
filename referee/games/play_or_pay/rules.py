"""The rulebook of Play or Pay, in the order of play."""

from __future__ import annotations

from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import SUIT_NAMES, counted, listed
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import in_hand, misdealt
from referee.games.play_or_pay.table import Pay, Payment, Play, Table, book
from referee.rules import (
    Answer,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    Item,
    Shows,
    Unit,
    doubt,
    grounds,
    objection,
    ranked,
    total,
)

RANKS: Final = "A23456789TJQK"

# -- 1 Players, cards and chips -----------------------------------------------------------------------------

book.section("1", "Players, cards and chips")


book.note(
    "1.1", "Three or more play, each for themselves; more than eight would hold too few cards.", interpretation="POP-A8"
)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Holds | HoldsOnly | Shows) -> Answer | None:
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
    return hand_over(table, act, table.players if table.playing and table.whole else ())


@book.clause("2.2", Deal)
def deal_passes_left(table: Table, act: Deal) -> Answer | None:
    """After each hand the deal passes to the left; a hand that was not finished is dealt again by the same dealer."""
    if not table.whole or act.seat < 0 or table.dealer is None:
        return None
    following = next_dealer(table)
    if following is not None and act.seat != following:
        return objection(f"{table.name(table.dealer)} dealt last; {table.name(following)} deals now.")
    return None


@book.clause("2.6", Deal, interpretation="POP-A8")
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
    """The cards are dealt one at a time from the dealer's left, so that the odd cards go to the players nearest on
    that side.
    """
    order = [seat for seat in (*table.seats.left_of(dealer), dealer) if seat in table.players]
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
    """Return who deals next; None when it is not known who dealt before."""
    if table.dealer is None or table.playing:
        return table.dealer
    return table.seats.next_among(table.dealer, still_in(table))


# -- 3 The lead ---------------------------------------------------------------------------------------------

book.section("3", "The turn and the lead")


@book.clause("3.1", Play, Pay)
def in_turn(table: Table, act: Play | Pay) -> Answer | None:
    """The player at the dealer's left leads first, and the turn passes to the left; each player in turn plays or pays.
    Whoever plays the thirteenth card of a suit leads at once.
    """
    if not table.playing or table.turn is None or act.seat == table.turn:
        return None
    due = table.name(table.turn)
    if table.last is None:
        return objection(f"Nobody has led yet, and the lead is {due}'s.")
    if table.last and card_wanted(table) is None and table.turn == table.last.seat:
        return objection(f"{due} played the last of the {suit_of(table.last.card)} and leads.", table.last)
    return objection(f"It is {due}'s turn, not {table.name(act.seat)}'s.", table.last)


@book.clause("3.2", Play)
def leads_any_card(table: Table, act: Play) -> Answer | None:
    """The first lead of a hand may be any card, played face up."""
    if act.card is UNSEEN and table.playing:
        return objection(f"{table.name(act.seat)} plays face up; which card was it?", word="finding")
    if table.playing and table.whole and table.last is None:
        return grounds(f"{table.name(act.seat)} leads and may begin with any card.")
    return None


@book.clause("3.3", Play, interpretation="POP-A3")
def leads_an_unfinished_suit(table: Table, act: Play) -> Answer | None:
    """After the thirteenth card the new sequence is begun in another suit, with any card of a suit not yet finished."""
    if not table.playing or table.last is None or card_wanted(table) is not None:
        return None
    if suit_finished(table, act.card.suit):
        return objection(f"All thirteen {suit_of(act.card)} have been played.", table.last)
    return grounds(f"The {suit_of(table.last.card)} are finished, so {act.card} begins a new sequence.", table.last)


@book.clause("3.4", Play)
def plays_from_hand(table: Table, act: Play) -> Answer | None:
    """A card is played from the hand: not one that was played before, or that is known to be elsewhere."""
    return in_hand(table, act, (act.card,)) if table.playing else None


# -- 4 Play or pay ------------------------------------------------------------------------------------------

book.section("4", "Play or pay")


@book.clause("4.1")
def card_wanted(table: Table) -> Card | None:
    """After a card the next higher of its suit is wanted: after the king the ace, and after the ace the two, until all
    thirteen cards of the suit have been played.
    """
    if table.last is None:
        return None
    rank, suit = table.last.card
    place = RANKS.index(rank)
    # Only after a wrong card was let stand can a card further up have been played before.
    following = (Card(each, suit) for each in RANKS[place + 1 :] + RANKS[:place])
    return next((card for card in following if not table.known.sightings(card)), None)


@book.clause("4.2", Play, interpretation="POP-A6")
def plays_the_card_wanted(table: Table, act: Play) -> Answer | None:
    """A player in turn plays the card wanted and no other: not a lower card, and not another suit."""
    wanted, last = card_wanted(table), table.last
    if not table.playing or last is None or wanted is None:
        return None
    if act.card == wanted:
        return grounds(f"{act.card} follows {last.card}.", last)
    if may_have_ended(table) and act.seat == last.seat and act.card.suit != last.card.suit:
        suit = suit_of(last.card)
        return doubt(f"Open until it is known whether {last.card} was the thirteenth of the {suit}.", last)
    return objection(f"{wanted} is wanted after {last.card}, not {act.card}.", last)


@book.clause("4.3", Pay)
def leader_plays(table: Table, act: Pay) -> Answer | None:
    """Whoever has the lead must play a card: there is nothing to pay for."""
    if not table.playing or card_wanted(table) is not None or not (table.whole or table.last):
        return None
    if table.last is None:
        return objection(f"Nothing has been led, so {table.name(act.seat)} has nothing to pay for.")
    return objection(f"{table.name(act.seat)} has the lead and can play any card.", table.last)


@book.clause("4.4", Pay)
def somebody_can_play(table: Table, act: Pay) -> Answer | None:
    """As every card is dealt, one of the players holds the card wanted: when all of them have paid for it, one of them
    held it, or the pack is short.
    """
    wanted = card_wanted(table)
    if not table.playing or not table.whole or wanted is None:
        return None
    held = {table.known.can_hold(seat, wanted) for seat in table.players}
    if Holding.YES in held:
        return None
    if held == {Holding.NO}:
        return doubt(f"{wanted} was not played and is in no hand: is it missing from the pack?", word="finding")
    payments = [paid for paid in table.paid if paid.card == wanted]
    if {act.seat, *(paid.seat for paid in payments)} != set(table.players):
        return None
    reason = f"Everybody has now paid for {wanted}: somebody held it, or it is missing from the pack."
    return doubt(reason, *payments, word="finding")


@book.clause("4.5", Pay, interpretation="POP-A2")
def pays_only_without_the_card(table: Table, act: Pay) -> Answer | None:
    """A player who holds the card wanted must play it; only a player who does not hold it pays."""
    name, wanted = table.name(act.seat), card_wanted(table)
    if not table.playing:
        return None
    if wanted is None:
        return None if table.whole or table.last else doubt("Open until it is known which card was wanted.")
    holding = table.known.can_hold(act.seat, wanted)
    if holding is Holding.UNKNOWN:
        return doubt(f"Open until {wanted} is seen: {name} may pay only without it.", table.last)
    if holding is Holding.NO:
        return grounds(f"{name} does not hold {wanted}: {whereabouts(table, act.seat, wanted)}.", table.last)
    if wanted in table.known.hands[act.seat].cards:
        return objection(f"{name} holds {wanted} and must play it.", table.last)
    return objection(f"{name} holds {wanted}, which is in no other hand, and must play it.", table.last)


@book.clause(
    "4.6",
    interpretation="POP-A10",
    reworded={"revoke_penalty=0": "Nothing is owed for a wrong payment but the chip itself, which stays in the pot."},
)
def revoke(table: Table, paid: Payment, line: int) -> Item:
    """Whoever is found to have paid while holding the card wanted pays {revoke_penalty} more to the pot; once the hand
    has been won, to the pot of the next.
    """
    amount = covers(table, paid.seat, table.options.revoke_penalty)
    where = f" (line {paid.line})" if paid.line else ""
    reason = f"{table.name(paid.seat)} held {paid.card} and had paid for it{where}."
    return Item(paid.seat, -amount, Unit.CHIPS, revoke, reason, line)


@book.clause("4.7")
def one_chip(table: Table, act: Pay) -> Item:
    """A player who does not play pays one chip to the pot, and the turn passes to the left."""
    wanted = card_wanted(table) if table.playing else None
    reason = f"{table.name(act.seat)} pays for {wanted}." if wanted else f"{table.name(act.seat)} pays."
    return Item(act.seat, -covers(table, act.seat, 1), Unit.CHIPS, one_chip, reason, act.line)


@book.clause("4.8", interpretation="POP-A7")
def turn_after(table: Table, act: Play) -> int:
    """The thirteenth card of a suit ends the sequence: whoever plays it leads at once, and the next turn is that of the
    player to the leader's left.
    """
    return act.seat if suit_finished(table, act.card.suit) else table.left_of(act.seat)


book.note(
    "4.9",
    "A wrong play or payment is taken back. Where the players let a wrong card stand, the sequence goes on from it, "
    "passing over cards that have been played.",
    interpretation="POP-A11",
)


def suit_finished(table: Table, suit: str) -> bool:
    """Tell whether all thirteen cards of a suit have been played."""
    return bool(suit) and all(table.known.sightings(Card(rank, suit)) for rank in RANKS)


def may_have_ended(table: Table) -> bool:
    """Tell whether the last play may have been the thirteenth of its suit, in a record that begins in the middle."""
    if table.whole or table.last is None:
        return False
    unplayed = (Card(rank, table.last.card.suit) for rank in RANKS)
    return not any(table.known.holders(card) for card in unplayed if not table.known.sightings(card))


def whereabouts(table: Table, seat: int, card: Card) -> str:
    """Say how it is known that a hand does not hold a card."""
    for holder in table.known.holders(card):
        return f"it is in {table.name(holder)}'s hand"
    return f"the hand is {write_cards(table.known.hands[seat].cards) or 'empty'}"


def suit_of(card: Card) -> str:
    """Return ``hearts`` for a heart."""
    return SUIT_NAMES.get(card.suit, "cards")


# -- 5 The end of the hand ----------------------------------------------------------------------------------

book.section("5", "The end of the hand")


@book.clause("5.1", Play, Pay, interpretation="POP-A4")
def nobody_is_out_yet(table: Table, _act: Play | Pay) -> Answer | None:
    """The hand ends the moment a player has no cards left, even with the thirteenth card of a suit: nothing more is
    played or paid.
    """
    if table.playing:
        return None
    if won := table.out_first:
        return objection(f"The hand is over: {table.name(won.seat)} went out with {won.card}.", won)
    return objection("No hand is in play; deal first.")


@book.clause("5.2", reworded={"end_payment=0": "Nothing is paid for cards still held."})
def cards_held(table: Table, seat: int, line: int) -> Item:
    """Each opponent of the player who went out pays one chip to the pot for each card still held."""
    size = table.known.size(seat) or 0
    reason = f"{table.name(seat)} still holds {counted(size, 'card')}."
    amount = covers(table, seat, size * table.options.end_payment)
    return Item(seat, -amount, Unit.CHIPS, cards_held, reason, line)


@book.clause("5.3")
def takes_the_pot(table: Table, winner: int, line: int) -> Item:
    """The player who went out wins the hand and takes the whole pot."""
    if is_out(table, winner):
        return Item(winner, 0, Unit.CHIPS, covers, f"{table.name(winner)} has run out of chips: the pot waits.", line)
    reason = f"{table.name(winner)} has no cards left and takes the pot."
    return Item(winner, table.pot, Unit.CHIPS, takes_the_pot, reason, line)


@book.clause("5.4", interpretation="POP-A12")
def waiting_pot(table: Table) -> int:
    """What is in the pot when a new hand is dealt goes to the winner of that hand."""
    return table.pot


@book.clause("5.5", interpretation="POP-A13")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played; whoever has won the most chips in all of them is first."""
    if table.playing or table.out_first is None:
        return ()
    return ranked(table.seats, {seat: total(table.items, seat, Unit.CHIPS) for seat in table.seats})
