"""The effects of acts on a Commerce table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from referee.cards import UNSEEN, Pack, write_cards
from referee.cards.words import join_words, quantity
from referee.games.commerce import rules, settlement
from referee.games.commerce.hands import known_hand
from referee.games.commerce.settlement import due_between, most_still_due, parties, payment_items, unpaid_dues
from referee.games.commerce.table import (
    POOL,
    UNDER_PACK,
    Barter,
    CommerceBuy,
    CommerceDue,
    CommerceOptions,
    CommerceTable,
    Stand,
    book,
    pack_for,
)
from referee.games.parts.acts import Pass, Pay, TakeChips
from referee.games.parts.dealing import open_hand
from referee.games.parts.debts import debts_totalling
from referee.games.parts.turns import next_player
from referee.rules import (
    STOCK,
    Act,
    Answer,
    Deal,
    Knowledge,
    Move,
    Offer,
    PartialSettlement,
    Seats,
    Shows,
    Statement,
    TableFact,
    after_deal,
    replace,
)


@book.begins
def begin(seats: Seats, options: CommerceOptions, complete: bool) -> CommerceTable:
    """Return the table before the first line: with no hand dealt, or mid-hand."""
    knowledge = deal_three_each(len(seats), pack_for(options), all_named=seats.ordered)
    return CommerceTable(seats, options, complete, knowledge, in_play=not complete)


@cache
def deal_three_each(players: int, pack: Pack, *, all_named: bool) -> Knowledge:
    """Return the knowledge after each player was dealt three cards from a pack."""
    knowledge = after_deal([3] * players, pack)
    return knowledge if all_named else knowledge.with_unknown_count(STOCK, None)


@book.moves
def moves(table: CommerceTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act. In a barter, an unseen card moves before a seen one."""
    if isinstance(act, CommerceBuy):
        top = rules.top_card(table)
        source = STOCK if rules.recycled_index(table) is None else UNDER_PACK
        yield Move((act.thrown,), act.seat, UNDER_PACK)
        yield Move((act.card if top is UNSEEN else top,), source, act.seat)
    elif isinstance(act, Barter) and act.seat != act.to:
        exchange = Move((act.offered,), act.seat, act.to), Move((act.returned,), act.to, act.seat)
        yield from exchange if act.offered is UNSEEN else exchange[::-1]
    elif isinstance(act, Stand) and (offer := rules.unanswered_barter(table, act)):
        # The offer was withdrawn, or a card was given that nobody named. It is not known which.
        yield Move((UNSEEN,), offer.to, offer.seat)
        yield Move((UNSEEN,), offer.seat, offer.to)


@book.applies
def apply(table: CommerceTable, act: Act) -> CommerceTable:
    """Return the table after an act."""
    match act:
        case Statement():
            # If trading ended by its limit, the last player to trade may still stand until a hand is shown.
            return settle_when_shown(table, act.line) if table.stand or isinstance(act, Shows) else table
        case CommerceBuy() | Barter():
            return record_trade(table, act)
        case Stand():
            if not table.in_play:
                return table
            return settle_when_shown(replace(infer_dealer(table, act), stand=act, turn=None, claims=()), act.line)
        case Pass() if table.in_play and not table.stand:
            return replace(table, turn=next_player(table, act.seat))
        case TakeChips() | Pay():
            return record_claim(table, act)
        case Deal():
            return deal(table, act)
    return table


# -- The deal and the trading -------------------------------------------------------------------------------


def deal(table: CommerceTable, act: Deal) -> CommerceTable:
    """Return the table with a new hand dealt and the stakes in the pool."""
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    settlement_items, seating_known = settles(table).items, table.seats.ordered
    items = table.items.plus(*settlement_items)
    if table.in_play and not sum(item.amount for item in settlement_items):
        items = items.plus(*settlement.goes_back(table, act.line))
    new_table = open_hand(
        table,
        deal_three_each(len(table.seats), table.knowledge.pack, all_named=seating_known),
        dealer,
        turn=next_player(table, dealer),
        items=items,
        from_deal=seating_known,
        first_dealer=dealer if table.first_dealer is None else table.first_dealer,
    )
    return (
        add_dues(new_table, [rules.ante(new_table, seat, dealer) for seat in new_table.seats], act.line)
        if seating_known
        else new_table
    )


def infer_dealer(table: CommerceTable, act: Act) -> CommerceTable:
    """Return the table with its dealer. If no record names one, the first player to trade sits to the dealer's left."""
    if table.dealer is not None or not table.from_deal:
        return table
    dealer = (act.seat, *table.seats.left_of(act.seat))[-1]
    first = dealer if table.first_dealer is None else table.first_dealer
    return replace(add_dues(table, [rules.ante(table, dealer)], act.line), dealer=dealer, first_dealer=first)


def record_trade(table: CommerceTable, act: CommerceBuy | Barter) -> CommerceTable:
    """Return the table after a trade: a bought card is paid for, and the turn passes."""
    if not table.in_play:
        return table
    table = infer_dealer(table, act)
    thrown_cards = table.thrown_cards
    if isinstance(act, CommerceBuy):
        thrown_cards = (*thrown_cards, act.thrown)
        if table.dealer is not None:
            table = add_dues(table, [rules.price_due(table, act.seat, table.dealer)], act.line)
    turn = next_player(table, act.seat)
    new_table = replace(table, last_trade=act, trades=table.trades + 1, thrown_cards=thrown_cards, turn=turn)
    return replace(new_table, claims=()) if new_table.turns_used_up else new_table


# -- What is due --------------------------------------------------------------------------------------------


def add_dues(table: CommerceTable, dues: Iterable[CommerceDue], line: int) -> CommerceTable:
    """Return the table with additional debts, their settlement, and the changed pool."""
    items, pot, dues_so_far = table.items, table.pool, [*table.dues]
    for due in dues:
        if due.amount:
            items = items.plus(*payment_items(due, line))
            dues_so_far.append(due)
            pot += due.amount if due.payee == POOL else -due.amount if due.payer == POOL else 0
    if len(dues_so_far) == len(table.dues):
        return table
    return replace(table, items=items, pool=pot, dues=tuple(dues_so_far))


def settle_when_shown(table: CommerceTable, line: int) -> CommerceTable:
    """Return the table with the hand settled, if the trading is over and all hands are known."""
    if not table.from_deal or not table.in_play or not table.hands_due or table.unseen_seats:
        return table
    return replace(add_dues(table, settlement.certain_dues(table), line), in_play=False, turn=None)


def record_claim(table: CommerceTable, act: TakeChips | Pay) -> CommerceTable:
    """Return the table with a claim recorded. If a wrong claim stands, the difference from the amount due is
    settled.
    """
    payer, payee = parties(act)
    if (table.complete and not table.from_deal) or payer == payee:
        return table
    dues_between = due_between(table, act)
    unpaid = unpaid_dues(table, act, dues_between)
    new_table = replace(table, claims=(*table.claims, act))
    if settlement.divides_rightly(table, act):
        return new_table
    if debts_totalling(act.amount, unpaid) or not table.from_deal or most_still_due(table, act, dues_between):
        return new_table
    amount_due = sum(due.amount for due in unpaid.values())
    claims = (*table.claims, replace(act, amount=amount_due)) if amount_due else table.claims
    items = settlement.difference_items(table, act, act.amount - amount_due)
    return replace(table, claims=claims, items=table.items.plus(*items))


@book.reconsiders
def reconsider(before: CommerceTable, later: CommerceTable, act: Act) -> Answer | None:
    """Return a new answer to a claim, given later hands and claims; None for any other act."""
    if not isinstance(act, TakeChips | Pay):
        return None
    return settlement.claims_what_is_due(replace(later, claims=before.claims), act)


@book.settles
def settles(table: CommerceTable) -> PartialSettlement:
    """Return the settlement by the hands shown, and what is missing for the rest."""
    if table.from_deal or len(table.seats) < len(table.unseen_seats) + 2:
        return PartialSettlement()
    hands = {seat: hand for seat in table.seats if (hand := known_hand(table, seat))}
    dues, dealer = settlement.certain_dues(table), table.dealer
    if dealer is None:  # it is not known either who put in the second stake of the pool
        dues = tuple(due for due in dues if due.payer != POOL)
    elif any(due.payer == POOL for due in dues):
        dues = (*(rules.ante(table, seat, dealer) for seat in table.seats), *dues)
    fact = settlement.missing_facts(table)
    missing_facts = [f"The rest is open until {fact}."] if fact else []
    if not table.seats.ordered:
        first = max(hands, key=lambda seat: hands[seat].strength)
        missing_facts.append(f"Of the hands shown {table.name(first)}'s is the best: {hands[first].words}.")
    return PartialSettlement(tuple(item for due in dues for item in payment_items(due, 0)), tuple(missing_facts))


@book.awaits
def awaits(table: CommerceTable) -> str:
    """Return the hands that must be shown once a player has stood; empty if none are due."""
    if not (table.from_deal and table.in_play and table.hands_due) or rules.pool_is_taken(table):
        return ""
    return f"{join_words(map(table.name, table.unseen_seats))} {'shows' if len(table.unseen_seats) == 1 else 'show'}"


@book.offers
def offers(table: CommerceTable, seat: int) -> Iterator[Offer]:
    """Yield the deal, the claims due, or a player's possible trades."""
    if table.complete and (not table.in_play or rules.pool_is_taken(table)):
        dealer = rules.next_dealer(table)
        yield Offer("", (Deal(-1 if dealer is None else dealer),))
    if seat < 0:
        return
    yield from claim_offers(table, seat)
    if not table.in_play or table.stand:
        return
    yield Offer("", (CommerceBuy(seat),))
    left_seats = table.seats.left_of(seat)
    yield from (
        Offer("", (Barter(seat, to=neighbour),))
        for neighbour in (left_seats[:1] if table.seats.ordered else left_seats)
    )
    yield Offer("", (Stand(seat),))


def claim_offers(table: CommerceTable, seat: int) -> Iterator[Offer]:
    """Yield the amounts that a player may take, pay or be paid: first all together, then one by one."""
    templates: list[TakeChips | Pay] = [TakeChips(seat, 0)]
    for other_seat in table.seats:
        if other_seat != seat:
            templates += [Pay(seat, other_seat, 0), Pay(other_seat, seat, 0)]
    for template in templates:
        amounts = [
            unpaid_due.amount for unpaid_due in unpaid_dues(table, template, due_between(table, template)).values()
        ]
        for amount in dict.fromkeys((sum(amounts), *amounts)):
            if amount:
                yield Offer("", (replace(template, amount=amount),))


@book.shows
def shows(table: CommerceTable) -> Iterator[TableFact]:
    """Yield the pool, the dealer, the player who stood, each known hand, and the next dealer."""
    if table.dealer is not None:
        yield TableFact("Deal", table.name(table.dealer))
    yield TableFact("Pool", quantity(table.pool, "chip"))
    if table.stand:
        yield TableFact("Stood", table.name(table.stand.seat))
    for seat, holding in enumerate(table.knowledge.hands):
        hand = known_hand(table, seat)
        if holding.cards:
            cards = write_cards((*holding.cards, *((UNSEEN,) * (holding.unknown_count or 0))))
            yield TableFact("Hand", f"{cards}: {hand.words}" if hand else cards, seat)
    dealer = rules.next_dealer(table)
    if not table.in_play and dealer is not None:
        deals_left = rules.deals_left(table)
        ending = f"; {quantity(deals_left, 'deal')} until all have dealt as often" if deals_left else ""
        yield TableFact(
            "Next deal", f"{table.name(dealer)}{ending}{'; all have dealt as often' if deals_left == 0 else ''}"
        )
