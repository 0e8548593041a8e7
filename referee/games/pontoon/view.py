"""What could happen at a Pontoon table, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import UNSEEN, write_cards
from referee.games.pontoon.bank import holds_pontoon, next_banker, shuffled
from referee.games.pontoon.boxes import box_of, prices
from referee.games.pontoon.hands import counts, points
from referee.games.pontoon.settlement import outcomes, stake
from referee.games.pontoon.table import Banks, Bet, Buy, Pay, Pontoon, Split, Stick, Table, Twist, book
from referee.rules import Fact, Offer


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose what is due, who banks, a bet, or what a player may do in turn."""
    name, box = table.name(seat), box_of(table, seat)
    yield from payments(table, seat)
    if not table.playing or (table.whole and table.banker is None):
        heir = next_banker(table)
        yield Offer("", (Banks(seat if heir is None else heir),))
    if not box.bet and box.fresh and seat != table.banker and not table.begun:
        fewest, most = table.limits
        if most is None:
            yield Offer(f"{name} bets {fewest} or more", (Bet(seat, fewest),))
        else:
            bets = tuple(Bet(seat, amount) for amount in sorted({fewest, most}))
            yield Offer(f"{name} bets {fewest} to {most}" if len(bets) == 2 else "", bets)
        if table.whole:
            return
    if holds_pontoon(table, box):
        yield Offer("", (Pontoon(seat),))
    yield Offer("", (Stick(seat),))
    if box.bet:
        cheap, dear = prices(table, box)
        buys = tuple(Buy(seat, price) for price in sorted({cheap, dear}))
        yield Offer(f"{name} buys {cheap} to {dear}" if len(buys) == 2 else "", buys)
    yield Offer("", (Twist(seat),))
    yield Offer("", (Split(seat),))


def payments(table: Table, seat: int) -> Iterator[Offer]:
    """Propose the payments that are due and not made, to and from a player or the banker."""
    if table.banker is None:
        return
    for player in table.players if seat == table.banker else (seat,):
        for box in table.boxes[player]:
            dues = () if box.paid else outcomes(table, player, box)
            if len(dues) == 1:
                amount = dues[0].amount
                payer, payee = (table.banker, player) if amount > 0 else (player, table.banker)
                yield Offer("", (Pay(payer, payee, abs(amount)),))


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the bank, its limits, every hand with its stake, and what the next hand begins with."""
    if table.banker is not None:
        fewest, most = table.limits
        yield Fact("Bank", f"{table.name(table.banker)}, bets from {fewest}" + (f" to {most}" if most else ""))
    for seat, hands in enumerate(table.boxes):
        for box in hands:
            held = write_cards((*box.held.cards, *((UNSEEN,) * (box.held.unknown or 0))))
            of = counts(table, box)
            value = f" = {points(of[0])}" if len(of) == 1 else ""
            if held:
                yield Fact(f"Stake {stake(box)}" if box.bet else "Hand", held + value, seat)
    if not table.playing and table.items:
        yield Fact("Next hand", f"{table.name(next_banker(table))} has the bank. {shuffled(table)}")
