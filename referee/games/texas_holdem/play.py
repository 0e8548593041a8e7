"""What happens at a Hold'em table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards import UNSEEN, write_cards
from referee.games.parts.betting import (
    bets_offered,
    close_round,
    forced_bets_offered,
    had_more,
    happens,
    open_round,
    seen,
)
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.payment import (
    Mucks,
    Takes,
    claims_offered,
    left_alone,
    next_hand,
    payable,
    settle,
    standing,
    take,
)
from referee.games.parts.stakes import seated
from referee.games.texas_holdem.rules import STREETS, bets_are_made, hands_shown, next_dealer, takes_what_is_due
from referee.games.texas_holdem.table import MIDDLE, Board, Flop, Options, River, Table, Turn, book
from referee.rules import (
    BURIED,
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Deal,
    Fact,
    Hand,
    Holding,
    Known,
    Move,
    Offer,
    Seats,
    Settled,
    Shows,
    Statement,
    replace,
)


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    ante = {"ante": options.min_bet, "blinds": 0, "both": None}[options.forced_bets]
    blinds = (0, 0) if options.forced_bets == "ante" else None
    known = _before_a_deal(len(seats))
    return seated(Table(seats, options, whole, known, in_play=not whole, ante=ante, blinds=blinds))


@book.moves
def moves(table: Table, act: Act) -> Iterator[Move]:
    """Yield where cards go: those that are shown in the middle, after the one put aside where the club does that."""
    if isinstance(act, Board):
        if table.options.burn:
            yield Move((UNSEEN,), STOCK, BURIED)
        yield Move(act.cards, MIDDLE, OPEN_TABLE, "turned up")


@book.applies
def apply(table: Table, act: Act) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table, act)
        case Board():
            return shown_in_the_middle(table, act)
        case Takes():
            return take(table, act)
        case Mucks():
            return settled(replace(table, mucked=table.mucked | {act.seat}), act.line)
        case Statement():
            return settled(table, act.line) if isinstance(act, Shows) else table
    return settled(happens(table, act), act.line)


def deal(table: Table, act: Deal) -> Table:
    """Open a hand."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    fresh = next_hand(table, dealer, act.line)
    sat = table.seats.ordered
    known = _dealt(fresh) if sat else _before_a_deal(len(table.seats))
    fresh = replace(fresh, known=known, board=(), in_play=True, from_deal=sat, dealer=dealer)
    return open_round(fresh) if bets_are_made(fresh) or not sat else fresh


def shown_in_the_middle(table: Table, act: Board) -> Table:
    """Turn cards of the middle up, and begin the next round of bets."""
    if not table.in_play:
        return table
    if table.open and table.from_deal:
        table = close_round(table, act.line)
    board = (*table.board, *act.cards)[:5]
    if len(board) in STREETS:
        return settled(open_round(table, board=board), act.line)
    return replace(table, board=board)


def settled(table: Table, line: int) -> Table:
    """Pay out when only one is left, or when all who are left have shown and there is no more to bet."""
    if table.open or table.settled or not table.from_deal or not table.live:
        return table
    if not table.in_play and not table.taken:
        return table
    left = standing(table)
    if len(left) == 1 and (table.rounds or table.begun or len(table.live) == 1):
        return left_alone(table, line)
    if len(table.board) < 5:
        return table
    hands = table.known.hands
    if any(len(hands[seat].shown) != 2 for seat in left):
        return table
    return settle(table, hands_shown(table), line)


def _before_a_deal(players: int) -> Known:
    return Known((Hand(),) * players, {STOCK: Hand(), MIDDLE: Hand()}, {}, book.pack)


def _dealt(table: Table) -> Known:
    hands = tuple(Hand((), 2 if seat in table.players else 0) for seat in table.seats)
    left = len(book.pack) - 2 * len(table.players) - 5
    return Known(hands, {STOCK: Hand((), left), MIDDLE: Hand((), 5)}, {}, book.pack)


@book.awaits
def awaits(table: Table) -> str:
    """Say what is due that no player does: cards of the middle, or the showdown."""
    if not table.in_play or not table.from_deal or (table.open and table.to_act):
        return ""
    if len(table.board) < 5:
        return {0: "the first three cards", 3: "the fourth card"}.get(len(table.board), "the last card")
    return "the showdown"


@book.reconsiders
def reconsiders(before: Table, later: Table, act: Act) -> Answer | None:
    """Judge a claim again when others have shown or given up, and a short call when its player bets again."""
    if not isinstance(act, Takes):
        return had_more(before, later, act) if before.from_deal else None
    if later.settled:
        return takes_what_is_due(later, act)
    if later.mucked == before.mucked and later.known is before.known:
        return None
    # What was taken is judged by the pots as they were then.
    then = replace(later, pot=before.pot, put_in=before.put_in, dead=before.dead, taken=(), in_play=before.in_play)
    return takes_what_is_due(then, act)


@book.settles
def settles(table: Table) -> Settled:
    """Say who gets what of the chips in the record, if the middle and every hand have been shown."""
    if table.from_deal or not hands_shown(table):
        return Settled()
    if len(table.board) < 5:
        return Settled(missing=(f"Only {len(table.board)} cards of the middle are in the record.",))
    shown = hands_shown(table)
    missing = tuple(f"{table.name(seat)}'s hand was not shown." for seat in standing(table) if seat not in shown)
    if missing or not table.pot:
        return Settled(missing=missing or ("The record does not say what was bet.",))
    even = close_round(table, 0)
    return Settled((*even.items[len(table.items) :], *payable(even, shown)))


book.places(ranked_by_chips)


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the cards in the middle, the pots, and what each player has."""
    if table.board and table.in_play:
        yield Fact("Middle", write_cards(table.board))
    yield from seen(table)


# -- What could happen instead ------------------------------------------------------------------------------


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose bets, antes and blinds; of nobody in particular the next cards."""
    yield from forced_bets_offered(table, seat)
    yield from claims_offered(table, seat)
    if seat < 0:
        yield from _next_cards(table)
        return
    if table.open or not table.from_deal:
        yield from bets_offered(table, seat)


_NEXT: Final = {0: (Flop, "flop, three cards"), 3: (Turn, "turn, one card"), 4: (River, "river, one card")}


def _next_cards(table: Table) -> Iterator[Offer]:
    """Propose the cards of the middle that come next."""
    if not table.in_play or len(table.board) > 4 or not table.from_deal:
        return
    lying = len(table.board)
    kind, words = _NEXT.get(lying, (Board, "the next cards of the middle"))
    count = max(1, 3 - lying)
    known = table.known
    free = [card for card in known.pack.cards if known.can_hold(MIDDLE, card) is not Holding.NO][:count]
    yield Offer(words, (kind(-1, tuple(free)),))
