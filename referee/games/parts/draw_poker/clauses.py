"""Poker with draws: a hand is dealt and bet on, in each later turn partly exchanged and bet on again, and then shown.

A game says with ``DrawGame`` how many cards are dealt, how often and how many may be exchanged, and how hands rank.
Everything else is the same in these games. The effects of acts are in the module ``play``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from referee.cards import UNSEEN, Card
from referee.cards.words import join_words, quantity
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.claims import compare_at_showdown, deciding_clause, judge_claim_by_hands
from referee.games.parts.betting.payment import HandsBySeat, Muck, judge_mucking
from referee.games.parts.draw_poker.draws import find_discarder
from referee.games.parts.draw_poker.table import DrawTable, hand_size
from referee.games.parts.hands.ranking import RankedHand
from referee.games.parts.one_pack import misdeal_finding, one_place
from referee.rules import Answer, Chapter, DependsOn, Holds, HoldsOnly, Shows, Statement, doubt, grounds, objection

cards_of_each = Chapter("The cards")
showdown = Chapter("The showdown")
NO_CARDS_NOW: Final[Mapping[int, Sequence[Card]]] = MappingProxyType({})


@cards_of_each.clause("1.1", Holds, HoldsOnly, Shows, source="002", scorer_only=True)
def one_of_each(table: DrawTable, act: Statement) -> Answer | None:
    """There is one of each card, so no card is in two places. No hand has more cards than it was dealt."""
    for card in act.cards if table.draw.discarded_cards else ():
        if card not in table.knowledge.hands[act.seat].cards and (discard := find_discarder(table, card)):
            return misdeal_finding(table, act, f"{table.name(discard.seat)} discarded {card} (line {discard.line}).")
    return one_place(table, act)


@showdown.clause("5.1", Shows, Muck, after="3.7", interpretation="BE-8", source="002")
def reveals(table: DrawTable, act: Shows | Muck) -> Answer | None:
    """After the bets of the last turn, the players still in show their hands, in any order."""
    return judge_mucking(table, act, shown_draw_hands, hand_size(table), showdown=is_showdown(table))


@showdown.clause("5.2", Shows, after="5.1", source="002", interpretation="house")
def highest_wins(table: DrawTable, act: Shows) -> Answer | None:
    """The highest hand shown wins. It wins nothing until all its cards are shown."""
    seat, name = act.seat, table.name(act.seat)
    if seat not in table.hand.live or seat in table.hand.mucked_seats or (table.from_deal and not is_showdown(table)):
        return None
    shown_cards = table.knowledge.hands[seat].shown_cards
    cards = tuple((Counter(act.cards) | Counter(shown_cards)).elements()) if shown_cards else act.cards
    seen_cards = tuple(card for card in cards if card is not UNSEEN)
    if len(seen_cards) != hand_size(table) and not table.game.wins_outright(table, seen_cards):
        least_text = f"{name} has shown {quantity(len(seen_cards), 'card')} of {hand_size(table)}"
        if seen_cards and table.game.never_worsens:
            least_text = f"{name} has {rank_cards(table, seen_cards).words} at the least"
        return doubt(
            f"{least_text}; all cards of a hand must be shown.",
            depends_on=DependsOn(table.player_locations),
            word="open",
        )
    hands = shown_draw_hands(table, {seat: seen_cards})
    own_hand = hands[seat]
    other_hands = {other_seat: hand for other_seat, hand in hands.items() if other_seat != seat}
    points = own_hand.order.explain_sum(own_hand)
    if not other_hands:
        return grounds(f"{name} has {own_hand.words}{f': {points}' if points else ''}.")
    best = max(other_hands, key=lambda other_seat: other_hands[other_seat].strength)
    return grounds(f"{compare_at_showdown(table, seat, own_hand, best, other_hands[best], points)}.")


@showdown.clause("6.4", TakeChips, TakePot, interpretation="house")
def takes_what_is_due(table: DrawTable, claim: TakeChips | TakePot) -> Answer | None:
    """A player must take exactly what they have won: a pot, their share of one, or several pots. The last player left
    may take their unmatched bet with it (4.20).
    """
    if table.from_deal and table.in_play and not table.hand.claims and not is_showdown(table):
        return objection(f"The hand is not over: {describe_due_before_showdown(table)}.", cites="5.1")
    if pending_text := table.game.describe_pending(table):
        return objection(f"The hand is not over: {pending_text} comes first.", cites="8.1")
    hands = shown_draw_hands(table)
    if not table.hand.is_settled and claim.seat in (tied_seats := table.game.tied_seats(table, hands)):
        return doubt(
            describe_tie(table, tied_seats), depends_on=DependsOn(table.player_locations), word="open", cites="8.1"
        )
    return judge_claim_by_hands(table, claim, hands, partial(hand_bounds, table), deciding_clause)


def describe_tie(table: DrawTable, seats: Sequence[int]) -> str:
    """Return the sentence that some hands are tied, and that a stud hand decides between them."""
    return f"{join_words(map(table.name, seats))} are tied, and a stud hand decides between them."


def rank_cards(table: DrawTable, cards: Sequence[Card]) -> RankedHand:
    """Return the rank of some cards at a table."""
    return table.game.rank(table, cards)


def shown_draw_hands(table: DrawTable, shown_now: Mapping[int, Sequence[Card]] = NO_CARDS_NOW) -> HandsBySeat:
    """Return the hands, by seat, of the players still in who have shown every card, or cards that win outright.

    `shown_now` has cards, by seat, in place of those that the record has shown so far.
    """
    shown_cards = (
        (seat, shown_now.get(seat, table.knowledge.hands[seat].shown_cards)) for seat in table.hand.contenders
    )
    wins_outright = table.game.wins_outright
    hands = {
        seat: rank_cards(table, cards)
        for seat, cards in shown_cards
        if len(cards) == hand_size(table) or wins_outright(table, cards)
    }
    return table.game.break_ties(table, hands)


def hand_bounds(table: DrawTable, seat: int) -> tuple[RankedHand | None, tuple[int, ...]]:
    """Return the least possible hand of a player, and the strength of the best one, if not every card was shown.

    The least hand is None if the shown cards set no minimum.
    """
    knowledge = table.knowledge
    shown_cards = knowledge.hands[seat].shown_cards
    copies = {
        card: 1 if count == 1 else knowledge.unlocated(card) or 1 for card, count in knowledge.pack.copies.items()
    }
    other_cards = [card for card in copies if card not in shown_cards and knowledge.may_hold(seat, card)]
    unseen_cards = [card for card in other_cards for _ in range(copies[card])]
    least_hand = rank_cards(table, shown_cards) if shown_cards and table.game.never_worsens else None
    return least_hand, table.game.best_possible(
        table, shown_cards, unseen_cards, hand_size(table) - len(shown_cards)
    ).strength


def is_showdown(table: DrawTable) -> bool:
    """Tell whether the bets of the last turn are over."""
    unpaid = (table.in_play or bool(table.hand.claims)) and not table.hand.is_settled
    return unpaid and not table.round.is_open and not table.draw.to_draw and table.draw.turn_number >= table.game.turns


def describe_due_before_showdown(table: DrawTable) -> str:
    """Return what must still be done before the showdown."""
    betting_round, draw = table.round, table.draw
    if draw.to_draw and not betting_round.is_open:
        return f"{join_words(map(table.name, draw.to_draw))} may still discard in turn {draw.turn_number}"
    if betting_round.to_act:
        return f"{join_words(map(table.name, betting_round.to_act))} may still bet in turn {draw.turn_number}"
    return f"it is turn {draw.turn_number} of {table.game.turns}"
