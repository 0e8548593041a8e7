"""Hands that are known in full, against another program that deals with them: pokerkit."""

import os
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from referee.games.parts.betting.pots import Pot, award_pots
from referee.games.parts.betting.stakes import AllIn, Bet, Call, Check, Fold, Raise
from referee.games.parts.board.clauses import Board
from referee.games.parts.hands.poker_hands import rank_gunn
from referee.rules import Report, Verdict
from tests.games.poker.holdem_hands import HoldemHand, random_hand

if TYPE_CHECKING:
    from pokerkit import Automation, State

HANDS = int(os.environ.get("REFEREE_ORACLE_HANDS", "200"))
# What the hand says itself; all else pokerkit does.
GIVEN = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")


class CountsShortAllInsAnew(Exception):
    """Once several short all-ins have reopened the raising, pokerkit counts the next ones anew, for everybody.

    Here, as in tournaments, a player may raise who faces a full raise since they acted, however it came about.
    """


def automatic() -> "tuple[Automation, ...]":
    """What pokerkit does by itself."""
    from pokerkit import Automation  # here, as it takes as long to load as many a test

    return tuple(payout for payout in Automation if payout.name not in GIVEN)


def replay_with_pokerkit(dealt: HoldemHand) -> "State":
    """The hand as pokerkit plays it: of two, its second seat deals and posts the small blind."""
    from pokerkit import NoLimitTexasHoldem

    heads_up = len(dealt.stacks) == 2
    seat_of = (lambda seat: 1 - seat) if heads_up else (lambda seat: seat)
    order = [seat_of(seat) for seat in range(len(dealt.stacks))]
    state = NoLimitTexasHoldem.create_state(
        automatic(),
        True,  # antes are the same for all
        dealt.ante,
        dealt.blinds,
        dealt.blinds[1],
        [dealt.stacks[seat] for seat in order],
        len(order),
    )
    for seat in order:
        state.deal_hole("".join(f"{card.rank}{card.suit.lower()}" for card in dealt.cards[seat]))
    for act in dealt.acts:
        match act:
            case Board():
                state.burn_card("??")
                state.deal_board("".join(f"{card.rank}{card.suit.lower()}" for card in act.cards))
            case Fold():
                state.fold()
            case Check() | Call():
                state.check_or_call()
            case Bet(amount=to) | Raise(to=to):
                raise_to(state, to)
            case AllIn():
                at = state.actor_index
                assert at is not None
                to = state.bets[at] + state.stacks[at]
                if to > max(state.bets):
                    raise_to(state, to)
                else:
                    state.check_or_call()
    return state


def raise_to(state: "State", to: int) -> None:
    """Raise, but by no more than any other player can match: what is beyond that would come back."""
    most = state.max_completion_betting_or_raising_to_amount
    if most is None:
        raise CountsShortAllInsAnew
    state.complete_bet_or_raise_to(min(to, most))


def stacks_divided_at_once(sheet: Report) -> list[int]:
    """The stacks after a hand if pots with the same winners were divided as one, as pokerkit does.

    The club divides each pot by itself, so that there may be an odd chip in each.
    """
    before, after = sheet.entries[-1].before, sheet.table
    if all(payout.winner_count == 1 for payout in after.hand.payouts):
        return list(after.chips.stacks)
    winners = {payout.seat for payout in after.hand.payouts}
    amounts: Counter[tuple[int, ...]] = Counter()
    for pot in before.hand.pots(before.options.side_pots):
        amounts[tuple(seat for seat in pot.eligible if seat in winners)] += pot.amount
    hands = {
        seat: rank_gunn((*after.community.cards, *after.knowledge.hands[seat].shown_cards)).strength for seat in winners
    }
    stacks = list(before.chips.stacks)
    for each in award_pots([Pot(amount, seats) for seats, amount in amounts.items()], hands, after.hand.players):
        stacks[each.seat] += each.amount
    return stacks


@pytest.mark.parametrize("part", range(4))
def test_stacks_after_a_hand_are_those_of_pokerkit(part: int) -> None:
    for seed in range(part, HANDS, 4):
        dealt = random_hand(Random(seed))
        sheet = dealt.sheet
        wrong = [entry.ruling.reason for entry in sheet.entries if entry.ruling.verdict is not Verdict.LEGAL]
        assert not wrong, f"{dealt.text}\n{wrong}"
        try:
            theirs = replay_with_pokerkit(dealt)
        except CountsShortAllInsAnew:
            assert sum(isinstance(act, AllIn) for act in dealt.acts) > 2
            continue
        assert not theirs.status, dealt.text
        stacks = theirs.stacks[::-1] if len(dealt.stacks) == 2 else theirs.stacks
        assert sum(sheet.table.chips.stacks) == sum(dealt.stacks)
        assert stacks_divided_at_once(sheet) == list(stacks), dealt.text
