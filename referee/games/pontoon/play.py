"""What happens at a Pontoon table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.cards import UNSEEN, Card
from referee.games.parts.possession import told
from referee.games.pontoon.bank import holds_pontoon, next_banker, played, still_to_bet
from referee.games.pontoon.boxes import box_of, is_bust, second_bet
from referee.games.pontoon.settlement import claimed, opponent, settled, unpaid, unsettled
from referee.games.pontoon.table import (
    Banks,
    Bet,
    Box,
    Buy,
    Declines,
    Options,
    Pay,
    Pontoon,
    Split,
    Stick,
    Table,
    Twist,
    book,
)
from referee.games.pontoon.turns import pack_for
from referee.rules import (
    Deal,
    Hand,
    Holds,
    HoldsOnly,
    Seats,
    Shows,
    Statement,
    dealt,
    undealt,
)


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    boxes = ((Box(),),) * len(seats)
    return Table(seats, options, whole, undealt(len(seats)), boxes, (None,) * len(seats), playing=not whole)


@book.applies
def apply(table: Table, act: object) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table, act)
        case Banks():
            return bank(table, act)
        case Declines():
            heir = None if table.heir == act.seat else table.heir
            return replace(table, declined=table.declined | {act.seat}, heir=heir)
        case Bet():
            after = on_box(table, act, bet=act.amount) if table.playing else table
        case Buy():
            after = taken(table, act, bought=(*box_of(table, act.seat).bought, act.amount))
        case Twist():
            after = taken(table, act, twisted=True)
        case Split():
            after = split(table, act)
        case Stick():
            after = begin_play(on_box(table, act, ended="stuck"), act.seat)
        case Pontoon():
            after = begin_play(on_box(table, act, ended="declared"), act.seat)
        case Pay():
            return pay(table, act)
        case Holds() | HoldsOnly() | Shows():
            after = tell(table, act)
        case _:
            return table
    return resolved(after, act)


# -- The bank -----------------------------------------------------------------------------------------------


def deal(table: Table, act: Deal) -> Table:
    """Open a hand. Each player's second card comes after the bets, and is counted from the start."""
    banker = act.seat if act.seat >= 0 else next_banker(table)
    fresh = replace(
        table,
        known=dealt([2] * len(table.seats)),
        boxes=((Box(Hand((), 2)),),) * len(table.seats),
        ups=(None,) * len(table.seats),
        banker=banker,
        terms=table.terms if table.terms and table.terms.seat == banker else None,
        playing=True,
        begun=False,
        heir=None,
        declined=frozenset(),
    )
    return replace(fresh, turn=whose_turn(fresh))


def bank(table: Table, act: Banks) -> Table:
    """Note who banks this hand, or the next one when this one is over."""
    kept = table.terms is not None and table.terms.seat == act.seat and act.least is None
    after = replace(table, terms=table.terms if kept else act)
    if not table.playing and played(table):
        return replace(after, heir=act.seat)
    after = replace(after, banker=act.seat)
    return replace(after, turn=whose_turn(after))


# -- What a player does -------------------------------------------------------------------------------------


def on_box(table: Table, act: Bet | Buy | Twist | Stick | Pontoon, **changes: object) -> Table:
    """Change the hand that a player is playing, unless it is settled."""
    box = box_of(table, act.seat)
    if box.due:
        return table
    return with_boxes(table, act.seat, box, replace(box, acts=(*box.acts, act), **changes))  # type: ignore[arg-type]


def begin_play(table: Table, seat: int) -> Table:
    """Note that the bets are over, once a player has acted."""
    return table if table.begun or seat == table.banker else replace(table, begun=True)


def taken(table: Table, act: Buy | Twist, **changes: object) -> Table:
    """Add a card of the pack to a hand."""
    table = drawn(begin_play(table, act.seat), act.seat, act.draws)
    box = box_of(table, act.seat)
    return on_box(table, act, held=with_cards(box.held, act.draws), **changes)


def split(table: Table, act: Split) -> Table:
    """Make two hands of one, each with a second card; the cards that were dealt lie open now, as far as recorded."""
    table = drawn(begin_play(table, act.seat), act.seat, act.draws)
    box = box_of(table, act.seat)
    if box.due or act.seat == table.banker:
        return with_boxes(table, act.seat, box, replace(box, held=with_cards(box.held, act.draws)))
    first, second = parted(box.held)
    acts = (*box.acts, act)
    return with_boxes(
        table,
        act.seat,
        box,
        replace(box, held=with_cards(first, act.draws[:1]), from_split=True, acts=acts),
        Box(with_cards(second, act.draws[1:]), second_bet(box), from_split=True, acts=acts),
    )


def parted(held: Hand) -> tuple[Hand, Hand]:
    """Return the two cards of a pair as a hand each; cards that nobody has named go to the second."""
    unknown = max(0, 2 - len(held.cards)) if held.unknown is None else held.unknown
    if unknown:
        return Hand(held.cards, unknown - 1), Hand((), 1)
    return Hand(held.cards[:-1], 0), Hand(held.cards[-1:], 0)


def with_boxes(table: Table, seat: int, box: Box, *instead: Box) -> Table:
    """Put hands in the place of one of a player's hands."""
    hands = table.boxes[seat]
    at = next(at for at, each in enumerate(hands) if each is box)
    hands = (*hands[:at], *instead, *hands[at + 1 :])
    return replace(table, boxes=(*table.boxes[:seat], hands, *table.boxes[seat + 1 :]))


def pay(table: Table, act: Pay) -> Table:
    """Note which hands a payment settles; the chips were counted when the hands were decided."""
    results = unpaid(table, act)
    if not results or any(len(dues) != 1 for dues in results):
        return table
    player, asked = opponent(table, act), claimed(table, act)
    owing = [box for box in table.boxes[player] if box.bet and not box.paid]
    one = next((box for box, dues in zip(owing, results, strict=True) if dues[0].amount == asked), None)
    if sum(dues[0].amount for dues in results) != asked:
        owing = [one] if one else []
    for box in owing:
        table = with_boxes(table, player, box, replace(box, paid=act))
    return table


# -- Cards --------------------------------------------------------------------------------------------------


def drawn(table: Table, seat: int, cards: tuple[Card, ...]) -> Table:
    """Take cards from the pack."""
    return replace(table, known=pack_for(table, len(cards)).draws(seat, cards))


def with_cards(held: Hand, cards: Iterable[Card]) -> Hand:
    """Add cards to a hand; `??` stands for one not seen."""
    cards = tuple(cards)
    seen = tuple(card for card in cards if card is not UNSEEN)
    unknown = None if held.unknown is None else held.unknown + len(cards) - len(seen)
    return Hand(held.cards + seen, unknown)


def tell(table: Table, act: Statement) -> Table:
    """Note what a player's cards are.

    The first card shown alone is the one that was dealt face up. In a part of a record several cards shown are the
    whole hand. After a split, cards are shown hand by hand: one that is new belongs to the hand of the card named
    before it.
    """
    seat = act.seat
    known = told(table.known, act)
    if isinstance(act, Shows) and len(act.cards) > 1 and not table.whole:
        known = known.with_hand(seat, Hand(known.hands[seat].cards, 0))
    hands = table.boxes[seat]
    if len(hands) == 1:
        hands = (replace(hands[0], held=known.hands[seat]),)
    else:
        hands = placed(hands, act.cards, in_order=not isinstance(act, HoldsOnly))
    if isinstance(act, Shows):
        hands = tuple(replace(box, acts=(*box.acts, act)) if seen(box, act.cards) else box for box in hands)
    ups = table.ups
    if isinstance(act, Shows) and len(act.cards) == 1 and ups[seat] is None and not table.begun:
        ups = (*ups[:seat], act.cards[0], *ups[seat + 1 :])
    boxes = (*table.boxes[:seat], hands, *table.boxes[seat + 1 :])
    return replace(table, known=known, boxes=boxes, ups=ups)


def seen(box: Box, cards: tuple[Card, ...]) -> bool:
    """Tell whether some of these cards are of a hand that is not settled."""
    return not box.due and not set(cards).isdisjoint(box.held.cards)


def placed(hands: tuple[Box, ...], cards: tuple[Card, ...], *, in_order: bool) -> tuple[Box, ...]:
    """Put cards that were named to the one of several hands that they belong to, where that is certain."""
    after = list(hands)
    at = next((at for card in cards for at, box in enumerate(hands) if card in box.held.cards), None)
    for card in cards:
        home = next((at for at, box in enumerate(after) if card in box.held.cards), None)
        if home is not None or card is UNSEEN:
            at = at if home is None else home
            continue
        room = [at for at, box in enumerate(after) if box.held.unknown != 0]
        into = at if in_order and at in room else room[0] if len(room) == 1 else None
        if into is not None:
            held = after[into].held
            left = None if held.unknown is None else held.unknown - 1
            after[into] = replace(after[into], held=Hand((*held.cards, card), left))
    return tuple(after)


# -- What follows -------------------------------------------------------------------------------------------


def resolved(table: Table, act: Bet | Buy | Twist | Split | Stick | Pontoon | Statement) -> Table:
    """Finish the hands that are over, settle those that are decided, and find whose turn it is."""
    if not table.playing:
        return settled(table, act.line)
    boxes = tuple(tuple(ended(table, seat, box, act) for box in hands) for seat, hands in enumerate(table.boxes))
    after = settled(replace(table, boxes=boxes), act.line)
    if table.whole and not unsettled(after) and any(box.due for hands in boxes_of(after) for box in hands):
        after = replace(after, playing=False)
    return replace(after, turn=whose_turn(after))


def boxes_of(table: Table) -> tuple[tuple[Box, ...], ...]:
    """Return the players' hands."""
    return tuple(table.boxes[seat] for seat in table.players)


def ended(table: Table, seat: int, box: Box, act: object) -> Box:
    """Say how a hand has come to its end, if it has."""
    if not box.held.cards or box.due:
        return box
    # Two cards are never bust, so that most hands need not be counted.
    if not box.ended and box.held.size != 2 and is_bust(table, box):
        return replace(box, ended="bust")
    if not box.ended and table.options.max_cards != "none" and (box.held.size or 0) >= int(table.options.max_cards):
        return replace(box, ended="full")
    if seat != table.banker or table.begun or not table.whole:
        return box
    # Before play the banker's pontoon may be shown instead of said; what was said and is not so is undone.
    if isinstance(act, Shows) and act.seat == seat and holds_pontoon(table, box) and not still_to_bet(table):
        return replace(box, ended="declared")
    if box.ended == "declared" and box.held.whole and not holds_pontoon(table, box):
        return replace(box, ended="")
    return box


def whose_turn(table: Table) -> int | None:
    """Return who is to bet or to play, when that is known."""
    if not table.whole or not table.playing or table.bank is None:
        return None
    if waiting := still_to_bet(table):
        return waiting[0]
    if table.bank.ended == "declared":
        return None
    order = (seat for seat in table.players if any(box.bet and not box.ended for box in table.boxes[seat]))
    return next(order, None if table.bank.ended else table.banker)
