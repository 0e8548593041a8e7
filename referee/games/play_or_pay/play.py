"""What happens at a Play or Pay table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.cards import UNSEEN
from referee.cards.words import counted
from referee.games.parts.possession import told
from referee.games.parts.turns import round_from
from referee.games.play_or_pay.dealing import ante, chips_left, hand_sizes, next_dealer, short_hand_ante, still_in
from referee.games.play_or_pay.rules import (
    card_wanted,
    cards_held,
    one_chip,
    revoke,
    suit_finished,
    takes_the_pot,
    turn_after,
    waiting_pot,
)
from referee.games.play_or_pay.table import Options, Pay, Payment, Play, Table, book
from referee.rules import (
    Deal,
    Fact,
    Hand,
    Holding,
    Holds,
    HoldsOnly,
    Item,
    Known,
    Offer,
    Seats,
    Shows,
    undealt,
)


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    return Table(seats, options, whole, undealt(len(seats)), players=tuple(seats), playing=not whole)


@book.applies
def apply(table: Table, act: object) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table, act)
        case Play():
            return play(table, act)
        case Pay():
            return pay(table, act)
        case Holds() | HoldsOnly() | Shows():
            return fine_revokes(replace(table, known=told(table.known, act)), table.paid, act.line)
    return table


def deal(table: Table, act: Deal) -> Table:
    """Open a hand and take the antes."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    after = replace(
        table,
        known=undealt(len(table.seats)),
        players=still_in(table) or table.players,
        turn=None,
        pot=waiting_pot(table),
        playing=True,
        from_deal=True,
        dealer=dealer,
        last=None,
        acted=None,
        paid=(),
    )
    if not table.seats.ordered:
        return after
    after = replace(after, known=replace(after.known, stock=0))
    if after.options.ante:
        for seat in after.players:
            after = put_in(after, ante(after, seat, act.line))
    if len(book.pack) % len(after.players) == 0:
        after = sized(after, 0, act.line)
    return after if dealer is None else replace(sized(after, dealer, act.line), turn=after.next_player(dealer))


def sized(table: Table, dealer: int, line: int) -> Table:
    """Give every hand the number of cards that it was dealt, where that is not known yet."""
    sizes = hand_sizes(table, dealer)
    hands = tuple(
        Hand(hand.cards, max(0, size - len(hand.cards))) if hand.unknown is None else hand
        for hand, size in zip(table.known.hands, sizes, strict=True)
    )
    fresh = any(hand.unknown is None for hand in table.known.hands)
    after = replace(table, known=replace(table.known, hands=hands))
    if fresh and table.options.short_hand_extra_ante:
        for seat in table.players:
            if sizes[seat] < max(sizes):
                after = put_in(after, short_hand_ante(after, seat, line))
    return after


def play(table: Table, act: Play) -> Table:
    """Put a card on the table; who has none left wins the hand."""
    unnamed = table.from_deal and table.playing and table.dealer is None
    if unnamed and table.seats.ordered and act.seat in table.players:
        # Where the record does not name the dealer, whoever leads first is taken to sit next to the dealer.
        dealer = next((seat for seat in round_from(table, act.seat)[::-1] if seat in table.players), act.seat)
        table = replace(sized(table, dealer, act.line), dealer=dealer)
    held = table.known.size(act.seat)
    shown = table.known.told(act.seat, act.reveals)
    revoked = found_out(shown, table.paid)
    known = table.known.leaves(act.seat, act.reveals, "played", act.line)
    paid = tuple(each for each in table.paid if each.card != act.card and each not in revoked)
    after = replace(table, known=known, paid=paid)
    if table.playing:
        if act.card is not UNSEEN:
            after = replace(after, last=act)
        # Where the seats are not in order only a new lead is known.
        known_turn = table.seats.ordered or suit_finished(after, act.card.suit)
        after = replace(after, turn=turn_after(after, act) if known_turn else None, acted=act)
        if held == 1 and known.size(act.seat) == 0:
            after = goes_out(after, act)
    for payment in revoked:
        after = fine(after, payment, act.line)
    return after


def goes_out(table: Table, act: Play) -> Table:
    """End the hand: the others pay for their cards, and the pot is taken."""
    after = table
    for seat in round_from(table, act.seat):
        after = put_in(after, cards_held(after, seat, act.line))
    # Even a pot of nothing is written down: it says who won.
    won = takes_the_pot(after, act.seat, act.line)
    items, pot = (*after.items, won), after.pot - won.amount
    return replace(after, items=items, pot=pot, playing=False, turn=None, out_first=act)


def pay(table: Table, act: Pay) -> Table:
    """Take a chip for the pot and pass the turn."""
    after = put_in(table, one_chip(table, act))
    if not table.playing:
        return after
    after = replace(after, acted=act)
    if table.turn is not None or not table.from_deal:
        after = replace(after, turn=table.next_player(act.seat) if table.seats.ordered else None)
    if wanted := card_wanted(table):
        after = replace(after, paid=(*table.paid, Payment(act.seat, wanted, act.line)))
    return fine_revokes(after, after.paid, act.line)


def put_in(table: Table, item: Item) -> Table:
    """Add a payment to the settlement and to the pot; one of nothing is left out."""
    if item.amount == 0:
        return table
    return replace(table, items=(*table.items, item), pot=table.pot - item.amount)


def found_out(known: Known, paid: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return the payments that were made by a player who held the card."""
    return tuple(each for each in paid if known.can_hold(each.seat, each.card) is Holding.YES)


def fine_revokes(table: Table, paid: Iterable[Payment], line: int) -> Table:
    """Fine the payments that what is now known shows to have been wrong."""
    for payment in found_out(table.known, paid):
        table = fine(table, payment, line)
    return table


def fine(table: Table, payment: Payment, line: int) -> Table:
    """Fine a wrong payment, once."""
    left = tuple(each for each in table.paid if each is not payment)
    return put_in(replace(table, paid=left), revoke(table, payment, line))


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose the card wanted, or a chip; with the lead, the cards of the hand or any card that may be in it."""
    wanted = card_wanted(table)
    if wanted is None:
        yield from leads(table, seat)
        return
    holding = table.known.can_hold(seat, wanted)
    if holding is Holding.NO:
        yield Offer("", (Pay(seat),))
        return
    # Whether paying is legal turns on the hand: where that is not known, only the play can be shown to be.
    name = table.name(seat)
    text = "" if holding is Holding.YES else f"{name} plays {wanted}, or pays if it is not in {name}'s hand"
    yield Offer(text, (Play(seat, wanted),))


def leads(table: Table, seat: int) -> Iterator[Offer]:
    """Propose any lead."""
    if table.last is None and not table.from_deal:
        return
    hand = table.known.hands[seat]
    if hand.whole:
        yield from (Offer("", (Play(seat, card),)) for card in hand.cards)
        return
    which = "any card of another suit" if table.last else "any card"
    unfinished = (card for card in book.pack.cards if not suit_finished(table, card.suit))
    could = next((card for card in unfinished if table.known.can_hold(seat, card) is not Holding.NO), None)
    if could:
        yield Offer(f"{table.name(seat)} plays {which}", (Play(seat, could),))


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the card wanted, the pot, and how many cards and chips each player has."""
    wanted = card_wanted(table) if table.playing else None
    if wanted:
        yield Fact("Wanted", f"{wanted}")
    elif table.playing and (table.from_deal or table.last):
        yield Fact("Wanted", "a lead")
    yield Fact("Pot", counted(table.pot, "chip"))
    for seat in table.seats:
        size, left = table.known.size(seat), chips_left(table, seat)
        if size is not None:
            yield Fact("Hand", counted(size, "card"), seat)
        if left is not None:
            yield Fact("Chips", f"{left}", seat)
