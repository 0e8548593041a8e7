"""High-low: a house rule by which the lowest hand takes half of each pot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from referee.cards import UNSEEN, Card
from referee.cards.words import join_words
from referee.games.parts.acts import TakeChips
from referee.games.parts.betting.claims import Bounds, DecidingClause, judge_claim, object_to_claim
from referee.games.parts.betting.payment import HandsBySeat, describe_win, odd_chips_to, pay_by_hands, pots
from referee.games.parts.betting.pots import Payout, Pot, award_pots, pot_name
from referee.games.parts.board.clauses import BoardTable
from referee.games.parts.hands.ranking import ACE, RANK_OF, RANKS, DecidingDifference, HandOrder, RankedHand
from referee.rules import Answer, Cards, DependsOn, LedgerItem, Unit, doubt, grounds, objection


def low_hand(cards: Iterable[Card]) -> RankedHand | None:
    """Only the highest hand wins: the game is played for high only.
    hi_lo=true: A low hand has five cards of different ranks, none above the eight; the ace is low. Straights and
        flushes do not count. The hand with the lower highest card is the lower. If those are equal, the next card
        decides, and so on.
    """
    hand_cards = tuple(cards)
    low = sorted({_low_height(card) for card in hand_cards if card is not UNSEEN} - set(range(9, 14)))[:5]
    if len(low) < 5:
        return None
    return RankedHand(tuple(-rank for rank in reversed(low)), LOW, hand_cards)


def half_payouts(table: Any, hands: HandsBySeat, line: int) -> tuple[tuple[Payout, ...], tuple[LedgerItem, ...]]:
    """Return the payouts and the settlement of every pot. With high-low, each pot is split into two halves."""
    if not table.options.hi_lo:
        return pay_by_hands(table, hands, line)
    all_pots = pots(table)
    low_hands = {seat: low_cards for seat, hand in hands.items() if (low_cards := low_hand(hand.source_cards))}
    payouts: list[tuple[Payout, LedgerItem]] = []
    for index, pot in enumerate(all_pots):
        can_be_low = len(pot.eligible) > 1 and not low_hands.keys().isdisjoint(pot.eligible)
        half_amount = pot.amount // 2 if can_be_low else 0
        pot_words = f"{pot_name(all_pots, index)} of {pot.amount}"
        high_half = f"the high half, {pot.amount - half_amount}, of {pot_words}" if half_amount else pot_words
        payouts.extend(_half_payouts(table, pot, index, pot.amount - half_amount, hands, high_half, line))
        payouts.extend(
            _half_payouts(
                table, pot, index, half_amount, low_hands, f"the low half, {half_amount}, of {pot_words}", line
            )
        )
    return tuple(payout for payout, _ in payouts), tuple(item for _, item in payouts)


def _half_payouts(
    table: BoardTable, pot: Pot, index: int, chips: int, hands: HandsBySeat, pot_words: str, line: int
) -> Iterator[tuple[Payout, LedgerItem]]:
    """Yield the payout and the settlement of each winner of one half of a pot."""
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    half_pot, hand = [Pot(chips, pot.eligible)], table.hand
    for payout in award_pots(half_pot, strengths, hand.players, mucked=hand.mucked_seats, odd_to=odd_chips_to(table)):
        with_hand = describe_win(table, pot, payout, hands) if payout.seat in hands else ""
        share = "half" if payout.winner_count == 2 else f"one of {payout.winner_count} equal shares"
        share_words = pot_words if payout.winner_count == 1 else f"{payout.amount}, {share} of {pot_words}"
        reason = f"{table.name(payout.seat)} takes {share_words}{with_hand}."
        clause = "6.3" if payout.odd_chips else "6.2"
        yield replace(payout, pot=index), LedgerItem(payout.seat, payout.amount, Unit.CHIPS, clause, reason, line)


def judge_half_claim(
    table: Any, act: TakeChips, hands: HandsBySeat, bounds: Bounds, find_clause: DecidingClause
) -> Answer:
    """Return the answer to a claim to chips. With high-low, it is open until all players have shown or mucked."""
    if not table.options.hi_lo or table.hand.is_settled:
        return judge_claim(table, act, {} if table.options.hi_lo else hands, bounds, find_clause)
    if answer := object_to_claim(table, act):
        return answer
    names_not_shown = [table.name(seat) for seat in table.hand.contenders if seat not in hands]
    if names_not_shown:
        verb = "has" if len(names_not_shown) == 1 else "have"
        return doubt(
            f"High and low depend on the hands that {join_words(names_not_shown)} {verb} not shown.",
            depends_on=DependsOn(table.player_locations),
            word="open",
        )
    name = table.name(act.seat)
    payouts, items = half_payouts(table, hands, 0)
    amounts = [payout.amount for payout in payouts if payout.seat == act.seat]
    if payouts and not amounts:
        best = join_words(f"{table.name(seat)}'s" for seat in sorted({payout.seat for payout in payouts}))
        return objection(f"{name} wins nothing: the highest and the lowest hand are {best}.", cites="6.2")
    if act.amount in (sum(amounts), *amounts):
        reason = " ".join(item.reason for item in items if item.seat == act.seat)
        return grounds(reason, word="holds", cites="6.2")
    return doubt("The record does not say all that was bet.", word="open")


def _low_height(card: Card) -> int:
    """Return a card's height, with the ace as one, the lowest."""
    rank = RANK_OF[card.rank]
    return 1 if rank == ACE else rank + 2


def _low_words(hand: RankedHand) -> str:
    return f"the low {'-'.join(RANKS[-rank - 2] for rank in hand.strength)}"


def _low_cards(hand: RankedHand) -> Cards:
    """Return one card of each rank that counts, the highest first."""
    return tuple(next(card for card in hand.source_cards if _low_height(card) == -rank) for rank in hand.strength)


def _explain_low_difference(
    first: RankedHand, second: RankedHand, position: int
) -> tuple[DecidingDifference, str, str]:
    our_rank, their_rank = (RANKS[-hand.strength[position] - 2] for hand in (first, second))
    return DecidingDifference.RANK, f"{our_rank} is", their_rank


LOW: Final = HandOrder(_low_words, _low_cards, _explain_low_difference)
