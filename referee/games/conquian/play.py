"""The effects of acts on a Conquian table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import UNSEEN, Card
from referee.cards.words import quantity
from referee.games.conquian.forcing import find_forced_melding
from referee.games.conquian.layout import (
    CARD_BITS,
    Layout,
    all_cards,
    arrange,
    bits,
    cards_of,
    layout_with_card,
    possible_melds,
    write_layout,
)
from referee.games.conquian.melds import find_melding, layout_left
from referee.games.conquian.rules import ends_in_a_draw, is_refusal, next_dealer, pays, with_unsaid_refusal
from referee.games.conquian.table import (
    EARLIER_CARDS,
    GOAL,
    HAND_SIZE,
    ConquianDecline,
    ConquianDiscard,
    ConquianTable,
    ConquianTake,
    ConquianTurn,
    Force,
    MeldStatement,
    OfferedCard,
    book,
)
from referee.games.parts.acts import offer_each_or_any
from referee.games.parts.dealing import offer_deal, open_hand
from referee.games.parts.turns import opponent
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Deal,
    Holding,
    Knowledge,
    LedgerItem,
    Move,
    Offer,
    PartialSettlement,
    Statement,
    TableFact,
    Unit,
    after_deal,
    before_deal,
    replace,
)


def begin(table: ConquianTable) -> ConquianTable:
    """Return the table before the first line. Mid-hand, there may be more melds than the record shows."""
    seats, complete = table.seats, table.complete
    table = replace(table, layouts=((),) * len(seats), offer_is_known=complete, last_takes=(None,) * len(seats))
    return (
        table
        if complete
        else replace(
            table, knowledge=table.knowledge.with_unknown_count(EARLIER_CARDS, None), incomplete=frozenset(seats)
        )
    )


book.begins(ConquianTable, begin)


@book.moves
def moves(table: ConquianTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act."""
    match act:
        case ConquianTurn():
            yield Move((act.card,), STOCK, OPEN_TABLE, "turned up")
        case ConquianDiscard() if not is_refusal(table, act):
            yield Move((act.card,), act.seat, OPEN_TABLE, "discarded")
        case ConquianTake():
            if not table.knowledge.sightings(act.card):
                yield Move((act.card,), EARLIER_CARDS, OPEN_TABLE, "taken")
            yield from take_moves(table, act)
        case MeldStatement():
            yield from meld_moves(table, act.seat, all_cards(act.melds))


def take_moves(table: ConquianTable, act: ConquianTake) -> Iterator[Move]:
    """Yield the moves of the cards melded with a taken card."""
    if act.melds:
        yield from meld_moves(table, act.seat, all_cards(act.melds) & ~CARD_BITS.get(act.card, 0))
        return
    melding = find_melding(table, act.seat, act.card)
    if melding.possible is Holding.YES:
        yield from meld_moves(table, act.seat, melding.hand)
    else:
        yield Move((UNSEEN,), act.seat, OPEN_TABLE, "melded")  # it is not known which cards, or how many


def meld_moves(table: ConquianTable, seat: int, cards: int) -> Iterator[Move]:
    """Yield the moves of melded cards from the hand. In a partial record, they may come from earlier melds."""
    new_cards = cards_of(cards & ~all_cards(table.layouts[seat]))
    held_cards = table.knowledge.hands[seat].cards
    hand_cards = (
        new_cards
        if seat not in table.incomplete or table.from_deal
        else tuple(card for card in new_cards if card in held_cards)
    )
    if hand_cards:
        yield Move(hand_cards, seat, OPEN_TABLE, "melded")
    if len(hand_cards) < len(new_cards):
        yield Move(tuple(card for card in new_cards if card not in hand_cards), EARLIER_CARDS, OPEN_TABLE, "melded")


@book.applies
def apply(table: ConquianTable, act: Act) -> ConquianTable:
    """Return the table after an act."""
    match act:
        case Deal():
            return deal(table, act)
        case MeldStatement():
            return record_melds(table, act)
        case Statement():
            return record_hand(table, act.seat)
    if not table.in_play and not isinstance(act, Force):
        return table
    match act:
        case ConquianTurn():
            return turn_up(with_unsaid_refusal(table, act), act)
        case ConquianTake():
            return take(table, act)
        case ConquianDecline():
            return refuse(table, act)
        case ConquianDiscard():
            return refuse(table, act) if is_refusal(table, act) else discard(table, act)
        case Force():
            return force(table, act)
    return table


def deal(table: ConquianTable, act: Deal) -> ConquianTable:
    """Return the table with a new hand dealt."""
    seats = table.seats
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    all_named = len(seats) == 2
    return open_hand(
        table,
        after_deal([HAND_SIZE, HAND_SIZE], book.pack) if all_named else _knowledge_of_named(len(seats)),
        dealer,
        turn=opponent(table, dealer),
        layouts=((),) * len(seats),
        offer_is_known=True,
        last_takes=(None,) * len(seats),
        drawn_hands=table.drawn_hands,
    )


def turn_up(table: ConquianTable, act: ConquianTurn) -> ConquianTable:
    """Return the table with a card of the stock on offer to the player who turned it."""
    first = table.from_deal and table.last_act is None and table.dealer is None
    return replace(
        table,
        offered=OfferedCard(act.card, act),
        undiscarded_take=None,
        force=None,
        turn=act.seat,
        last_act=act,
        dealer=opponent(table, act.seat) if first else table.dealer,
    )


def take(table: ConquianTable, act: ConquianTake) -> ConquianTable:
    """Return the table with the card on offer melded by a player."""
    seat, knowledge = act.seat, table.knowledge
    layout, incomplete = layout_after(table, act), table.incomplete
    if not all(meld in possible_melds(GOAL) for meld in layout) or act.card not in CARD_BITS:
        # The layout is not known: it was not stated, or a wrong meld was allowed to stand.
        rearranged = arrange(all_cards(layout), GOAL) if act.card in CARD_BITS else None
        layout = layout if rearranged is None else rearranged
        incomplete = incomplete | {seat} if rearranged is None else incomplete
        knowledge = knowledge if act.melds else knowledge.with_unknown_count(seat, None)
    new_table = replace(
        table,
        knowledge=knowledge,
        layouts=replace_at(table.layouts, seat, layout),
        incomplete=incomplete,
        offered=None,
        offer_is_known=True,
        undiscarded_take=act,
        force=None,
        last_takes=replace_at(table.last_takes, seat, act),
        turn=seat,
        last_act=act,
    )
    return end_with_winner(new_table, seat, act) if has_eleven(new_table, seat) else new_table


def layout_after(table: ConquianTable, act: ConquianTake) -> Layout:
    """Return a player's melds after a take: as stated, or else in a possible layout."""
    layout_before, bit = table.layouts[act.seat], CARD_BITS.get(act.card, 0)
    if act.melds:
        other_melds = layout_left(table, act)
        melds_left = (
            other_melds if other_melds is not None else (meld & ~all_cards(act.melds) for meld in layout_before)
        )
        return (*(meld for meld in melds_left if meld), *act.melds)
    options = table.options
    hand_cards = cards_just_melded(table.knowledge, act.seat) & ~all_cards(layout_before)
    may_use_any_meld = options.hand_cards_with_take == "any_own_meld"
    layout = layout_with_card(
        layout_before,
        bit,
        hand_cards,
        costly=hand_cards,
        max_cards=GOAL,
        spread=may_use_any_meld,
        max_length=options.max_run,
    )
    return layout or (*layout_before, *([bit] if bit else []))


def cards_just_melded(knowledge: Knowledge, seat: int) -> int:
    """Return the cards that a player has just melded from the hand."""
    sightings = ((card, sighting) for card in knowledge.card_locations for sighting in knowledge.sightings(card))
    return bits(card for card, sighting in sightings if sighting.seat == seat and sighting.how == "melded")


def replace_at(values: tuple[object, ...], seat: int, value: object) -> tuple[object, ...]:
    """Return `values` with a new value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def has_eleven(table: ConquianTable, seat: int) -> bool:
    """Tell whether a player has gone out. In a partial record, an empty hand shows this."""
    if seat in table.incomplete and table.undiscarded_take and table.knowledge.size(seat) == 0:
        return True
    return all_cards(table.layouts[seat]).bit_count() >= GOAL


def end_with_winner(table: ConquianTable, seat: int, act: ConquianTake | MeldStatement) -> ConquianTable:
    """Return the table with the hand won by a player."""
    loser = opponent(table, seat)
    places = [LedgerItem(seat, 1, Unit.PLACE, "7.1", f"{table.name(seat)} has eleven cards melded.", act.line)]
    if loser is not None:
        places.append(LedgerItem(loser, 2, Unit.PLACE, "7.1", f"{table.name(loser)} has lost the hand.", act.line))
    items = table.items.plus(*places, *pays.test(table, seat, act.line))
    return replace(
        table,
        items=items,
        in_play=False,
        turn=None,
        ending_act=act,
        winner=seat,
        drawn_hands=0,
        undiscarded_take=None,
        offered=None,
    )


def refuse(table: ConquianTable, act: ConquianDecline | ConquianDiscard) -> ConquianTable:
    """Return the table after the card on offer is refused. If it was the last of the stock, the hand is drawn."""
    offered_card = table.offered
    if offered_card is None:
        return replace(table, turn=None, offer_is_known=False, force=None, undiscarded_take=None, last_act=act)
    is_draw = isinstance(act, ConquianDecline) and ends_in_a_draw(table, act)
    next_player = opponent(table, offered_card.act.seat)
    new_table = replace(
        table,
        offered=OfferedCard(offered_card.card, offered_card.act, (*offered_card.refused_by, act.seat)),
        force=None,
        turn=next_player,
        last_act=act,
    )
    if is_draw:
        return replace(
            new_table, in_play=False, turn=None, ending_act=act, winner=None, drawn_hands=table.drawn_hands + 1
        )
    return new_table if next_player is not None else hide_next_turn(new_table)


def hide_next_turn(table: ConquianTable) -> ConquianTable:
    """Return the table with nothing on offer, because a player missing from the record comes next."""
    return replace(table, offered=None, offer_is_known=False)


def discard(table: ConquianTable, act: ConquianDiscard) -> ConquianTable:
    """Return the table with a discard on offer to the opponent."""
    next_player = opponent(table, act.seat)
    on_offer = OfferedCard(act.card, act)
    new_table = replace(table, offered=on_offer, undiscarded_take=None, force=None, turn=next_player, last_act=act)
    return new_table if next_player is not None else hide_next_turn(new_table)


def force(table: ConquianTable, act: Force) -> ConquianTable:
    """Return the table with a player forced to take the card. A hand that was just drawn continues."""
    if not table.options.forcing:
        return table  # even if the force stands, nobody has to take the card
    if table.in_play:
        return replace(table, force=act, turn=act.to, last_act=act)
    return replace(
        table, force=act, turn=act.to, last_act=act, in_play=True, ending_act=None, drawn_hands=table.drawn_hands - 1
    )


def _knowledge_of_named(players: int) -> Knowledge:
    """Return the knowledge of the cards after a deal if not both players have been named."""
    knowledge = before_deal(players, book.pack)
    return knowledge.with_unknown_count(0, HAND_SIZE) if players else knowledge


def record_melds(table: ConquianTable, act: MeldStatement) -> ConquianTable:
    """Return the table with all melds of a player stated, and therefore the size of the hand."""
    seat, knowledge = act.seat, table.knowledge
    if knowledge.size(seat) is None:
        extra_card = table.undiscarded_take is not None and table.undiscarded_take.seat == seat
        size = HAND_SIZE + extra_card - all_cards(act.melds).bit_count()
        knowledge = knowledge.with_unknown_count(seat, max(0, size - len(knowledge.hands[seat].cards)))
    new_table = replace(
        table,
        knowledge=knowledge,
        layouts=replace_at(table.layouts, seat, act.melds),
        incomplete=table.incomplete - {seat},
    )
    return end_with_winner(new_table, seat, act) if new_table.in_play and has_eleven(new_table, seat) else new_table


def record_hand(table: ConquianTable, seat: int) -> ConquianTable:
    """Return the table after a hand is stated. A hand of full size shows that nothing was melded."""
    if (
        seat not in table.incomplete
        or table.layouts[seat]
        or table.undiscarded_take
        or table.knowledge.size(seat) != HAND_SIZE
    ):
        return table
    return replace(table, incomplete=table.incomplete - {seat})


@book.on_void
def void(table: ConquianTable, act: Act) -> ConquianTable:
    """Return the table after a void act. A wrongly turned card stays on the stock, where both players have seen it."""
    if isinstance(act, ConquianTurn) and table.knowledge.can_hold(STOCK, act.card) is Holding.UNKNOWN:
        return replace(table, knowledge=table.knowledge.reveal(STOCK, (act.card,), is_shown=True))
    return table


@book.reconsiders
def reconsider(before: ConquianTable, later: ConquianTable, act: Act) -> Answer | None:
    """Return a new answer to an act, given later melds; None if its player has taken another card since."""
    if isinstance(act, ConquianTake):
        seat = act.seat
        if act.melds or later.last_takes[seat] != act or seat in later.incomplete:
            return None
        answer = book.judge(before, replace(act, melds=later.layouts[seat]))
    elif isinstance(act, Force | ConquianDecline | ConquianTurn):
        seat = act.to if isinstance(act, Force) else act.seat
        if (
            later.last_takes[seat] != before.last_takes[seat]
            or seat not in before.incomplete
            or seat in later.incomplete
        ):
            return None
        answer = book.judge(replace(before, layouts=later.layouts, incomplete=later.incomplete), act)
    else:
        return None
    return Answer(answer.verdict, answer.reason, answer.because, answer.word, answer.clause.id)


@book.settles
def settles(table: ConquianTable) -> PartialSettlement:
    """Return what is missing to settle a hand whose beginning is not recorded."""
    if table.in_play or table.winner is None or table.from_deal or not table.options.stake:
        return PartialSettlement()
    missing_facts = [] if len(table.seats) == 2 else [f"Who lost the hand, and pays {table.name(table.winner)}."]
    if table.options.draw == "carried":
        missing_facts.append("How many hands were drawn just before the first line, for which the loser pays too.")
    return PartialSettlement(missing=tuple(missing_facts))


@book.offers
def offers(table: ConquianTable, seat: int) -> Iterator[Offer]:
    """Yield the acts with the card on offer, the next card, a discard or a force; or the deal."""
    yield from offer_deal(table)
    if seat < 0:
        return
    name, offered_card = table.name(seat), table.offered
    if table.undiscarded_take:
        yield from discard_offers(table, seat)
    elif offered_card:
        yield from take_offers(table, seat, offered_card.card)
        yield Offer("", (ConquianDecline(seat),))
    if (other_seat := opponent(table, seat)) is not None:
        yield Offer("", (Force(seat, other_seat),))
    next_card = next((card for card in book.pack.cards if not table.knowledge.card_locations.get(card)), None)
    if next_card and not table.undiscarded_take and not (offered_card and offered_card.awaits_turner):
        yield Offer(f"{name} turns the next card", (ConquianTurn(seat, next_card),))


def take_offers(table: ConquianTable, seat: int, card: Card) -> Iterator[Offer]:
    """Yield one way to meld the card, if there may be one."""
    melding = (
        find_forced_melding(table, seat)
        if table.force and table.options.forcing_scope != "any_meld"
        else find_melding(table, seat, card)
    )
    bit = CARD_BITS.get(card, 0)
    if melding.possible is Holding.NO or not melding.layout or not bit:
        return
    changed_melds = tuple(meld for meld in melding.layout if meld not in table.layouts[seat])
    text = "" if melding.possible is Holding.YES else f"{table.name(seat)} takes {card} and names the meld"
    yield Offer(text, (ConquianTake(seat, card, changed_melds),))


def discard_offers(table: ConquianTable, seat: int) -> Iterator[Offer]:
    """Yield a discard of any card of the hand."""
    hand = table.knowledge.hands[seat]
    if hand.fully_known:
        acts = tuple(ConquianDiscard(seat, card) for card in hand.cards)
        yield from offer_each_or_any(acts, f"{table.name(seat)} discards any card of the hand")
        return
    possible_cards = (card for card in book.pack.cards if table.knowledge.may_hold(seat, card))
    if card := next(possible_cards, None):
        yield Offer(f"{table.name(seat)} discards a card of the hand", (ConquianDiscard(seat, card),))


@book.shows
def shows(table: ConquianTable) -> Iterator[TableFact]:
    """Yield the card on offer, the stock, and each player's melds, hand and hands won."""
    offered_card, stock = table.offered, table.knowledge.stock
    if table.in_play and offered_card:
        state = (
            "turned"
            if offered_card.awaits_turner
            else "refused"
            if isinstance(offered_card.act, ConquianTurn)
            else "discarded"
        )
        yield TableFact("On offer", f"{offered_card.card}, {state} by {table.name(offered_card.act.seat)}")
    if table.force:
        yield TableFact("Forced", f"{table.name(table.force.to)}, to take the card on offer")
    if table.undiscarded_take:
        yield TableFact("Due", f"a discard by {table.name(table.undiscarded_take.seat)}")
    if stock is not None and table.from_deal:
        yield TableFact("Stock", quantity(stock, "card"))
    for seat in table.seats:
        size, layout = table.knowledge.size(seat), table.layouts[seat]
        if layout:
            more_words = ", perhaps with more" if seat in table.incomplete else ""
            yield TableFact("Melds", f"{write_layout(layout)}{more_words}", seat)
        if size is not None and table.in_play:
            yield TableFact("Hand", quantity(size, "card"), seat)
        hands_won = sum(item.amount == 1 for item in table.items if item.seat == seat and item.unit is Unit.PLACE)
        if hands_won:
            yield TableFact("Won", quantity(hands_won, "hand"), seat)
