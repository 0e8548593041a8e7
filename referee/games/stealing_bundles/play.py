"""What happens at a table of Stealing Bundles, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards import UNSEEN, write_cards
from referee.cards.words import counted
from referee.games.parts.dealing import next_deal, opened
from referee.games.parts.turns import opponent
from referee.games.stealing_bundles import rules
from referee.games.stealing_bundles.rules import alike, wanted
from referee.games.stealing_bundles.table import (
    BOARD,
    DEALT,
    Board,
    Bundle,
    BundlesTable,
    Play,
    Refill,
    Steal,
    Trail,
    book,
)
from referee.rules import OPEN_TABLE, STOCK, Act, Cards, Deal, Fact, Move, Offer, dealt, replace

FRESH = (UNSEEN,) * DEALT


book.begins(
    BundlesTable,
    lambda table: (
        table
        if table.whole
        else replace(table, known=table.known.counted(BOARD, None), bundles=(Bundle(whole=False),) * 2)
    ),
)


@book.moves
def moves(table: BundlesTable, act: Act) -> Iterator[Move]:
    """Yield where the cards of an act go; when both hands are empty, four new ones come to each."""
    match act:
        case Board():
            yield Move(act.cards, BOARD, OPEN_TABLE, "dealt to the board")
        case Refill() if not table.from_deal:
            yield from (Move(FRESH, STOCK, seat) for seat in table.seats)
        case Trail():
            yield Move((act.card,), act.seat, OPEN_TABLE, "trailed")
            yield from refilled(table, act.seat)
        case Play() | Steal():
            # Both the board and the bundles lie open on the table.
            if unseen := taken_unseen(table, act):
                yield Move(unseen, BOARD, OPEN_TABLE, "captured")
            yield Move((act.card,), act.seat, OPEN_TABLE, "played")
            yield from refilled(table, act.seat)


def taken(table: BundlesTable, act: Play | Steal) -> Cards:
    """Return what a play takes from the board."""
    if act.taking or isinstance(act, Steal):  # right or wrong, those were taken
        return tuple(card for card in table.board if card in act.taking)
    return alike(table.board, act.card)


def taken_unseen(table: BundlesTable, act: Play | Steal) -> Cards:
    """Return what a play is said to take that the record does not have on the board."""
    cards = () if table.laid else act.taking
    return tuple(card for card in cards if card not in table.board)


def refilled(table: BundlesTable, seat: int) -> Iterator[Move]:
    """Yield the new cards that come when the last card of both hands is played."""
    known, other_seat = table.known, 1 - seat
    if table.from_deal and known.size(seat) == 1 and known.size(other_seat) == 0 and known.stock:
        yield Move(FRESH, STOCK, seat)
        yield Move(FRESH, STOCK, other_seat)
    elif not table.from_deal and (known.size(seat) == 1 or table.played[seat] == DEALT - 1):
        yield Move(FRESH, STOCK, seat)


@book.applies
def apply(table: BundlesTable, act: Act) -> BundlesTable:
    """Record what happened."""
    match act:
        case Play() | Steal():
            return capture(table, act)
        case Trail():
            return trail(table, act)
        case Board():
            fresh = tuple(card for card in act.cards if card not in (UNSEEN, *table.board))
            return replace(table, board=(*table.board, *fresh), laid=UNSEEN not in act.cards)
        case Refill() if not table.from_deal:
            known = table.known
            for seat in table.seats:
                known = known.told_whole(seat, FRESH)
            return replace(table, known=known, played=(0, 0))
        case Deal():
            return deal(table, act)
    return table


def deal(table: BundlesTable, act: Deal) -> BundlesTable:
    """Open a hand: four cards to each player and four to the board."""
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    known = dealt((DEALT, DEALT)).moved(Move(FRESH, STOCK, BOARD))
    return opened(table, known, dealer, turn=opponent(table, dealer))


def trail(table: BundlesTable, act: Trail) -> BundlesTable:
    """Lay a card on the board; one that nobody saw leaves it open what lies there."""
    if act.card is UNSEEN:
        return turn_over(table, act, table.board, laid=False)
    return turn_over(table, act, (*table.board, act.card), laid=table.laid)


def capture(table: BundlesTable, act: Play | Steal) -> BundlesTable:
    """Put what a card takes on the player's bundle, with the card on top."""
    cards, rival = taken(table, act), table.rival(act.seat)
    stolen = rules.steals(table, act) or (isinstance(act, Steal) and rival.top is not None)  # right or wrong
    own = rules.put_on_top.test(
        table.bundles[act.seat],
        rival,
        act.card,
        len(cards) + len(taken_unseen(table, act)),
        stolen=stolen,
        whole=table.laid and (rival.whole or rival.top is not None),
    )
    if act.card is UNSEEN:
        own = own._replace(top=None, whole=False)
    other_bundle = Bundle() if stolen else rival
    board = tuple(card for card in table.board if card not in cards) if cards else table.board
    bundles = (own, other_bundle) if act.seat == 0 else (other_bundle, own)
    return turn_over(table, act, board, bundles=bundles, captor=act.seat)


def turn_over(table: BundlesTable, act: Play | Steal | Trail, board: Cards, **changes: Any) -> BundlesTable:
    """Pass the turn; with the last card of all the hand is over."""
    known = table.known
    if not table.from_deal:
        changes["played"] = tuple((turns + (seat == act.seat)) % DEALT for seat, turns in enumerate(table.played))
    elif known.size(act.seat) == 0 and known.size(1 - act.seat) == 0 and known.stock == 0:
        table = replace(table, last=act, turn=None, board=board, in_play=False, over=True, **changes)
        return replace(table, items=table.items.plus(*rules.more_cards_win(table, act.line)))
    # A turn taken too early leaves the other player with the last cards.
    turn = act.seat if table.from_deal and known.size(1 - act.seat) == 0 else opponent(table, act.seat)
    return replace(table, last=act, turn=turn, board=board, **changes)


@book.awaits
def awaits(table: BundlesTable) -> str:
    """Say that the board is still to be dealt."""
    return "board, four cards" if table.from_deal and table.in_play and not table.laid and table.last is None else ""


@book.offers
def offers(table: BundlesTable, seat: int) -> Iterator[Offer]:
    """Propose what the hand allows where it is known, or else what would match; or the deal."""
    yield from next_deal(table)
    if seat < 0:
        return
    hand, targets, name = table.known.hands[seat], wanted(table, seat), table.name(seat)
    if hand.whole:
        for card in hand.cards:
            matching_cards = alike(table.board, card)
            yield Offer("", (Play(seat, card),))
            if table.options.capture_and_steal == "choose_one" and matching_cards:
                yield Offer("", (Play(seat, card, matching_cards),))
                yield Offer("", (Steal(seat, card),))
            yield Offer("", (Trail(seat, card),))
        return
    could = [card for card in book.pack.cards if table.known.may_hold(seat, card)]
    matching = [card for card in could if alike(targets, card)]
    if matching:
        yield Offer(f"{name} plays {rules.a_match(targets)}, or trails without one", (Play(seat, matching[0]),))
    else:
        yield Offer(f"{name} trails a card", tuple(Trail(seat, card) for card in could[:1]))


@book.shows
def shows(table: BundlesTable) -> Iterator[Fact]:
    """Show the board, the stock, both bundles, and how many cards each player holds."""
    if table.laid or table.board:
        yield Fact("Board", write_cards(table.board) or "empty")
    if table.known.stock is not None:
        yield Fact("Stock", counted(table.known.stock, "card"))
    for seat in table.seats:
        bundle = table.bundles[seat]
        if bundle.top:
            size = counted(bundle.size, "card") if bundle.whole else f"{counted(bundle.size, 'card')} or more"
            yield Fact("Bundle", f"{bundle.top}, {size}", seat)
        if (size_left := table.known.size(seat)) is not None:
            yield Fact("Hand", counted(size_left, "card"), seat)
