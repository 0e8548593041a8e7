"""The effects of acts on a Play or Pay table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.cards.words import quantity
from referee.games.parts.dealing import offer_deal, open_hand
from referee.games.parts.turns import seats_in_turn_order
from referee.games.play_or_pay import rules
from referee.games.play_or_pay.table import CardPlay, PlayOrPayTable, PotPayment, book
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Deal,
    Holding,
    KnownHand,
    Ledger,
    LedgerItem,
    Move,
    Offer,
    PartialSettlement,
    TableFact,
    before_deal,
    replace,
)

NO_ITEMS: Final = Ledger()

book.begins(PlayOrPayTable, lambda table: replace(table, players=tuple(table.seats)))


@book.moves
def moves(_table: PlayOrPayTable, act: Act) -> tuple[Move, ...]:
    """Return the card move of an act."""
    return (Move((act.card,), act.seat, OPEN_TABLE),) if isinstance(act, CardPlay) else ()


@book.applies
def apply(table: PlayOrPayTable, act: Act) -> PlayOrPayTable:
    """Return the table after an act."""
    match act:
        case CardPlay():
            return play(table, act)
        case PotPayment():
            return pay(table, act)
        case Deal():
            return deal(table, act)
    return fine_false_payments(table, act)


def deal(table: PlayOrPayTable, act: Deal) -> PlayOrPayTable:
    """Return the table with a new hand dealt and the antes paid."""
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    players, pot = rules.remaining_players(table) or table.players, rules.waiting_pot(table)
    new_table = open_hand(table, before_deal(len(table.seats)), dealer, players=players, pot=pot)
    if not table.seats.ordered:
        return new_table
    new_table = replace(new_table, knowledge=new_table.knowledge.with_unknown_count(STOCK, 0))
    if table.options.ante:
        for seat in new_table.players:
            new_table = pay_pot(new_table, rules.ante(new_table, seat, act.line))
    if dealer is not None:
        return with_hand_sizes(replace(new_table, turn=rules.next_player(new_table, dealer)), dealer, act.line)
    return new_table if len(book.pack) % len(new_table.players) else with_hand_sizes(new_table, 0, act.line)


def with_hand_sizes(table: PlayOrPayTable, dealer: int, line: int) -> PlayOrPayTable:
    """Return the table with the size of each hand set, once the dealer is known."""
    sizes = rules.hand_sizes(table, dealer)
    hands = list(table.knowledge.hands)
    for seat, hand in enumerate(hands):
        if hand.unknown_count is None:
            # The player whose lead shows who dealt has already played one card.
            has_led = table.last_play is not None and table.last_play.seat == seat
            hands[seat] = KnownHand(hand.cards, max(0, sizes[seat] - has_led - len(hand.cards)), hand.shown_cards)
    table = replace(table, knowledge=replace(table.knowledge, hands=tuple(hands)))
    if table.options.short_hand_extra_ante:
        for seat in table.players:
            if sizes[seat] < max(sizes):
                table = pay_pot(table, rules.short_hand_ante(table, seat, line))
    return table


def play(table: PlayOrPayTable, act: CardPlay) -> PlayOrPayTable:
    """Return the table after a card is played. The hand is won if it was the player's last one."""
    if not table.in_play:
        return table
    wanted_card = rules.card_wanted.test(table, act)
    shows_dealer = table.from_deal and table.dealer is None and table.seats.ordered
    payments_before = table.payments
    new_table = replace(
        table,
        last_play=act,
        wanted=wanted_card,
        last_turns=last_turns_after(table, act),
        turn=rules.turn_after.test(table, act, wanted_card),
        payments={card: payments for card, payments in payments_before.items() if card != act.card}
        if act.card in payments_before
        else payments_before,
    )
    if shows_dealer and act.seat in table.players:
        # If the record does not name the dealer, assume that the first leader sits next to the dealer.
        dealer = next((seat for seat in seats_in_turn_order(table, act.seat)[::-1] if seat in table.players), act.seat)
        new_table = with_hand_sizes(replace(new_table, dealer=dealer), dealer, act.line)
    if new_table.knowledge.size(act.seat) == 0 and act.seat in table.players:
        new_table = goes_out(new_table, act)
    for payment in payments_before.get(act.card, ()):
        if payment.seat == act.seat:
            new_table = pay_pot(new_table, rules.revoke(new_table, payment, act.card, act.line))
    return fine_false_payments(new_table, act)


def goes_out(table: PlayOrPayTable, act: CardPlay) -> PlayOrPayTable:
    """Return the table with the hand over: the others pay for their cards, and the winner takes the pot."""
    new_table = table
    for seat in seats_in_turn_order(table, act.seat):
        new_table = pay_pot(new_table, rules.cards_held(new_table, seat, act.line))
    # Even an empty pot is settled, as that records the winner.
    pot_item = rules.takes_the_pot(new_table, act.seat, act.line)
    items, pot = new_table.items.plus(pot_item), new_table.pot - pot_item.amount
    return replace(new_table, items=items, pot=pot, in_play=False, turn=None, winning_play=act)


def pay(table: PlayOrPayTable, act: PotPayment) -> PlayOrPayTable:
    """Return the table after a payment to the pot, with the turn passed."""
    item, wanted_card = rules.one_chip.test(table, act), table.wanted
    items, pot = (table.items.plus(item), table.pot - item.amount) if item.amount else (table.items, table.pot)
    if not table.in_play:
        return replace(table, items=items, pot=pot)
    payments = (
        {**table.payments, wanted_card: (*table.payments.get(wanted_card, ()), act)} if wanted_card else table.payments
    )
    turns, turn = last_turns_after(table, act), rules.next_player(table, act.seat)
    return fine_false_payments(
        replace(table, items=items, pot=pot, last_turns=turns, turn=turn, payments=payments), act
    )


def last_turns_after(table: PlayOrPayTable, act: CardPlay | PotPayment) -> tuple[CardPlay | PotPayment, ...]:
    """Return the last turn of each player after an act, including payments missing from the record."""
    if table.seats.ordered:
        return (act,)  # with the seating known, only the last turn matters
    passed_seats = (
        () if table.last_turn and table.last_turn.seat == act.seat else rules.seats_passed_over(table, act.seat)
    )
    earlier_turns = (turn for turn in table.last_turns if turn.seat != act.seat and turn.seat not in passed_seats)
    return (*earlier_turns, *(PotPayment(seat) for seat in passed_seats), act)


@book.position
def position(table: PlayOrPayTable) -> PlayOrPayTable:
    """Return the table without its payments, if they do not affect who plays next."""
    if table.options.shortfall == "out" or not (table.from_deal and table.seats.ordered):
        return table
    return replace(table, items=NO_ITEMS, pot=0, payments={}, last_turns=())


def pay_pot(table: PlayOrPayTable, item: LedgerItem) -> PlayOrPayTable:
    """Return the table with a payment to the pot settled. A payment of nothing is left out."""
    if item.amount == 0:
        return table
    return replace(table, items=table.items.plus(item), pot=table.pot - item.amount)


def fine_false_payments(table: PlayOrPayTable, act: Act) -> PlayOrPayTable:
    """Return the table with a fine for each payment now known to be wrong."""
    if table.options.revoke_penalty:
        for card, payments in table.payments.items():
            for payment in payments:
                if table.knowledge.can_hold(payment.seat, card) is Holding.YES:
                    remaining = tuple(
                        card_payment for card_payment in table.payments[card] if card_payment is not payment
                    )
                    table = replace(table, payments={**table.payments, card: remaining})
                    table = pay_pot(table, rules.revoke(table, payment, card, act.line))
    return table


@book.settles
def settles(table: PlayOrPayTable) -> PartialSettlement:
    """Return what is missing to settle a hand whose beginning is not recorded."""
    winning_play = table.winning_play
    if table.in_play or winning_play is None or table.from_deal:
        return PartialSettlement()
    missing_facts = ["What lay in the pot before the first line, which the winner takes too."]
    if table.options.end_payment:
        unknown_seats = [
            seat for seat in table.players if seat != winning_play.seat and table.knowledge.size(seat) is None
        ]
        missing_facts += [f"How many cards {table.name(seat)} still held: each costs a chip." for seat in unknown_seats]
    return PartialSettlement(missing=tuple(missing_facts))


@book.offers
def offers(table: PlayOrPayTable, seat: int) -> Iterable[Offer]:
    """Yield the wanted card, a payment, or a lead; or the deal."""
    yield from offer_deal(table)
    if seat < 0:
        return
    wanted_card = table.wanted
    if wanted_card is None:
        yield from lead_offers(table, seat)
        return
    holding = table.knowledge.can_hold(seat, wanted_card)
    if holding is Holding.NO:
        yield Offer("", (PotPayment(seat),))
        return
    # If the hand is not known, only the play can be shown to be legal.
    name = table.name(seat)
    text = "" if holding is Holding.YES else f"{name} plays {wanted_card}, or pays if it is not in {name}'s hand"
    yield Offer(text, (CardPlay(seat, wanted_card),))


def lead_offers(table: PlayOrPayTable, seat: int) -> Iterator[Offer]:
    """Yield the cards that may be led."""
    if not rules.lead_is_due(table):
        return
    hand = table.knowledge.hands[seat]
    if hand.fully_known:
        yield from (Offer("", (CardPlay(seat, card),)) for card in hand.cards)
        return
    card_words = "any card of another suit" if table.last_play else "any card"
    possible_card = next((card for card in book.pack.cards if table.knowledge.may_hold(seat, card)), None)
    if possible_card:
        yield Offer(f"{table.name(seat)} plays {card_words}", (CardPlay(seat, possible_card),))


@book.shows
def shows(table: PlayOrPayTable) -> Iterator[TableFact]:
    """Yield the wanted card, the pot, and each player's number of cards and chips."""
    if table.in_play and table.wanted:
        yield TableFact("Wanted", f"{table.wanted}")
    elif table.in_play and rules.lead_is_due(table):
        yield TableFact("Wanted", "a lead")
    yield TableFact("Pot", quantity(table.pot, "chip"))
    for seat in table.seats:
        size, chips = table.knowledge.size(seat), rules.chips_left(table, seat)
        if size is not None:
            yield TableFact("Hand", quantity(size, "card"), seat)
        if chips is not None:
            yield TableFact("Chips", f"{chips}", seat)
