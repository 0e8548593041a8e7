"""What happens at a Pontoon table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cards import UNSEEN, Card, write_cards
from referee.games.pontoon.hands import counts, has_pontoon, is_bust, points
from referee.games.pontoon.rules import (
    box_of,
    dealt_again,
    decided,
    dues,
    has_all_cards,
    is_seen,
    may_be_over,
    pays_what_is_due,
    prices,
    reason,
    rightful,
    second_bet,
    shuffled,
    stake,
    still_to_bet,
    unpaid,
)
from referee.games.pontoon.table import (
    BUST,
    DECLARED,
    FULL,
    STUCK,
    Banks,
    Bet,
    Box,
    Buy,
    Declines,
    Due,
    Options,
    Pay,
    Pontoon,
    Split,
    Stick,
    Table,
    Twist,
    book,
)
from referee.rules import (
    STOCK,
    Act,
    Answer,
    Cards,
    Deal,
    Fact,
    Hand,
    HoldsOnly,
    Item,
    Move,
    Offer,
    Seats,
    Settled,
    Shows,
    Statement,
    Unit,
    dealt,
    replace,
    undealt,
)

Boxes = tuple[tuple[Box, ...], ...]
Draw = Buy | Twist | Split


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    boxes = ((Box(),),) * len(seats)
    known = undealt(len(seats))
    return Table(seats, options, whole, known, in_play=not whole, players=tuple(seats), boxes=boxes)


@book.moves
def moves(table: Table, act: Act) -> tuple[Move, ...]:
    """Return where the cards of an act go: from the pack to a hand, or from a bust hand under the pack."""
    if not isinstance(act, Draw):
        return ()
    again = dealt_again.test(table, len(act.cards))
    return (*again, Move(act.cards, STOCK, act.seat, face_up=isinstance(act, Twist)))


@book.applies
def apply(table: Table, act: Act) -> Table:
    """Record what happened."""
    match act:
        case Statement():
            return told(table, act)
        case Bet():
            return bet(table, act)
        case Buy() | Twist():
            return taken(table, act)
        case Stick():
            return ended(table, act, STUCK)
        case Pontoon():
            return ended(table, act, DECLARED)
        case Split():
            return split(table, act)
        case Pay():
            return replace(table, payments=(*table.payments, act))
        case Deal():
            return deal(table, act)
        case Banks():
            return bank(table, act)
        case Declines():
            heir = None if table.heir == act.seat else table.heir
            return replace(table, declined=table.declined | {act.seat}, heir=heir)
    return table


# -- The bank and the deal ----------------------------------------------------------------------------------


def deal(table: Table, act: Deal) -> Table:
    """Open a hand. Each player's second card comes after the bets, and is counted from the start."""
    before = over(table, act.line)
    heirs = rightful(before)
    banker = act.seat if act.seat >= 0 else heirs[-1] if heirs else None
    seated, players = table.seats.ordered, len(table.seats)
    known = dealt([2] * players) if seated else undealt(players)
    for seat in () if seated else table.seats:
        known = known.counted(seat, 2)
    fresh = replace(
        before,
        known=known,
        in_play=True,
        from_deal=seated,
        dealer=banker,
        items=(*before.items, *settle(before).items),
        boxes=((Box(),),) * players,
        payments=(),
        begun=False,
        heir=None,
        declined=frozenset(),
    )
    fresh = banked(fresh, banker)
    return replace(fresh, turn=whose_turn(fresh))


def bank(table: Table, act: Banks) -> Table:
    """Note who banks this hand, or the next one when this one is over."""
    kept = table.terms is not None and table.terms.seat == act.seat and act.least is None
    after = replace(table, terms=table.terms if kept else act)
    if may_be_over(table) and any(box.bet for hands in table.boxes for box in hands):
        return replace(over(after, act.line), heir=act.seat)
    after = banked(after, act.seat)
    return replace(after, turn=whose_turn(after))


def banked(table: Table, banker: int | None) -> Table:
    """Give somebody the bank, and the others their places at the banker's left."""
    players = tuple(table.seats) if banker is None else table.seats.left_of(banker)
    terms = table.terms if table.terms and table.terms.seat == banker else None
    return replace(table, banker=banker, players=players, terms=terms)


def over(table: Table, line: int) -> Table:
    """End a hand that the banker has finished without a word."""
    bank = table.bank
    if not table.from_deal or not table.in_play or table.banker is None or bank is None or not may_be_over(table):
        return table
    boxes = with_boxes(table.boxes, table.banker, bank, replace(bank, ended=bank.ended or STUCK))
    return concluded(replace(table, boxes=boxes), line)


# -- What a player does -------------------------------------------------------------------------------------


def bet(table: Table, act: Bet) -> Table:
    """Put a bet on a hand."""
    box = box_of(table, act.seat)
    changed = replace(box, bet=act.amount, acts=(*box.acts, act))
    after = replace(table, boxes=with_boxes(table.boxes, act.seat, box, changed))
    return replace(after, turn=whose_turn(after)) if table.from_deal else after


def taken(table: Table, act: Buy | Twist) -> Table:
    """Add a card of the pack to a hand, which it may finish."""
    seat, box = act.seat, box_of(table, act.seat)
    if box.due:
        return table
    changed = replace(
        box,
        held=None if box.held is None else added(box.held, act.card),
        bought=(*box.bought, act.amount) if isinstance(act, Buy) else box.bought,
        twists=box.twists + isinstance(act, Twist),
        acts=(*box.acts, act),
    )
    if is_bust(table.known, table.held(seat, changed)):
        changed = replace(changed, ended=BUST)
    elif not box.ended and has_all_cards(table, seat, changed):
        changed = replace(changed, ended=FULL)
    return played(table, act, box, changed)


def ended(table: Table, act: Stick | Pontoon, how: str) -> Table:
    """Finish a hand."""
    box = box_of(table, act.seat)
    return table if box.due else played(table, act, box, replace(box, ended=how, acts=(*box.acts, act)))


def split(table: Table, act: Split) -> Table:
    """Make two hands of one, each with a second card; the cards that were dealt lie open now, as far as recorded."""
    box = box_of(table, act.seat)
    if box.due or act.seat == table.banker:
        return table
    held = table.held(act.seat, box)
    if box.held is None:  # the new cards have moved to the player, who has had but one hand
        unknown = None if held.unknown is None else max(0, held.unknown - act.cards.count(UNSEEN))
        held = Hand(tuple(card for card in held.cards if card not in act.cards), unknown)
    first, second = parted(held)
    acts = (*box.acts, act)
    return played(
        table,
        act,
        box,
        replace(box, held=added(first, act.first), from_split=True, acts=acts),
        Box(added(second, act.second), second_bet(box), from_split=True, acts=acts),
    )


def played(table: Table, act: Buy | Twist | Stick | Pontoon | Split, box: Box, *instead: Box) -> Table:
    """Put a hand back as it is after an act; who acts first ends the betting, and a hand that is finished the turn."""
    begins = not table.begun and act.seat != table.banker
    after = replace(
        table, boxes=with_boxes(table.boxes, act.seat, box, *instead), begun=True if begins else table.begun
    )
    return concluded(after, act.line) if begins or instead[0].ended else after


def with_boxes(boxes: Boxes, seat: int, box: Box, *instead: Box) -> Boxes:
    """Put hands in the place of one of a player's hands."""
    hands = boxes[seat]
    if len(hands) > 1:
        at = next(at for at, each in enumerate(hands) if each is box)
        instead = (*hands[:at], *instead, *hands[at + 1 :])
    return (*boxes[:seat], instead, *boxes[seat + 1 :])


def added(held: Hand, card: Card) -> Hand:
    """Add a card to a hand; `??` is one not seen."""
    if card is not UNSEEN:
        return Hand((*held.cards, card), held.unknown)
    return Hand(held.cards, None if held.unknown is None else held.unknown + 1)


def parted(held: Hand) -> tuple[Hand, Hand]:
    """Return the two cards of a pair as a hand each; cards that nobody has named go to the second."""
    unknown = max(0, 2 - len(held.cards)) if held.unknown is None else held.unknown
    if unknown:
        return Hand(held.cards, unknown - 1), Hand((), 1)
    return Hand(held.cards[:-1], 0), Hand(held.cards[-1:], 0)


# -- What is told of the cards ------------------------------------------------------------------------------


def told(table: Table, act: Statement) -> Table:
    """Note what a player's cards are.

    In a part of a record several cards shown are the whole hand. After a split, cards are shown hand by hand: one that
    is new belongs to the hand of the card named before it.
    """
    seat, known, hands = act.seat, table.known, table.boxes[act.seat]
    shows = isinstance(act, Shows)
    if len(hands) > 1:
        hands = placed(hands, act.cards, in_order=not isinstance(act, HoldsOnly))
    elif shows and len(act.cards) > 1 and known.hands[seat].unknown is None:
        known = known.counted(seat, 0)
    if shows:
        hands = tuple(replace(box, acts=(*box.acts, act)) if shown(box, act) else box for box in hands)
    after = replace(table, known=known, boxes=(*table.boxes[:seat], hands, *table.boxes[seat + 1 :]))
    if seat == table.banker:
        after = banks_on(after, hands[0], shows)
    boxes = tuple([tuple([found_bust(after, seat, box) for box in hands]) for seat, hands in enumerate(after.boxes)])
    if boxes != after.boxes:
        after = replace(after, boxes=boxes)
    return concluded(after, act.line)


def shown(box: Box, act: Statement) -> bool:
    """Tell whether cards of a hand that is not settled are shown."""
    return not box.due and (box.held is None or not set(act.cards).isdisjoint(box.held.cards))


def banks_on(table: Table, bank: Box, shows: bool) -> Table:
    """Note the banker's pontoon, which may be shown instead of said; what was said and is not so is undone."""
    banker = table.banker
    if banker is None or (table.begun and table.from_deal):
        return table
    has = has_pontoon(table, banker, bank)
    how = bank.ended
    if has and shows and not how and not (table.from_deal and still_to_bet(table)):
        how = DECLARED
    elif has is False and how == DECLARED:
        how = ""
    return (
        table
        if how == bank.ended
        else replace(table, boxes=with_boxes(table.boxes, banker, bank, replace(bank, ended=how)))
    )


def found_bust(table: Table, seat: int, box: Box) -> Box:
    """Mark a hand that is seen to be bust, though nobody said so."""
    if box.due or box.ended == BUST or not is_bust(table.known, table.held(seat, box)):
        return box
    return replace(box, ended=BUST)


def placed(hands: tuple[Box, ...], cards: Cards, *, in_order: bool) -> tuple[Box, ...]:
    """Put cards that were named to the one of several hands that they belong to, where that is certain."""
    after = list(hands)
    held = [box.held or Hand() for box in hands]
    at = next((at for card in cards for at, each in enumerate(held) if card in each.cards), None)
    for card in cards:
        home = next((at for at, each in enumerate(held) if card in each.cards), None)
        if home is not None or card is UNSEEN:
            at = at if home is None else home
            continue
        room = [at for at, each in enumerate(held) if each.unknown != 0]
        into = at if in_order and at in room else room[0] if len(room) == 1 else None
        if into is not None:
            unknown = held[into].unknown
            held[into] = Hand((*held[into].cards, card), None if unknown is None else unknown - 1)
            after[into] = replace(after[into], held=held[into])
    return tuple(after)


# -- What follows -------------------------------------------------------------------------------------------


def concluded(table: Table, line: int) -> Table:
    """Settle the hands that are decided, and pass the turn; when nobody is left to play, the hand is over."""
    if not table.from_deal or table.bank is None:
        return table
    over, items, boxes = bool(table.bank.ended), table.items, table.boxes
    for seat in table.players:
        for at, box in enumerate(boxes[seat]):
            results = dues(table, seat, box) if not box.due and (over or box.ended == BUST) else ()
            if len(results) == 1:
                items = (*items, *payment(table, seat, at, results[0], line))
                boxes = with_boxes(boxes, seat, box, replace(box, due=results[0]))
    after = replace(table, items=items, boxes=boxes)
    turn = whose_turn(after)
    return replace(after, turn=turn, in_play=turn is not None)


def payment(table: Table, player: int, at: int, due: Due, line: int = 0) -> tuple[Item, Item]:
    """Return what a player gains or loses by a hand, and the banker with it."""
    banker, why = table.banker, reason(table, player, at, due)
    assert banker is not None
    return (
        Item(player, due.amount, Unit.CHIPS, due.clause, why, line),
        Item(banker, -due.amount, Unit.CHIPS, due.clause, why, line),
    )


def whose_turn(table: Table) -> int | None:
    """Return who is to bet or to play, when that is known."""
    bank = table.bank
    if not table.from_deal or bank is None or bank.ended == DECLARED:
        return None
    if waiting := still_to_bet(table):
        return waiting[0]
    boxes = [(seat, box) for seat in table.players for box in table.boxes[seat] if box.bet]
    for seat, box in boxes:
        if not box.ended:
            return seat
    return None if bank.ended or all(box.due for _, box in boxes) else table.banker


@book.awaits
def awaits(table: Table) -> str:
    """Return that the second cards are due, once everybody has bet."""
    if table.begun or not table.from_deal or not table.in_play or still_to_bet(table):
        return ""
    return "" if any(hand.shown for hand in table.known.hands) else "the second cards"


@book.settles
def settle(table: Table) -> Settled:
    """Return who gets what if no hand that is shown takes another card, and what is missing of the others."""
    hands = table.known.hands
    if table.from_deal or not any(len(hand.cards) > 1 for hand in hands):
        return Settled()
    if table.banker is None:
        return Settled(missing=("It is not said who banks.",))
    items: list[Item] = []
    unseen: dict[int, None] = {}
    missing: list[str] = []
    for seat in table.players:
        if not table.boxes[seat][0].bet:
            if hands[seat].cards:
                missing.append(f"It is not said what {table.name(seat)} bet.")
            continue
        for at, box in enumerate(table.boxes[seat]):
            results = dues(table, seat, box)
            if len(results) == 1:
                items.extend(payment(table, seat, at, results[0]))
            else:
                unseen.update(dict.fromkeys(each for each in (seat, table.banker) if not is_seen(table, each)))
    missing.extend(f"{table.name(seat)}'s hand is not shown." for seat in unseen)
    return Settled(tuple(items), tuple(missing))


@book.reconsiders
def reconsider(before: Table, later: Table, act: Act) -> Answer | None:
    """Rule again on a payment by what is said later of the bets, the bank and the cards, as long as the hands are the
    same.
    """
    if not isinstance(act, Pay) or [box.taken for box in later.boxes[act.seat]] != [
        box.taken for box in before.boxes[act.seat]
    ]:
        return None
    return pays_what_is_due(replace(later, payments=before.payments), act)


# -- What could happen instead ------------------------------------------------------------------------------


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose what is due, who banks, a bet, or what a player may do in turn."""
    yield from next_hand(table, seat)
    if seat < 0:
        return
    yield from payments(table, seat)
    if not table.in_play:
        return
    name, box = table.name(seat), box_of(table, seat)
    if not box.bet and not box.taken and not box.ended and seat != table.banker and not table.begun:
        fewest, most = table.limits
        bets = tuple(Bet(seat, amount) for amount in sorted({fewest, most or fewest}))
        asked = f"{name} bets {fewest} " + (f"to {most}" if most else "or more")
        yield Offer(asked if most != fewest else "", bets)
        if table.whole:
            return
    if has_pontoon(table, seat, box):
        yield Offer("", (Pontoon(seat),))
    yield Offer("", (Stick(seat),))
    if box.bet:
        cheap, dear = prices(table, box)
        buys = tuple(Buy(seat, price) for price in sorted({cheap, dear}))
        yield Offer(f"{name} buys {cheap} to {dear}" if len(buys) == 2 else "", buys)
    yield Offer("", (Twist(seat),))
    yield Offer("", (Split(seat),))


def next_hand(table: Table, seat: int) -> Iterator[Offer]:
    """Propose who takes the bank, or deals the next hand."""
    heirs = rightful(table)
    if not heirs:
        if seat >= 0 and table.whole:
            yield Offer("", (Banks(seat),))
    elif may_be_over(table):
        if table.heir is None and heirs[-1] != table.banker:
            yield Offer("", (Banks(heirs[-1]),))
        if table.whole and not any(box.bet and not box.due for hands in table.boxes for box in hands):
            yield Offer("", (Deal(heirs[-1]),))


def payments(table: Table, seat: int) -> Iterator[Offer]:
    """Propose the payments that are due and not made, to and from a player or the banker: all together, or each."""
    banker = table.banker
    if banker is None:
        return
    for player in table.players if seat == banker else (seat,):
        amounts = [due.amount for due in decided(unpaid(table, player)).values()]
        for amount in dict.fromkeys((sum(amounts), *amounts)):
            if amount:
                payer, payee = (banker, player) if amount > 0 else (player, banker)
                yield Offer("", (Pay(payer, payee, abs(amount)),))


# -- What is seen -------------------------------------------------------------------------------------------


@book.shows
def shows(table: Table) -> Iterable[Fact]:
    """Show the bank, its limits, every hand with its stake, and what the next hand begins with."""
    if table.banker is not None:
        fewest, most = table.limits
        yield Fact("Bank", f"{table.name(table.banker)}, bets from {fewest}" + (f" to {most}" if most else ""))
    for seat, hands in enumerate(table.boxes):
        for box in hands:
            held = table.held(seat, box)
            of = counts(table.known, held)
            cards = write_cards((*held.cards, *((UNSEEN,) * (held.unknown or 0))))
            value = f" = {points(of[0])}" if len(of) == 1 else ""
            if cards:
                yield Fact(f"Stake {stake(box)}" if box.bet else "Hand", cards + value, seat)
    if not table.in_play and table.items:
        heirs = " or ".join(map(table.name, rightful(table)))
        yield Fact("Next hand", f"{heirs} has the bank. {shuffled(table)}")
