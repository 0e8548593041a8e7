"""The effects of acts on a table of Stealing Bundles, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards import UNSEEN, write_cards
from referee.cards.words import quantity
from referee.games.parts.dealing import offer_deal, open_hand
from referee.games.parts.turns import opponent
from referee.games.stealing_bundles import rules
from referee.games.stealing_bundles.rules import match_targets, same_rank
from referee.games.stealing_bundles.table import (
    BOARD,
    HAND_SIZE,
    BoardCards,
    Bundle,
    BundlesPlay,
    BundlesTable,
    Refill,
    Steal,
    Trail,
    book,
)
from referee.rules import OPEN_TABLE, STOCK, Act, Cards, Deal, Move, Offer, TableFact, after_deal, replace

NEW_CARDS = (UNSEEN,) * HAND_SIZE


book.begins(
    BundlesTable,
    lambda table: (
        table
        if table.complete
        else replace(
            table, knowledge=table.knowledge.with_unknown_count(BOARD, None), bundles=(Bundle(is_complete=False),) * 2
        )
    ),
)


@book.moves
def moves(table: BundlesTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act. When both hands are empty, four new cards are dealt to each."""
    match act:
        case BoardCards():
            yield Move(act.cards, BOARD, OPEN_TABLE, "dealt to the board")
        case Refill() if not table.from_deal:
            yield from (Move(NEW_CARDS, STOCK, seat) for seat in table.seats)
        case Trail():
            yield Move((act.card,), act.seat, OPEN_TABLE, "trailed")
            yield from refill_moves(table, act.seat)
        case BundlesPlay() | Steal():
            # Both the board and the bundles lie face up on the table.
            if unseen_count := unseen_cards_taken(table, act):
                yield Move(unseen_count, BOARD, OPEN_TABLE, "captured")
            yield Move((act.card,), act.seat, OPEN_TABLE, "played")
            yield from refill_moves(table, act.seat)


def cards_taken(table: BundlesTable, act: BundlesPlay | Steal) -> Cards:
    """Return the cards that a play takes from the board."""
    if act.taking or isinstance(act, Steal):  # legal or not, those were taken
        return tuple(card for card in table.board if card in act.taking)
    return same_rank(table.board, act.card)


def unseen_cards_taken(table: BundlesTable, act: BundlesPlay | Steal) -> Cards:
    """Return the cards that a play takes although the record does not show them on the board."""
    cards = () if table.board_is_known else act.taking
    return tuple(card for card in cards if card not in table.board)


def refill_moves(table: BundlesTable, seat: int) -> Iterator[Move]:
    """Yield the moves of the new cards once both hands have been played."""
    knowledge, other_seat = table.knowledge, 1 - seat
    if table.from_deal and knowledge.size(seat) == 1 and knowledge.size(other_seat) == 0 and knowledge.stock:
        yield Move(NEW_CARDS, STOCK, seat)
        yield Move(NEW_CARDS, STOCK, other_seat)
    elif not table.from_deal and (knowledge.size(seat) == 1 or table.turns_played[seat] == HAND_SIZE - 1):
        yield Move(NEW_CARDS, STOCK, seat)


@book.applies
def apply(table: BundlesTable, act: Act) -> BundlesTable:
    """Return the table after an act."""
    match act:
        case BundlesPlay() | Steal():
            return capture(table, act)
        case Trail():
            return trail(table, act)
        case BoardCards():
            new_cards = tuple(card for card in act.cards if card not in (UNSEEN, *table.board))
            return replace(table, board=(*table.board, *new_cards), board_is_known=UNSEEN not in act.cards)
        case Refill() if not table.from_deal:
            knowledge = table.knowledge
            for seat in table.seats:
                knowledge = knowledge.reveal_all(seat, NEW_CARDS)
            return replace(table, knowledge=knowledge, turns_played=(0, 0))
        case Deal():
            return deal(table, act)
    return table


def deal(table: BundlesTable, act: Deal) -> BundlesTable:
    """Return the table with four cards dealt to each player and four to the board."""
    dealer = act.seat if act.seat >= 0 else rules.next_dealer(table)
    knowledge = after_deal((HAND_SIZE, HAND_SIZE)).move(Move(NEW_CARDS, STOCK, BOARD))
    return open_hand(table, knowledge, dealer, turn=opponent(table, dealer))


def trail(table: BundlesTable, act: Trail) -> BundlesTable:
    """Return the table with a card laid on the board. After an unseen card, the board is not fully known."""
    if act.card is UNSEEN:
        return end_turn(table, act, table.board, board_is_known=False)
    return end_turn(table, act, (*table.board, act.card), board_is_known=table.board_is_known)


def capture(table: BundlesTable, act: BundlesPlay | Steal) -> BundlesTable:
    """Return the table with the captured cards on the player's bundle, and the capturing card on top."""
    cards, rival = cards_taken(table, act), table.rival_bundle(act.seat)
    is_stolen = rules.steals(table, act) or (isinstance(act, Steal) and rival.top is not None)  # legal or not
    own_bundle = rules.put_on_top.test(
        table.bundles[act.seat],
        rival,
        act.card,
        len(cards) + len(unseen_cards_taken(table, act)),
        is_stolen=is_stolen,
        is_complete=table.board_is_known and (rival.is_complete or rival.top is not None),
    )
    if act.card is UNSEEN:
        own_bundle = own_bundle._replace(top=None, is_complete=False)
    other_bundle = Bundle() if is_stolen else rival
    board = tuple(card for card in table.board if card not in cards) if cards else table.board
    bundles = (own_bundle, other_bundle) if act.seat == 0 else (other_bundle, own_bundle)
    return end_turn(table, act, board, bundles=bundles, last_captor=act.seat)


def end_turn(table: BundlesTable, act: BundlesPlay | Steal | Trail, board: Cards, **changes: Any) -> BundlesTable:
    """Return the table with the turn passed, or with the hand over after the last card."""
    knowledge = table.knowledge
    if not table.from_deal:
        changes["turns_played"] = tuple(
            (turns + (seat == act.seat)) % HAND_SIZE for seat, turns in enumerate(table.turns_played)
        )
    elif knowledge.size(act.seat) == 0 and knowledge.size(1 - act.seat) == 0 and knowledge.stock == 0:
        table = replace(table, last_turn=act, turn=None, board=board, in_play=False, is_over=True, **changes)
        return replace(table, items=table.items.plus(*rules.more_cards_win(table, act.line)))
    # After a turn out of order, the other player has the last cards.
    turn = act.seat if table.from_deal and knowledge.size(1 - act.seat) == 0 else opponent(table, act.seat)
    return replace(table, last_turn=act, turn=turn, board=board, **changes)


@book.awaits
def awaits(table: BundlesTable) -> str:
    """Return that the board is still to be dealt; empty if it is not."""
    return (
        "board, four cards"
        if table.from_deal and table.in_play and not table.board_is_known and table.last_turn is None
        else ""
    )


@book.offers
def offers(table: BundlesTable, seat: int) -> Iterator[Offer]:
    """Yield the plays of a known hand, or else a card that would match; or the deal."""
    yield from offer_deal(table)
    if seat < 0:
        return
    hand, targets, name = table.knowledge.hands[seat], match_targets(table, seat), table.name(seat)
    if hand.fully_known:
        for card in hand.cards:
            matching_cards = same_rank(table.board, card)
            yield Offer("", (BundlesPlay(seat, card),))
            if table.options.capture_and_steal == "choose_one" and matching_cards:
                yield Offer("", (BundlesPlay(seat, card, matching_cards),))
                yield Offer("", (Steal(seat, card),))
            yield Offer("", (Trail(seat, card),))
        return
    possible_cards = [card for card in book.pack.cards if table.knowledge.may_hold(seat, card)]
    matching = [card for card in possible_cards if same_rank(targets, card)]
    if matching:
        yield Offer(
            f"{name} plays {rules.describe_match(targets)}, or trails without one", (BundlesPlay(seat, matching[0]),)
        )
    else:
        yield Offer(f"{name} trails a card", tuple(Trail(seat, card) for card in possible_cards[:1]))


@book.shows
def shows(table: BundlesTable) -> Iterator[TableFact]:
    """Yield the board, the stock, both bundles, and the size of each hand."""
    if table.board_is_known or table.board:
        yield TableFact("Board", write_cards(table.board) or "empty")
    if table.knowledge.stock is not None:
        yield TableFact("Stock", quantity(table.knowledge.stock, "card"))
    for seat in table.seats:
        bundle = table.bundles[seat]
        if bundle.top:
            size = quantity(bundle.size, "card") if bundle.is_complete else f"{quantity(bundle.size, 'card')} or more"
            yield TableFact("Bundle", f"{bundle.top}, {size}", seat)
        if (size_left := table.knowledge.size(seat)) is not None:
            yield TableFact("Hand", quantity(size_left, "card"), seat)
