"""What happens at a Play or Pay table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.cards.words import counted
from referee.games.parts.dealing import next_deal, opened
from referee.games.parts.turns import round_from
from referee.games.play_or_pay import rules
from referee.games.play_or_pay.table import Pay, Play, PlayOrPayTable, book
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Deal,
    Fact,
    Holding,
    KnownHand,
    Ledger,
    LedgerItem,
    Move,
    Offer,
    Settled,
    replace,
    undealt,
)

NOTHING: Final = Ledger()

book.begins(PlayOrPayTable, lambda table: replace(table, players=tuple(table.seats)))


@book.moves
def moves(_table: PlayOrPayTable, act: Act) -> tuple[Move, ...]:
    """Return where the card of a play goes."""
    return (Move((act.card,), act.seat, OPEN_TABLE),) if isinstance(act, Play) else ()


@book.applies
def apply(table: PlayOrPayTable, act: Act) -> PlayOrPayTable:
    """Record what happened."""
    match act:
        case Play():
            return play(table, act)
        case Pay():
            return pay(table, act)
        case Deal():
            return deal(table, act)
    return found_out(table, act)


def deal(table: PlayOrPayTable, act: Deal) -> PlayOrPayTable:
    """Open a hand and take the antes."""
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    players, pot = rules.still_in(table) or table.players, rules.waiting_pot(table)
    after = opened(table, undealt(len(table.seats)), dealer, players=players, pot=pot)
    if not table.seats.ordered:
        return after
    after = replace(after, known=after.known.counted(STOCK, 0))
    if table.options.ante:
        for seat in after.players:
            after = put_in(after, rules.ante(after, seat, act.line))
    if dealer is not None:
        return sized(replace(after, turn=rules.next_player(after, dealer)), dealer, act.line)
    return after if len(book.pack) % len(after.players) else sized(after, 0, act.line)


def sized(table: PlayOrPayTable, dealer: int, line: int) -> PlayOrPayTable:
    """Give every hand the number of cards that it was dealt, once it is known who dealt."""
    sizes = rules.hand_sizes(table, dealer)
    hands = list(table.known.hands)
    for seat, hand in enumerate(hands):
        if hand.unknown is None:
            # Whoever leads and so shows who dealt has one of them no more.
            has_led = table.last is not None and table.last.seat == seat
            hands[seat] = KnownHand(hand.cards, max(0, sizes[seat] - has_led - len(hand.cards)), hand.shown)
    table = replace(table, known=replace(table.known, hands=tuple(hands)))
    if table.options.short_hand_extra_ante:
        for seat in table.players:
            if sizes[seat] < max(sizes):
                table = put_in(table, rules.short_hand_ante(table, seat, line))
    return table


def play(table: PlayOrPayTable, act: Play) -> PlayOrPayTable:
    """Put a card on the table; who has none left wins the hand."""
    if not table.in_play:
        return table
    wanted = rules.card_wanted.test(table, act)
    shows_dealer = table.from_deal and table.dealer is None and table.seats.ordered
    paid = table.paid
    after = replace(
        table,
        last=act,
        wanted=wanted,
        turns=turns_with(table, act),
        turn=rules.turn_after.test(table, act, wanted),
        paid={card: payments for card, payments in paid.items() if card != act.card} if act.card in paid else paid,
    )
    if shows_dealer and act.seat in table.players:
        # Where the record does not name the dealer, whoever leads first is taken to sit next to the dealer.
        dealer = next((seat for seat in round_from(table, act.seat)[::-1] if seat in table.players), act.seat)
        after = sized(replace(after, dealer=dealer), dealer, act.line)
    if after.known.size(act.seat) == 0 and act.seat in table.players:
        after = goes_out(after, act)
    for payment in paid.get(act.card, ()):
        if payment.seat == act.seat:
            after = put_in(after, rules.revoke(after, payment, act.card, act.line))
    return found_out(after, act)


def goes_out(table: PlayOrPayTable, act: Play) -> PlayOrPayTable:
    """End the hand: the others pay for their cards, and the pot is taken."""
    after = table
    for seat in round_from(table, act.seat):
        after = put_in(after, rules.cards_held(after, seat, act.line))
    # Even a pot of nothing is written down: it says who won.
    pot_item = rules.takes_the_pot(after, act.seat, act.line)
    items, pot = after.items.plus(pot_item), after.pot - pot_item.amount
    return replace(after, items=items, pot=pot, in_play=False, turn=None, out_first=act)


def pay(table: PlayOrPayTable, act: Pay) -> PlayOrPayTable:
    """Take a chip for the pot and pass the turn."""
    item, wanted = rules.one_chip.test(table, act), table.wanted
    items, pot = (table.items.plus(item), table.pot - item.amount) if item.amount else (table.items, table.pot)
    if not table.in_play:
        return replace(table, items=items, pot=pot)
    paid = {**table.paid, wanted: (*table.paid.get(wanted, ()), act)} if wanted else table.paid
    turns, turn = turns_with(table, act), rules.next_player(table, act.seat)
    return found_out(replace(table, items=items, pot=pot, turns=turns, turn=turn, paid=paid), act)


def turns_with(table: PlayOrPayTable, act: Play | Pay) -> tuple[Play | Pay, ...]:
    """Return the last turn of each player, with one more, and the payments without which it would not be in turn."""
    if table.seats.ordered:
        return (act,)  # there only that one matters
    left_out = () if table.acted and table.acted.seat == act.seat else rules.passed_over(table, act.seat)
    earlier_turns = (turn for turn in table.turns if turn.seat != act.seat and turn.seat not in left_out)
    return (*earlier_turns, *(Pay(seat) for seat in left_out), act)


@book.position
def position(table: PlayOrPayTable) -> PlayOrPayTable:
    """Leave out what has been paid, where all players may go on whatever they paid."""
    if table.options.shortfall == "out" or not (table.from_deal and table.seats.ordered):
        return table
    return replace(table, items=NOTHING, pot=0, paid={}, turns=())


def put_in(table: PlayOrPayTable, item: LedgerItem) -> PlayOrPayTable:
    """Add a payment to the settlement and to the pot; one of nothing is left out."""
    if item.amount == 0:
        return table
    return replace(table, items=table.items.plus(item), pot=table.pot - item.amount)


def found_out(table: PlayOrPayTable, act: Act) -> PlayOrPayTable:
    """Fine, once, the payments that what is now known shows to have been wrong."""
    if table.options.revoke_penalty:
        for card, payments in table.paid.items():
            for payment in payments:
                if table.known.can_hold(payment.seat, card) is Holding.YES:
                    remaining = tuple(other for other in table.paid[card] if other is not payment)
                    table = replace(table, paid={**table.paid, card: remaining})
                    table = put_in(table, rules.revoke(table, payment, card, act.line))
    return table


@book.settles
def settles(table: PlayOrPayTable) -> Settled:
    """Say what is missing to settle a hand of which the record does not have the beginning."""
    winning_play = table.out_first
    if table.in_play or winning_play is None or table.from_deal:
        return Settled()
    missing = ["What lay in the pot before the first line, which the winner takes too."]
    if table.options.end_payment:
        unknown = [seat for seat in table.players if seat != winning_play.seat and table.known.size(seat) is None]
        missing += [f"How many cards {table.name(seat)} still held: each costs a chip." for seat in unknown]
    return Settled(missing=tuple(missing))


@book.offers
def offers(table: PlayOrPayTable, seat: int) -> Iterable[Offer]:
    """Propose the card wanted, or a chip; with the lead, cards of the hand or any that may be in it; or the deal."""
    yield from next_deal(table)
    if seat < 0:
        return
    wanted = table.wanted
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


def leads(table: PlayOrPayTable, seat: int) -> Iterator[Offer]:
    """Propose any lead."""
    if not rules.lead_is_due(table):
        return
    hand = table.known.hands[seat]
    if hand.whole:
        yield from (Offer("", (Play(seat, card),)) for card in hand.cards)
        return
    card_words = "any card of another suit" if table.last else "any card"
    could = next((card for card in book.pack.cards if table.known.may_hold(seat, card)), None)
    if could:
        yield Offer(f"{table.name(seat)} plays {card_words}", (Play(seat, could),))


@book.shows
def shows(table: PlayOrPayTable) -> Iterator[Fact]:
    """Show the card wanted, the pot, and how many cards and chips each player has."""
    if table.in_play and table.wanted:
        yield Fact("Wanted", f"{table.wanted}")
    elif table.in_play and rules.lead_is_due(table):
        yield Fact("Wanted", "a lead")
    yield Fact("Pot", counted(table.pot, "chip"))
    for seat in table.seats:
        size, chips = table.known.size(seat), rules.chips_left(table, seat)
        if size is not None:
            yield Fact("Hand", counted(size, "card"), seat)
        if chips is not None:
            yield Fact("Chips", f"{chips}", seat)
