"""The effects of acts on a Kowah table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.cards import UNSEEN, Card
from referee.cards.words import quantity
from referee.games.kowah import declarations, hands, rules
from referee.games.kowah.table import PACK, Declare, DiscardCard, KowahClaim, KowahDraw, KowahTable, Take, book
from referee.games.parts.acts import offer_each_or_any
from referee.games.parts.dealing import offer_deal, open_hand
from referee.games.parts.turns import next_player
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Deal,
    Holding,
    Knowledge,
    Move,
    Offer,
    Statement,
    TableFact,
    after_deal,
    before_deal,
    replace,
)

# The location of discards from before a record that begins in the middle.
EARLIER_DISCARDS = "discards before the record"


book.begins(
    KowahTable,
    lambda table: (
        table
        if table.complete
        else replace(table, knowledge=table.knowledge.with_unknown_count(EARLIER_DISCARDS, None))
    ),
)


@book.moves
def moves(table: KowahTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act. A card drawn to a locked hand does not move until it wins."""
    match act:
        case KowahDraw():
            if not table.is_locked(act.seat) or declarations.gets_the_third(table, act):
                face_up = bool(table.checki) and bool(declarations.other_declarers(table, act.seat))
                yield Move((act.card,), STOCK, act.seat, face_up=face_up)
        case Take():
            if not table.is_locked(act.seat) or declarations.gets_the_third(table, act):
                yield Move((act.card,), pile_location(table.knowledge, act.card), act.seat, face_up=True)
        case DiscardCard():
            yield from discard_moves(table, act)
        case Declare() if act.seat not in table.checki:
            named_cards = tuple(card for card in act.cards if card is not UNSEEN)
            yield Move(named_cards, act.seat, act.seat, face_up=True)
        case Statement() if (card := rules.ninth_card(table, act)) and card == table.checki[act.seat]:
            yield Move((card,), STOCK, act.seat, face_up=True)
        case KowahClaim():
            if (source := claim_source(table, act)) is not None:
                yield Move((act.card,), source, act.seat, face_up=True)


def pile_location(knowledge: Knowledge, card: Card) -> str:
    """Return the location of a discard."""
    return OPEN_TABLE if knowledge.sightings(card) or EARLIER_DISCARDS not in knowledge.heaps else EARLIER_DISCARDS


def discard_moves(table: KowahTable, act: DiscardCard) -> Iterator[Move]:
    """Yield the moves of a discard, from the hand or straight from the place it was drawn from."""
    how = f"discarded by {table.name(act.seat)}"
    pending_draw = table.pending_draw
    if pending_draw and pending_draw.seat == act.seat and table.draw_is_aside and not has_won(table, pending_draw):
        source = STOCK if isinstance(pending_draw, KowahDraw) else pile_location(table.knowledge, pending_draw.card)
        if rules.throws_back(table, act):
            yield Move((act.card,), source, OPEN_TABLE, how)
            return
        yield Move((pending_draw.card,), source, act.seat, face_up=True)
    yield Move((act.card,), act.seat, OPEN_TABLE, "discarded")


def has_won(table: KowahTable, draw: KowahDraw | Take) -> bool:
    """Tell whether a drawn card has won the hand, by the draw itself or by a claim."""
    winning_act = table.winning_act
    if not isinstance(winning_act, KowahClaim):
        return winning_act is draw
    return draw.card == winning_act.card or (draw.card is UNSEEN and draw.seat == winning_act.seat)


def claim_source(table: KowahTable, act: KowahClaim) -> int | str | None:
    """Return the location of a claimed card; None if the card is not there."""
    last_act = table.claimable_act
    if table.winning_act:
        return None
    if declarations.claims_from_the_hand(table, act):
        return act.seat
    if last_act is None:
        return None if table.from_deal else EARLIER_DISCARDS
    if last_act.card is UNSEEN:
        if last_act.seat != act.seat or declarations.completes(table, act.seat, act.card) is Holding.NO:
            return None
    elif last_act.card != act.card:
        return None
    if isinstance(last_act, KowahDraw):
        return STOCK if table.draw_is_aside else last_act.seat
    from_another = isinstance(last_act, DiscardCard) and last_act.seat != act.seat
    return pile_location(table.knowledge, act.card) if from_another else None


@book.applies
def apply(table: KowahTable, act: Act) -> KowahTable:
    """Return the table after an act."""
    match act:
        case KowahDraw() | Take():
            return draw(table, act)
        case DiscardCard():
            return discard(table, act)
        case Declare():
            return declare(table, act)
        case KowahClaim():
            return win(table, act) if act.seat in table.checki else table
        case Deal():
            return deal(table, act)
    return void_false_declarations(record_statement(table, act)) if isinstance(act, Statement) else table


def record_statement(table: KowahTable, act: Statement) -> KowahTable:
    """Return the table after a player shows the rest of a declared hand, with or without the drawn card."""
    if (card := rules.ninth_card(table, act)) and table.pending_draw:
        pending_draw = replace(table.pending_draw, card=card)
        table = replace(table, pending_draw=pending_draw)
        if card == table.checki[act.seat]:
            return win(replace(table, draw_is_aside=False), pending_draw)
        declared_cards = Counter(act.cards) - Counter([card])
        return replace(table, knowledge=table.knowledge.reveal_all(act.seat, (*declared_cards.elements(),)))
    if shown_hand := rules.complete_hand(table, act):
        return replace(table, knowledge=table.knowledge.reveal_all(act.seat, shown_hand))
    return table


def deal(table: KowahTable, act: Deal) -> KowahTable:
    """Return the table with a new hand dealt."""
    players = len(table.seats)
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    knowledge = after_deal([hands.HAND_SIZE] * players, PACK) if table.seats.ordered else before_deal(players, PACK)
    return open_hand(table, knowledge, dealer, turn=next_player(table, dealer))


def draw(table: KowahTable, act: KowahDraw | Take) -> KowahTable:
    """Return the table after a draw from the stock or the pile. The hand is won if the card is the needed third one."""
    is_win = declarations.gets_the_third(table, act)
    is_set_aside = table.is_locked(act.seat) and not is_win
    table = replace(
        table,
        pending_draw=act,
        draw_is_aside=is_set_aside,
        turn=act.seat,
        seats_that_drew=table.seats_that_drew | {act.seat},
    )
    return win(table, act) if is_win else table


def discard(table: KowahTable, act: DiscardCard) -> KowahTable:
    """Return the table after a discard. The hand is over if the stock has run out."""
    table = set_hand_size(
        replace(table, pending_draw=None, draw_is_aside=False, last_discard=act, turn=next_player(table, act.seat)),
        act.seat,
    )
    return replace(table, in_play=False, turn=None, ending_act=act) if rules.stock_has_run_out(table) else table


def declare(table: KowahTable, act: Declare) -> KowahTable:
    """Return the table with a pair declared."""
    pair = hands.declared_pair(act, table.options)
    if pair is None:
        return table
    table = set_hand_size(replace(table, checki={**table.checki, act.seat: pair}), act.seat)
    return win(table, act) if declarations.wins_as_declared(table, act.seat) else void_false_declarations(table)


def set_hand_size(table: KowahTable, seat: int) -> KowahTable:
    """Return the table with a hand of eight cards, if its deal is not recorded."""
    hand = table.knowledge.hands[seat]
    if hand.unknown_count is not None:
        return table
    return replace(table, knowledge=table.knowledge.with_unknown_count(seat, max(0, hands.HAND_SIZE - len(hand.cards))))


def win(table: KowahTable, act: KowahDraw | Take | KowahClaim | Declare) -> KowahTable:
    """Return the table with the hand won by an act."""
    items = table.items.plus(rules.third_card_wins(table, act))
    return replace(table, items=items, in_play=False, turn=None, winning_act=act, ending_act=act)


def void_false_declarations(table: KowahTable) -> KowahTable:
    """Return the table without declarations now known to be false, or a win by one."""
    for seat, pair in table.checki.items():
        if hands.is_checki(table, seat) is Holding.NO:
            items = declarations.items_without_false_win(table, seat)
            checki = {declarer: declared_pair for declarer, declared_pair in table.checki.items() if declarer != seat}
            return void_false_declarations(
                replace(table, items=items, checki=checki, false_pairs={**table.false_pairs, seat: pair})
            )
    return table


@book.reconsiders
def reconsider(before: KowahTable, later: KowahTable, act: Act) -> Answer | None:
    """Return a new answer to a declaration once the drawn card is known apart from the eight declared cards; else
    None.
    """
    winning_act = later.winning_act
    if not isinstance(act, Declare) or not isinstance(winning_act, KowahDraw) or winning_act.seat != act.seat:
        return None
    if not (later.is_locked(act.seat) and later.knowledge.hands[act.seat].fully_known):
        return None
    declared_cards = hands.sort_cards(hands.declared_hand(later, act.seat, winning_act.card))
    seen_before = replace(before, knowledge=before.knowledge.reveal_all(act.seat, declared_cards))
    return hands.threes_and_a_pair.test(seen_before, act)


@book.offers
def offers(table: KowahTable, seat: int) -> Iterator[Offer]:
    """Yield a claim, a declaration, the draw or discard that is due, or the deal."""
    yield from offer_deal(table)
    if seat < 0:
        return
    last_act, pending_draw, hand = table.claimable_act, table.pending_draw, table.knowledge.hands[seat]
    if pair := table.checki.get(seat):
        wanted_cards = last_act.card if last_act and last_act.card is not UNSEEN else pair
        if last_act and (wanted_cards == pair or declarations.completes(table, seat, wanted_cards) is Holding.YES):
            yield Offer("", (KowahClaim(seat, wanted_cards),))
    elif hand.fully_known:
        for card in hands.may_be_laid_open(hand.cards, table.options):
            yield Offer("", (Declare(seat, (card, card)),))
    if pending_draw and pending_draw.seat == seat:
        yield from discard_offers(table, seat)
        return
    if table.last_discard:
        yield Offer("", (Take(seat, table.last_discard.card),))
    if declarations.other_declarers(table, seat):
        drawn_card = next((card for card in PACK.copies if table.knowledge.may_hold(STOCK, card)), None)
        yield Offer(
            f"{table.name(seat)} draws a card and shows it", (KowahDraw(seat, drawn_card),) if drawn_card else ()
        )
    else:
        yield Offer("", (KowahDraw(seat),))


def discard_offers(table: KowahTable, seat: int) -> Iterator[Offer]:
    """Yield the discards: only the drawn card from a locked hand, else any card."""
    hand, pending_draw = table.knowledge.hands[seat], table.pending_draw
    if pending_draw and table.draw_is_aside:
        if pending_draw.card is not UNSEEN:
            yield Offer("", (DiscardCard(seat, pending_draw.card),))
            return
        card_words = "the card drawn"
    elif hand.fully_known:
        acts = tuple(DiscardCard(seat, card) for card in dict.fromkeys(hands.sort_cards(hand.cards)))
        yield from offer_each_or_any(acts, f"{table.name(seat)} discards any card of the hand")
        return
    else:
        card_words = "a card of the hand"
    location = STOCK if table.draw_is_aside else seat
    possible_cards = (card for card in PACK.copies if table.knowledge.possible(location, (card,)))
    candidate = next((card for card in possible_cards if card != table.checki.get(seat)), None)
    yield Offer(f"{table.name(seat)} discards {card_words}", (DiscardCard(seat, candidate),) if candidate else ())


@book.shows
def shows(table: KowahTable) -> Iterator[TableFact]:
    """Yield the last discard, the stock, the declared pairs, and the size of each hand."""
    pending_draw = table.pending_draw
    if table.last_discard:
        yield TableFact("Discard", f"{table.last_discard.card}")
    if table.knowledge.stock is not None:
        # A card drawn to a locked hand is still counted in the stock.
        is_set_aside = isinstance(pending_draw, KowahDraw) and table.draw_is_aside and not has_won(table, pending_draw)
        yield TableFact("Stock", quantity(table.knowledge.stock - is_set_aside, "card"))
    for seat in table.seats:
        if pair := table.checki.get(seat):
            yield TableFact("Checki", f"{pair} {pair}", seat)
        if pending_draw and pending_draw.seat == seat and pending_draw.card is not UNSEEN:
            yield TableFact("Drawn", f"{pending_draw.card}", seat)
        if (size := table.knowledge.size(seat)) is not None:
            yield TableFact("Hand", quantity(size, "card"), seat)
