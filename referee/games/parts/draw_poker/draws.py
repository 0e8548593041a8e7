"""Draws: in each turn after the first, a player may discard cards and gets as many new ones at once.

A game that includes this chapter has a table like `DrawTable`, and replaces clause 4.7 of the betting chapter by this
one. The effects of draws are in the module ``play``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, quantity
from referee.games.parts.betting.clauses import bets_in_turn
from referee.games.parts.betting.stakes import BETS, Fold
from referee.games.parts.dealing import deal_first
from referee.games.parts.draw_poker.table import (
    AnyDiscard,
    AnyDraw,
    AnyExchange,
    Discard,
    DiscardedCard,
    DiscardUnseen,
    DrawCards,
    DrawTable,
    DrawUnseen,
    StandPat,
)
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere
from referee.rules import (
    STOCK,
    Act,
    Answer,
    Chapter,
    Holds,
    HoldsOnly,
    Move,
    Shows,
    Statement,
    finding,
    grounds,
    objection,
)

draws = Chapter("Discards and draws")


@draws.clause("3.1", Discard, DiscardUnseen, DrawCards, DrawUnseen, StandPat, interpretation="DR-1, DR-2")
def each_in_turn(table: DrawTable, act: AnyExchange) -> Answer | None:
    """Turn 1 is a betting round. Every later turn begins with a draw: each player still in discards or stands pat, in
    the order of the betting. When all have done so, there is a betting round.
    turn_shape=draw_and_bet draw_order=any: Turn 1 is a betting round. In every later turn each player still in may
        discard once, at any time before they bet.
    turn_shape=draw_and_bet: Turn 1 is a betting round. In every later turn each player still in discards or stands pat,
        in the order of the betting, and then bets at once.
    draw_order=any: Turn 1 is a betting round. Every later turn begins with a draw: each player still in discards or
        stands pat, in any order. When all have done so, there is a betting round.
    """
    name = table.name(act.seat)
    if not table.in_play:
        return deal_first()
    if act.seat in table.hand.players and act.seat not in table.hand.live:
        return objection(f"{name} has folded.", cites="4.12")
    if not table.from_deal or draw_to_name(table, act):
        return None
    if act.seat not in table.draw.to_draw:
        return explain_no_discard(table, act.seat)
    if table.options.draw_order == "in_turn" and table.turn not in (None, act.seat):
        return objection(f"It is {table.name(table.turn)}'s turn, not {name}'s.")
    if isinstance(act, StandPat):
        return grounds(f"{name} stands pat.")
    return None


def explain_no_discard(table: DrawTable, seat: int) -> Answer:
    """Return the objection that a player has nothing to discard now, with the reason."""
    draw = table.draw
    name = table.name(seat)
    if seat not in table.hand.live:
        return objection(f"{name} has folded." if seat in table.hand.players else f"{name} was not dealt in.")
    if draw.turn_number < 2:
        return objection(f"Turn 1 is a betting round: {name} may discard from turn 2 on.")
    if table.round.is_open and table.options.turn_shape == "draw_and_bet":
        verb = "bet" if table.round.acted_levels[seat] >= 0 else "drawn"
        return objection(f"It is too late to draw: {name} has {verb} in turn {draw.turn_number}.")
    if draw.to_draw:
        return objection(f"{name} has drawn in turn {draw.turn_number} already.")
    return objection(f"The draw of turn {draw.turn_number} is over.")


@draws.clause("3.2", Discard, DiscardUnseen, DrawCards, DrawUnseen, interpretation="DR-3")
def within_the_limit(table: DrawTable, act: AnyDiscard | AnyDraw) -> Answer | None:
    """In each turn a player may discard once, as many cards as the game allows. A discard that is not used is not saved
    for another turn.
    """
    if draw_to_name(table, act):
        return None
    count = act.count if isinstance(act, DiscardUnseen | DrawUnseen) else len(act.cards)
    if not count:
        return objection(
            f"To keep all cards, {table.name(act.seat)} stands pat. "
            f"Otherwise {describe_limit(table.game.discard_limit)} may be "
            "discarded."
        )
    if count > table.game.discard_limit:
        return objection(
            f"{table.name(act.seat)} may discard {describe_limit(table.game.discard_limit)} in a turn, not {count}."
        )
    return grounds(f"{table.name(act.seat)} discards {quantity(count, 'card')} and is dealt as many.")


def describe_limit(limit: int) -> str:
    """Return ``one card`` or ``up to two cards``."""
    return "one card" if limit == 1 else f"up to {quantity(limit, 'card')}"


@draws.clause("3.3", Discard, interpretation="DR-4")
def from_the_hand(table: DrawTable, act: Discard) -> Answer | None:
    """A player may discard only cards from their hand."""
    for card in act.cards:
        if card not in table.knowledge.hands[act.seat].cards and (discard := find_discarder(table, card)):
            return objection(f"{table.name(discard.seat)} discarded {card} (line {discard.line}).", discard)
    return judge_cards_in_hand(table, act, act.cards)


@draws.clause("3.4", Discard, DiscardUnseen, DrawCards, DrawUnseen, interpretation="DR-4")
def seen_or_not(table: DrawTable, act: AnyDiscard | AnyDraw) -> Answer | None:
    """Discards are laid face down, and a player need not say which they were.
    discards=face_up: Discards are laid face up.
    """
    if table.options.discards == "face_down" or draw_to_name(table, act):
        return None
    if isinstance(act, Discard) and UNSEEN not in act.cards:
        return None
    return finding(f"Discards are laid face up: which did {table.name(act.seat)} discard?")


@draws.clause("3.5", DrawCards, DrawUnseen, Discard, DiscardUnseen, source="002")
def filled_up_at_once(table: DrawTable, act: AnyDiscard | AnyDraw) -> Answer | None:
    """A player who discards is dealt as many new cards at once. They come from the stub, the cards not dealt yet."""
    if not isinstance(act, DrawCards | DrawUnseen):
        return None
    name, draw = table.name(act.seat), draw_to_name(table, act)
    count = act.count if isinstance(act, DrawUnseen) else len(act.cards)
    if draw and count != len(draw.cards):
        return objection(
            f"{name} discarded {quantity(len(draw.cards), 'card')} and is dealt as many, not {count}.", draw
        )
    if isinstance(act, DrawUnseen):
        return None
    knowledge = table.knowledge
    for move in draw_moves(table, act):
        knowledge = knowledge.move(move)
    for card in act.cards:
        if not knowledge.unlocated(card) or not knowledge.may_hold(act.seat, card):
            return misdeal_finding(table, act, f"{card} was not in the stub{describe_whereabouts(table, card)}.")
    return grounds(f"{name} draws {write_cards(act.cards)}.", draw)


def describe_whereabouts(table: DrawTable, card: Card) -> str:
    """Return the location of a card outside the stub, as in ``: Ann discarded it (line 7)``; empty if unknown."""
    if discard := find_discarder(table, card):
        return f": {table.name(discard.seat)} discarded it (line {discard.line})"
    answer = object_located_elsewhere(table, card)
    return f": {answer.reason.removesuffix('.')}" if answer else ""


def find_discarder(table: DrawTable, card: Card) -> DiscardedCard | None:
    """Return the discard of a card that is still among its player's discards; else None."""
    if table.knowledge.unlocated(card):
        return None
    discards = (discard for discard in table.draw.discarded_cards if discard.card == card)
    return next(
        (discard for discard in discards if card in table.knowledge.hand_at(discard_heap(discard.seat)).cards), None
    )


@draws.clause("3.6", Discard, DiscardUnseen, DrawCards, DrawUnseen, interpretation="DR-5")
def stub_too_small(table: DrawTable, act: AnyDiscard | AnyDraw) -> Answer | None:
    """If the stub is too small for a draw, the other players' discards are shuffled into it. If that is still too few,
    the player's own earlier discards are shuffled in too.
    short_stub=no_more_draws: If the stub is too small for a draw, the player keeps their hand.
    """
    stub = table.knowledge.stock
    count = len(act.cards)
    if stub is None or stub >= count or draw_to_name(table, act):
        return None
    stub_text = f"The stub has {quantity(stub, 'card')} left"
    if table.options.short_stub == "no_more_draws":
        return objection(f"{stub_text}, and {table.name(act.seat)} cannot be dealt {count}.")
    heaps = reshuffled_seats(table, act.seat, count)
    gathered_count = stub + sum(table.knowledge.size(discard_heap(seat)) or 0 for seat in heaps)
    if gathered_count < count:
        return objection(f"{stub_text}, and there are no discards with which to deal {table.name(act.seat)} {count}.")
    return grounds(f"{stub_text}, and what {join_words(map(table.name, heaps))} discarded is shuffled into it.")


@draws.clause("3.7", DrawCards, Holds, HoldsOnly, Shows, interpretation="DR-5")
def not_back_to_the_thrower(table: DrawTable, act: DrawCards | Statement) -> Answer | None:
    """A player is not dealt a card that they have discarded, as long as there are others to deal.
    short_stub=no_more_draws: A player is not dealt a card that they have discarded.
    """
    for discard in table.draw.discarded_cards:
        if discard.seat != act.seat or discard.card not in act.cards or table.knowledge.pack.copies[discard.card] > 1:
            continue
        if discard.card not in table.knowledge.hands[act.seat].cards:
            reason = (
                f"{table.name(act.seat)} discarded {discard.card} (line {discard.line}), and it does not come back."
            )
            return misdeal_finding(table, act, reason)
    return None


@draws.clause("4.7", *BETS, source="002", interpretation="DR-2, BE-11")
def bets_after_the_draw(table: DrawTable, act: Act) -> Answer | None:
    """Betting goes {direction} from the player after the dealer. It skips players who have folded or have no chips. In
    a turn with a draw, all draw before the first bet.
    turn_shape=draw_and_bet: Betting goes {direction} from the player after the dealer. It skips players who have folded
        or have no chips.
    """
    draw = table.draw
    in_any_order = table.options.draw_order == "any" and not table.round.is_open
    if isinstance(act, Fold) and act.seat in draw.to_draw and (in_any_order or table.turn in (None, act.seat)):
        return None  # a player may fold at any turn
    if may_answer_undeclared_all_in(table, act):
        return bets_in_turn(table, act)
    if draw.to_draw and not table.round.is_open and table.from_deal:
        names = join_words(map(table.name, draw.to_draw))
        verb = "has" if len(draw.to_draw) == 1 else "have"
        return objection(f"{names} {verb} still to discard or to stand pat in turn {draw.turn_number}.", cites="3.1")
    return bets_in_turn(table, act)


def may_answer_undeclared_all_in(table: DrawTable, act: Act) -> bool:
    """Tell whether a bet in a draw may still answer an all-in of unknown amount from the previous round."""
    undeclared = table.hand.undeclared - {act.seat}
    return isinstance(act, BETS) and bool(undeclared) and not table.round.is_open and bool(table.draw.to_draw)


def discard_heap(seat: int) -> str:
    """Return the location of a player's discards. They are not dealt to the same player again."""
    return f"discards {seat}"


def draw_to_name(table: DrawTable, act: Act) -> AnyDiscard | AnyDraw | None:
    """Return the exchange whose new cards an act names; None if it names none."""
    if not table.draw.unnamed_draws or not isinstance(act, DrawCards | DrawUnseen):
        return None
    return next((draw for draw in table.draw.unnamed_draws if draw.seat == act.seat), None)


def reshuffled_seats(table: DrawTable, seat: int, count: int) -> tuple[int, ...]:
    """Return the seats whose discards are shuffled into the stub before a draw; empty if the stub suffices.

    The player's own discards are only used if those of the others are too few.
    """
    stub = table.knowledge.stock
    if stub is None or stub >= count or table.options.short_stub == "no_more_draws":
        return ()
    sizes = {seat: table.knowledge.size(discard_heap(seat)) or 0 for seat in table.seats}
    other_seats = tuple(other_seat for other_seat in table.seats if other_seat != seat and sizes[other_seat])
    if stub + sum(sizes[seat] for seat in other_seats) >= count or not sizes[seat]:
        return other_seats
    return (*other_seats, seat)


def draw_moves(table: DrawTable, act: Act) -> Iterable[Move]:
    """Return the card moves of a discard. The hand is completed before anything else happens."""
    return _exchange_moves(table, act) if isinstance(act, _EXCHANGES) and not draw_to_name(table, act) else ()


_EXCHANGES: Final = (Discard, DiscardUnseen, DrawCards, DrawUnseen)


def _exchange_moves(table: DrawTable, act: AnyDiscard | AnyDraw) -> Iterator[Move]:
    count = len(act.cards)
    for seat in reshuffled_seats(table, act.seat, count):
        heap = table.knowledge.hand_at(discard_heap(seat))
        yield Move((*heap.cards, *(UNSEEN,) * (heap.unknown_count or 0)), discard_heap(seat), STOCK)
    discarded_cards = act.cards if isinstance(act, Discard) else (UNSEEN,) * count
    face_up = table.options.discards == "face_up"
    yield Move(discarded_cards, act.seat, discard_heap(act.seat), "discarded", face_up)
    yield Move((UNSEEN,) * count, STOCK, act.seat)
