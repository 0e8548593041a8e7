"""The cards, the deal, the turn, and the end of a hand of Kowah: chapters 1, 2, 3 and 7."""

from __future__ import annotations

from collections import Counter

from referee.cards import UNSEEN, Card
from referee.games.kowah.hands import HAND_SIZE, are_threes, threes_beside
from referee.games.kowah.table import Declare, DiscardCard, KowahClaim, KowahDraw, KowahTable, Take, book
from referee.games.parts.dealing import deal_first, object_hand_in_progress, object_wrong_dealer
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere, one_place
from referee.games.parts.places import ranked_by_wins, win_item
from referee.games.parts.turns import next_player, object_out_of_turn
from referee.rules import (
    STOCK,
    Answer,
    Cards,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    LedgerItem,
    Shows,
    Statement,
    finding,
    grounds,
    objection,
    replace,
)
from referee.rules.book.knowledge import difference

book.section("1", "The cards")


@book.clause("1.1", Holds, HoldsOnly, Shows)
def four_of_each(table: KowahTable, act: Statement) -> Answer | None:
    """There are four of each card. A hand has eight cards, and nine between a draw and its discard."""
    if ninth_card(table, act):
        return None
    if shown_hand := complete_hand(table, act):
        return one_place(table, replace(act, cards=shown_hand))
    if table.knowledge.size(act.seat) is None:
        held_cards = table.knowledge.hands[act.seat].cards
        card_count = len(held_cards) + len(difference(held_cards, act.cards))
        if card_count > HAND_SIZE + 1:
            return misdeal_finding(
                table, act, f"{table.name(act.seat)} has nine cards at most, and {card_count} are named."
            )
    return one_place(table, act)


def ninth_card(table: KowahTable, act: Statement) -> Card | None:
    """Return the drawn card among nine cards shown with a locked hand; None if there is none.

    Without this card, the hand is checki.
    """
    pending_draw, pair, cards = table.pending_draw, table.checki.get(act.seat), act.cards
    if pair is None or table.winning_act or not table.draw_is_aside:
        return None
    if pending_draw is None or pending_draw.seat != act.seat or pending_draw.card is not UNSEEN:
        return None
    if isinstance(act, Holds) or len(cards) != HAND_SIZE + 1 or UNSEEN in cards:
        return None
    hands = ((card, tuple(difference((card,), cards))) for card in sorted(cards, key=lambda card: card != pair))
    candidates = (
        card for card, other_cards in hands if threes_beside(table, act.seat, other_cards, pair) is Holding.YES
    )
    card = next(candidates, cards[-1])
    return None if judge_cards_in_hand(table, act, difference((card,), cards)) else card


def complete_hand(table: KowahTable, act: Statement) -> Cards:
    """Return all cards of a player who shows only the six cards besides the pair; else none.

    This is the case only if one of the six is identical with the pair or the third card.
    """
    pair, size = table.checki.get(act.seat), table.knowledge.size(act.seat)
    if pair is None or size is None or not isinstance(act, Shows) or len(act.cards) != HAND_SIZE - 2:
        return ()
    third_card = (
        table.winning_act.card
        if size > HAND_SIZE and table.winning_act and not isinstance(table.winning_act, Declare)
        else None
    )
    if act.cards.count(pair) != 1 and third_card not in act.cards:
        return ()
    if UNSEEN in act.cards or not are_threes(Counter(card.rank for card in act.cards), table.options):
        return ()
    return (pair, pair, *((third_card,) if third_card else ()), *act.cards)


book.note(
    "1.2",
    "The pack has 120 cards, four of each: ace to nine of spades, hearts and diamonds, and jack, queen and king of "
    "clubs.",
)
book.note("1.3", "Two to four play, each for themselves.")
book.note(
    "1.4", "The aim is to declare checki, and then to get a third card that is identical to two cards of your hand."
)

book.section("2", "The deal")


@book.clause("2.1", Deal)
def eight_each(table: KowahTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals each player eight cards. The rest lies face down in the middle as the
    stock.
    """
    return object_hand_in_progress(table, tuple(table.seats) if table.in_play and table.from_deal else ())


@book.clause("2.2", Deal, interpretation="house")
def deal_passes_on(table: KowahTable, act: Deal) -> Answer | None:
    """After each hand the deal passes to the next player. A hand that was not finished is dealt again by the same
    dealer.
    next_dealer=winner: The winner of a hand deals the next. After a hand that nobody won, the deal passes to the next
        player. A hand that was not finished is dealt again by the same dealer.
    """
    return object_wrong_dealer(table, act, next_dealer(table))


def next_dealer(table: KowahTable) -> int | None:
    """Return the next dealer; None if unknown."""
    if table.dealer is None or table.in_play:
        return table.dealer
    if table.winning_act and table.winning_act.seat in table.checki and table.options.next_dealer == "winner":
        return table.winning_act.seat
    return next_player(table, table.dealer)


book.section("3", "The turn")


@book.clause("3.1", KowahDraw, Take, DiscardCard)
def in_turn(table: KowahTable, act: KowahDraw | Take | DiscardCard) -> Answer | None:
    """Play goes clockwise from the player to the dealer's left.
    direction=counter-clockwise: Play goes counter-clockwise from the player to the dealer's right.
    """
    if not table.in_play:
        return hand_is_over(table)
    if act.seat == table.turn:
        return None
    if table.turn is not None:
        return object_out_of_turn(table, act, table.pending_draw or table.last_discard)
    if table.last_discard and table.last_discard.seat == act.seat and not table.pending_draw:
        return objection(
            f"{table.name(act.seat)} has just discarded: the turn is the next player's.", table.last_discard
        )
    if act.seat == table.dealer and not table.seats_that_drew:
        return objection(f"{table.name(act.seat)} dealt, and the next player begins.")
    return None


@book.clause("3.2", KowahDraw, Take, DiscardCard)
def one_in_and_one_out(table: KowahTable, act: KowahDraw | Take | DiscardCard) -> Answer | None:
    """In a turn a player draws one card and then discards one. The discard ends the turn."""
    name, pending_draw = table.name(act.seat), table.pending_draw
    has_drawn = pending_draw is not None and pending_draw.seat == act.seat
    if not isinstance(act, DiscardCard):
        return objection(f"{name} has drawn already, and discards now.", pending_draw) if has_drawn else None
    if has_drawn or not (table.from_deal or pending_draw):
        return None
    return objection(f"{name} has not drawn a card yet, and draws before discarding.")


@book.clause("3.3", Take)
def takes_the_top_discard(table: KowahTable, act: Take) -> Answer | None:
    """A player draws the top card of the stock or the top card of the discard pile. The first player of a hand must
    draw from the stock.
    """
    if table.last_discard is None:
        first = f"Nobody has discarded yet: {table.name(act.seat)} draws from the stock."
        return objection(first) if table.from_deal else None
    if act.card is UNSEEN:
        return finding(f"The top discard is {table.last_discard.card}. Which card was taken?", table.last_discard)
    if act.card == table.last_discard.card:
        return grounds(f"{act.card} is the top discard.", table.last_discard)
    return objection(f"The top discard is {table.last_discard.card}, not {act.card}.", table.last_discard)


@book.clause("3.4", KowahDraw, scorer_only=True)
def drawn_from_the_stock(table: KowahTable, act: KowahDraw) -> Answer | None:
    """A card drawn is the top card of the stock, so it cannot be one that lies elsewhere."""
    if act.card is UNSEEN or table.knowledge.may_hold(STOCK, act.card):
        return None
    answer = object_located_elsewhere(table, act.card)
    return misdeal_finding(table, act, answer.reason if answer else f"{act.card} is not in the stock.")


@book.clause("3.5", DiscardCard)
def discards_from_the_hand(table: KowahTable, act: DiscardCard) -> Answer | None:
    """The discard is any card of the hand, also the card just drawn. It goes face up on the pile."""
    if act.card is UNSEEN:
        return finding(f"{table.name(act.seat)} discards face up. Which card was it?")
    if not throws_back(table, act):
        return judge_cards_in_hand(table, act, (act.card,))
    if table.pending_draw and table.pending_draw.card is UNSEEN and not table.knowledge.possible(STOCK, (act.card,)):
        return object_located_elsewhere(table, act.card)
    return None


def throws_back(table: KowahTable, act: DiscardCard) -> bool:
    """Tell whether a discard is the card just drawn to a locked hand, as far as is known."""
    pending_draw = table.pending_draw
    if pending_draw is None or pending_draw.seat != act.seat or not table.draw_is_aside:
        return False
    return pending_draw.card in (act.card, UNSEEN)


book.note(
    "3.6",
    "A wrong act is taken back, although all have seen the cards. A wrong draw or discard that the table lets "
    "stand counts. A wrong declaration or claim never counts.",
    interpretation="house",
)

book.section("7", "The end of the hand")


@book.clause("7.1", interpretation="house", source="003")
def third_card_wins(table: KowahTable, act: KowahDraw | Take | KowahClaim | Declare) -> LedgerItem:
    """After declaring, the first player to get a third card identical to two in their hand wins the hand, and shows all
    its cards.
    """
    card = table.checki[act.seat] if isinstance(act, Declare) else act.card
    # The ruling says whether it is a win, as the hand may not have been seen yet.
    return win_item(act.seat, "7.1", f"{table.name(act.seat)} has {card} {card} {card}.", act.line)


@book.clause("7.2")
def hand_is_over(table: KowahTable) -> Answer:
    """When a player has won, nothing more is drawn, discarded, declared or claimed."""
    if table.winning_act:
        name, act = table.name(table.winning_act.seat), table.winning_act
        reason = f"{name} claimed {act.card}" if isinstance(act, KowahClaim) else f"{name} has won"
        if act.seat not in table.checki:
            reason = f"{name}'s claim ended it, though it was false"
        return objection(f"The hand is over: {reason}.", table.winning_act, cites="7.2")
    if table.ending_act:
        return objection("The stock has run out, and the hand is over.", table.last_discard, cites="7.3")
    return deal_first("2.1")


@book.clause("7.3", source="003", interpretation="KOW-A9", overrules="It ends the hand when the stock runs out.")
def stock_has_run_out(table: KowahTable) -> bool:
    """If the stock runs out, the hand ends with the next discard. That card may still be claimed. If nobody claims it,
    nobody wins.
    """
    return table.knowledge.stock == 0


@book.clause("7.4", interpretation="house")
@book.places
def places(table: KowahTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most hands is first."""
    return ranked_by_wins(table) if table.ending_act and not table.in_play else ()
