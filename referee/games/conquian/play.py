"""What happens at a Conquian table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import UNSEEN, Card
from referee.cards.words import counted
from referee.games.conquian.forcing import fit
from referee.games.conquian.layout import BIT, Layout, arranged, bits, cards_of, melds, taken, together, write_layout
from referee.games.conquian.melds import left, way
from referee.games.conquian.rules import ends_in_a_draw, let_go_unsaid, lets_go, next_dealer, pays
from referee.games.conquian.table import (
    EARLIER,
    GOAL,
    HAND,
    Centre,
    ConquianTable,
    Declines,
    Discards,
    Forces,
    Melded,
    Takes,
    Turns,
    book,
)
from referee.games.parts.acts import each_or_any
from referee.games.parts.dealing import next_deal, opened
from referee.games.parts.turns import opponent
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Deal,
    Fact,
    Holding,
    Knowledge,
    LedgerItem,
    Move,
    Offer,
    Settled,
    Statement,
    Unit,
    dealt,
    replace,
    undealt,
)


def begun(table: ConquianTable) -> ConquianTable:
    """Return a table before the first line; in the middle of a hand more may lie there than the record tells."""
    seats, complete = table.seats, table.whole
    table = replace(table, down=((),) * len(seats), told=complete, took=(None,) * len(seats))
    return table if complete else replace(table, known=table.known.counted(EARLIER, None), unsure=frozenset(seats))


book.begins(ConquianTable, begun)


@book.moves
def moves(table: ConquianTable, act: Act) -> Iterator[Move]:
    """Yield where the cards of an act go."""
    match act:
        case Turns():
            yield Move((act.card,), STOCK, OPEN_TABLE, "turned up")
        case Discards() if not lets_go(table, act):
            yield Move((act.card,), act.seat, OPEN_TABLE, "discarded")
        case Takes():
            if not table.known.sightings(act.card):
                yield Move((act.card,), EARLIER, OPEN_TABLE, "taken")
            yield from laid(table, act)
        case Melded():
            yield from put_down(table, act.seat, together(act.melds))


def laid(table: ConquianTable, act: Takes) -> Iterator[Move]:
    """Yield the cards that go down with a card taken."""
    if act.melds:
        yield from put_down(table, act.seat, together(act.melds) & ~BIT.get(act.card, 0))
        return
    melding = way(table, act.seat, act.card)
    if melding.can is Holding.YES:
        yield from put_down(table, act.seat, melding.hand)
    else:
        yield Move((UNSEEN,), act.seat, OPEN_TABLE, "melded")  # nobody knows which, or how many


def put_down(table: ConquianTable, seat: int, cards: int) -> Iterator[Move]:
    """Yield cards that lie before a player now: from the hand, or in part of a record perhaps there before."""
    fresh = cards_of(cards & ~together(table.down[seat]))
    held_cards = table.known.hands[seat].cards
    of_hand = (
        fresh if seat not in table.unsure or table.from_deal else tuple(card for card in fresh if card in held_cards)
    )
    if of_hand:
        yield Move(of_hand, seat, OPEN_TABLE, "melded")
    if len(of_hand) < len(fresh):
        yield Move(tuple(card for card in fresh if card not in of_hand), EARLIER, OPEN_TABLE, "melded")


@book.applies
def apply(table: ConquianTable, act: Act) -> ConquianTable:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table, act)
        case Melded():
            return told_of_melds(table, act)
        case Statement():
            return told_of_a_hand(table, act.seat)
    if not table.in_play and not isinstance(act, Forces):
        return table
    match act:
        case Turns():
            return turn_up(let_go_unsaid(table, act), act)
        case Takes():
            return take(table, act)
        case Declines():
            return let_go(table, act)
        case Discards():
            return let_go(table, act) if lets_go(table, act) else discard(table, act)
        case Forces():
            return force(table, act)
    return table


def deal(table: ConquianTable, act: Deal) -> ConquianTable:
    """Open a hand."""
    seats = table.seats
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    all_named = len(seats) == 2
    return opened(
        table,
        dealt([HAND, HAND], book.pack) if all_named else _as_far_as_named(len(seats)),
        dealer,
        turn=opponent(table, dealer),
        down=((),) * len(seats),
        told=True,
        took=(None,) * len(seats),
        drawn=table.drawn,
    )


def turn_up(table: ConquianTable, act: Turns) -> ConquianTable:
    """Put a card of the stock on offer to whoever turned it."""
    first = table.from_deal and table.last is None and table.dealer is None
    return replace(
        table,
        centre=Centre(act.card, act),
        owes=None,
        forced=None,
        turn=act.seat,
        last=act,
        dealer=opponent(table, act.seat) if first else table.dealer,
    )


def take(table: ConquianTable, act: Takes) -> ConquianTable:
    """Lay the card in the centre before a player."""
    seat, known = act.seat, table.known
    layout, unsure = layout_after(table, act), table.unsure
    if not all(meld in melds(GOAL) for meld in layout) or act.card not in BIT:
        # It is not known how the cards lie: nobody said so, or a wrong meld was let stand.
        rearranged = arranged(together(layout), GOAL) if act.card in BIT else None
        layout = layout if rearranged is None else rearranged
        unsure = unsure | {seat} if rearranged is None else unsure
        known = known if act.melds else known.counted(seat, None)
    after = replace(
        table,
        known=known,
        down=put(table.down, seat, layout),
        unsure=unsure,
        centre=None,
        told=True,
        owes=act,
        forced=None,
        took=put(table.took, seat, act),
        turn=seat,
        last=act,
    )
    return wins(after, seat, act) if has_eleven(after, seat) else after


def layout_after(table: ConquianTable, act: Takes) -> Layout:
    """Return what lies before a player who has taken a card: as said, or else as it can lie."""
    down, bit = table.down[act.seat], BIT.get(act.card, 0)
    if act.melds:
        other_melds = left(table, act)
        melds_left = other_melds if other_melds is not None else (meld & ~together(act.melds) for meld in down)
        return (*(meld for meld in melds_left if meld), *act.melds)
    options = table.options
    fresh = just_melded(table.known, act.seat) & ~together(down)
    spread = options.hand_cards_with_take == "any_own_meld"
    layout = taken(down, bit, fresh, costly=fresh, most=GOAL, spread=spread, longest=options.max_run)
    return layout or (*down, *([bit] if bit else []))


def just_melded(known: Knowledge, seat: int) -> int:
    """Return the cards that a player has put down from the hand."""
    sightings = ((card, sighting) for card in known.located for sighting in known.sightings(card))
    return bits(card for card, sighting in sightings if sighting.seat == seat and sighting.how == "melded")


def put(each: tuple[object, ...], seat: int, value: object) -> tuple[object, ...]:
    """Return what there is for each seat, with another value for one."""
    return (*each[:seat], value, *each[seat + 1 :])


def has_eleven(table: ConquianTable, seat: int) -> bool:
    """Tell whether a player has gone out. In part of a record an empty hand shows it."""
    if seat in table.unsure and table.owes and table.known.size(seat) == 0:
        return True
    return together(table.down[seat]).bit_count() >= GOAL


def wins(table: ConquianTable, seat: int, act: Takes | Melded) -> ConquianTable:
    """End the hand with a winner."""
    loser = opponent(table, seat)
    places = [LedgerItem(seat, 1, Unit.PLACE, "7.1", f"{table.name(seat)} has eleven cards melded.", act.line)]
    if loser is not None:
        places.append(LedgerItem(loser, 2, Unit.PLACE, "7.1", f"{table.name(loser)} has lost the hand.", act.line))
    items = table.items.plus(*places, *pays.test(table, seat, act.line))
    return replace(table, items=items, in_play=False, turn=None, over=act, winner=seat, drawn=0, owes=None, centre=None)


def let_go(table: ConquianTable, act: Declines | Discards) -> ConquianTable:
    """Offer the card to the opponent, or leave it lying; at the end of the stock the hand is drawn."""
    centre = table.centre
    if centre is None:
        return replace(table, turn=None, told=False, forced=None, owes=None, last=act)
    is_draw = isinstance(act, Declines) and ends_in_a_draw(table, act)
    following = opponent(table, centre.laid.seat)
    after = replace(
        table,
        centre=Centre(centre.card, centre.laid, (*centre.let_go, act.seat)),
        forced=None,
        turn=following,
        last=act,
    )
    if is_draw:
        return replace(after, in_play=False, turn=None, over=act, winner=None, drawn=table.drawn + 1)
    return after if following is not None else out_of_sight(after)


def out_of_sight(table: ConquianTable) -> ConquianTable:
    """Note that a player whom the record does not name is next, and does what it does not tell."""
    return replace(table, centre=None, told=False)


def discard(table: ConquianTable, act: Discards) -> ConquianTable:
    """Offer a card of the hand to the opponent."""
    following = opponent(table, act.seat)
    offered = Centre(act.card, act)
    after = replace(table, centre=offered, owes=None, forced=None, turn=following, last=act)
    return after if following is not None else out_of_sight(after)


def force(table: ConquianTable, act: Forces) -> ConquianTable:
    """Make a player take the card; with the last card of all that goes on with a hand that was drawn."""
    if not table.options.forcing:
        return table  # even if the players let it stand, nobody has to take the card
    if table.in_play:
        return replace(table, forced=act, turn=act.to, last=act)
    return replace(table, forced=act, turn=act.to, last=act, in_play=True, over=None, drawn=table.drawn - 1)


def _as_far_as_named(players: int) -> Knowledge:
    """Return what a deal makes known where not both players have been named yet."""
    known = undealt(players, book.pack)
    return known.counted(0, HAND) if players else known


def told_of_melds(table: ConquianTable, act: Melded) -> ConquianTable:
    """Note all that lies before a player, and so how many cards the hand has."""
    seat, known = act.seat, table.known
    if known.size(seat) is None:
        extra_card = table.owes is not None and table.owes.seat == seat
        size = HAND + extra_card - together(act.melds).bit_count()
        known = known.counted(seat, max(0, size - len(known.hands[seat].cards)))
    after = replace(table, known=known, down=put(table.down, seat, act.melds), unsure=table.unsure - {seat})
    return wins(after, seat, act) if after.in_play and has_eleven(after, seat) else after


def told_of_a_hand(table: ConquianTable, seat: int) -> ConquianTable:
    """Note that nothing is melded by a player who holds as many cards as were dealt."""
    if seat not in table.unsure or table.down[seat] or table.owes or table.known.size(seat) != HAND:
        return table
    return replace(table, unsure=table.unsure - {seat})


@book.on_void
def void(table: ConquianTable, act: Act) -> ConquianTable:
    """Leave a card that was wrongly turned on the stock, where both have seen it."""
    if isinstance(act, Turns) and table.known.can_hold(STOCK, act.card) is Holding.UNKNOWN:
        return replace(table, known=table.known.told(STOCK, (act.card,), shown=True))
    return table


@book.reconsiders
def reconsider(before: ConquianTable, later: ConquianTable, act: Act) -> Answer | None:
    """Rule again by what is told later of the melds, so long as the player has taken no other card since."""
    if isinstance(act, Takes):
        seat = act.seat
        if act.melds or later.took[seat] != act or seat in later.unsure:
            return None
        answer = book.judge(before, replace(act, melds=later.down[seat]))
    elif isinstance(act, Forces | Declines | Turns):
        seat = act.to if isinstance(act, Forces) else act.seat
        if later.took[seat] != before.took[seat] or seat not in before.unsure or seat in later.unsure:
            return None
        answer = book.judge(replace(before, down=later.down, unsure=later.unsure), act)
    else:
        return None
    return Answer(answer.verdict, answer.reason, answer.because, answer.word, answer.clause.id)


@book.settles
def settles(table: ConquianTable) -> Settled:
    """Say what is missing to settle a hand of which the record does not have the beginning."""
    if table.in_play or table.winner is None or table.from_deal or not table.options.stake:
        return Settled()
    missing = [] if len(table.seats) == 2 else [f"Who lost the hand, and pays {table.name(table.winner)}."]
    if table.options.draw == "carried":
        missing.append("How many hands were drawn just before the first line, for which the loser pays too.")
    return Settled(missing=tuple(missing))


@book.offers
def offers(table: ConquianTable, seat: int) -> Iterator[Offer]:
    """Propose what the player may do with the card on offer, the next card, a discard, or to force; or the deal."""
    yield from next_deal(table)
    if seat < 0:
        return
    name, centre = table.name(seat), table.centre
    if table.owes:
        yield from discards(table, seat)
    elif centre:
        yield from takes(table, seat, centre.card)
        yield Offer("", (Declines(seat),))
    if (other_seat := opponent(table, seat)) is not None:
        yield Offer("", (Forces(seat, other_seat),))
    next_card = next((card for card in book.pack.cards if not table.known.located.get(card)), None)
    if next_card and not table.owes and not (centre and centre.to_decide):
        yield Offer(f"{name} turns the next card", (Turns(seat, next_card),))


def takes(table: ConquianTable, seat: int, card: Card) -> Iterator[Offer]:
    """Propose one way in which the card can be melded, if there may be one."""
    melding = fit(table, seat) if table.forced and table.options.forcing_scope != "any_meld" else way(table, seat, card)
    bit = BIT.get(card, 0)
    if melding.can is Holding.NO or not melding.layout or not bit:
        return
    changed = tuple(meld for meld in melding.layout if meld not in table.down[seat])
    text = "" if melding.can is Holding.YES else f"{table.name(seat)} takes {card} and names the meld"
    yield Offer(text, (Takes(seat, card, changed),))


def discards(table: ConquianTable, seat: int) -> Iterator[Offer]:
    """Propose the cards of a hand, or any."""
    hand = table.known.hands[seat]
    if hand.whole:
        acts = tuple(Discards(seat, card) for card in hand.cards)
        yield from each_or_any(acts, f"{table.name(seat)} discards any card of the hand")
        return
    could = (card for card in book.pack.cards if table.known.may_hold(seat, card))
    if card := next(could, None):
        yield Offer(f"{table.name(seat)} discards a card of the hand", (Discards(seat, card),))


@book.shows
def shows(table: ConquianTable) -> Iterator[Fact]:
    """Show the card on offer, the stock, and what each player has melded, holds and has won."""
    centre, stock = table.centre, table.known.stock
    if table.in_play and centre:
        state = "turned" if centre.to_decide else "refused" if isinstance(centre.laid, Turns) else "discarded"
        yield Fact("On offer", f"{centre.card}, {state} by {table.name(centre.laid.seat)}")
    if table.forced:
        yield Fact("Forced", f"{table.name(table.forced.to)}, to take the card on offer")
    if table.owes:
        yield Fact("Due", f"a discard by {table.name(table.owes.seat)}")
    if stock is not None and table.from_deal:
        yield Fact("Stock", counted(stock, "card"))
    for seat in table.seats:
        size, down = table.known.size(seat), table.down[seat]
        if down:
            more = ", perhaps with more" if seat in table.unsure else ""
            yield Fact("Melds", f"{write_layout(down)}{more}", seat)
        if size is not None and table.in_play:
            yield Fact("Hand", counted(size, "card"), seat)
        hands_won = sum(item.amount == 1 for item in table.items if item.seat == seat and item.unit is Unit.PLACE)
        if hands_won:
            yield Fact("Won", counted(hands_won, "hand"), seat)
