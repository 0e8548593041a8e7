"""Hands that are known in full, against another program that deals with them: pokerkit."""

import os
from random import Random

import pytest
from pokerkit import Automation, NoLimitTexasHoldem, State

from referee.games.parts.betting import AllIn, Bet, Call, Check, Fold, Raise
from referee.games.texas_holdem.table import Board
from referee.rules import Verdict
from tests.games.hands_of_holdem import Dealt, hand_of_holdem

HANDS = int(os.environ.get("REFEREE_ORACLE_HANDS", "200"))
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def replayed(dealt: Dealt) -> State:
    """The hand as pokerkit plays it: of two, its second seat deals and posts the small blind."""
    turned = len(dealt.stacks) == 2
    seat_of = (lambda seat: 1 - seat) if turned else (lambda seat: seat)
    order = [seat_of(seat) for seat in range(len(dealt.stacks))]
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIC,
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


def raise_to(state: State, to: int) -> None:
    """Raise, but by no more than any other player can match: what is beyond that would come back."""
    most = state.max_completion_betting_or_raising_to_amount
    assert most is not None
    state.complete_bet_or_raise_to(min(to, most))


@pytest.mark.parametrize("part", range(4))
def test_stacks_after_a_hand_are_those_of_pokerkit(part: int) -> None:
    for seed in range(part, HANDS, 4):
        dealt = hand_of_holdem(Random(seed))
        sheet = dealt.sheet
        wrong = [entry.ruling.reason for entry in sheet.entries if entry.ruling.verdict is not Verdict.LEGAL]
        assert not wrong, f"{dealt.text}\n{wrong}"
        theirs = replayed(dealt)
        assert not theirs.status, dealt.text
        stacks = theirs.stacks[::-1] if len(dealt.stacks) == 2 else theirs.stacks
        assert list(sheet.state.stacks) == list(stacks), dealt.text
