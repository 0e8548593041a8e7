"""The values that a poker table holds, each by itself: the chips, the hand, the round of bets, the draw."""

from referee.cards import read_cards
from referee.games.parts.acts import TakeChips
from referee.games.parts.betting.pots import Payout, Pot
from referee.games.parts.betting.stakes import Bet
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.games.parts.board.clauses import Board, CommunityCards, Flop, Turn
from referee.games.parts.draw_poker.table import DiscardUnseen, DrawState

ANN, BEN, CAL, DEE = range(4)
# Dee deals, and Ann acts first.
HAND = BettingHand.new((ANN, BEN, CAL, DEE), 4)


# -- chips ----------------------------------------------------------------------------------------------------


def test_chips_that_nobody_counted_stay_unknown_whatever_is_put_in_or_won() -> None:
    chips = Chips((20, None))
    assert chips.add(ANN, -5).add(BEN, -5).stacks == (15, None)
    assert chips.add_all({ANN: 7, BEN: -3}).stacks == (27, None)


def test_nobody_has_less_than_no_chips() -> None:
    assert Chips((4, 9)).add(ANN, -5).stacks == (0, 9)


def test_whoever_has_no_chips_or_sits_out_is_not_dealt_in() -> None:
    chips = Chips((0, 5, None, 5), frozenset({DEE}))
    assert [chips.can_be_dealt_in(seat) for seat in range(4)] == [False, True, True, False]


# -- the hand -------------------------------------------------------------------------------------------------


def test_a_new_hand_has_nothing_of_the_one_before() -> None:
    played = HAND.add_chips(ANN, 5, is_last_chips=True).without(BEN).pay((Payout(0, ANN, 5),), (TakeChips(ANN, 5),))
    assert BettingHand.new(played.players, 4) == HAND
    assert (HAND.pot, HAND.put_in, HAND.live, HAND.all_in, HAND.is_settled) == (
        0,
        (0,) * 4,
        HAND.players,
        frozenset(),
        False,
    )


def test_chips_lie_in_the_pot_as_a_bet_that_others_match_or_dead() -> None:
    hand = HAND.add_chips(ANN, 5).add_chips(BEN, 2, dead=True)
    assert (hand.pot, hand.put_in, hand.dead_chips) == (7, (5, 0, 0, 0), (0, 2, 0, 0))


def test_antes_are_put_in_one_after_the_other() -> None:
    # Ben has no more than 2 for an ante of 3, and so can win what lay there with them.
    hand = HAND.add_antes({ANN: 3, BEN: 2, CAL: 3}, [BEN], dead=False)
    assert (hand.pot, hand.put_in, hand.ante_posters) == (8, (3, 2, 3, 0), {ANN, BEN, CAL})
    assert (hand.all_in, hand.piles) == ({BEN}, ((BEN, 5),))
    assert HAND.add_antes({BEN: 6}, [], dead=True).dead_chips == (0, 6, 0, 0)


def test_with_the_last_chips_it_is_noted_how_many_lie_there_until_the_player_has_more() -> None:
    hand = HAND.add_chips(ANN, 5).add_chips(BEN, 3, is_last_chips=True)
    assert (hand.all_in, hand.piles) == ({BEN}, ((BEN, 8),))
    assert (hand.unmark_all_in(BEN).all_in, hand.unmark_all_in(BEN).piles) == (frozenset(), ())


def test_no_bets_are_made_when_fewer_than_two_of_those_still_in_have_chips() -> None:
    hand = HAND.without(CAL).without(DEE)
    assert not hand.nobody_can_bet
    assert hand.mark_all_in(BEN).nobody_can_bet


def test_play_goes_on_after_a_player_round_to_that_player() -> None:
    assert HAND.order_after(BEN, HAND.live) == (CAL, DEE, ANN, BEN)
    assert HAND.without(DEE).order_after(BEN, (ANN, CAL)) == (CAL, ANN)
    assert HAND.without(ANN).live_from(CAL) == (CAL, DEE, BEN)


def test_whoever_mucks_is_still_live_but_no_longer_in_for_a_pot() -> None:
    hand = BettingHand(live=(ANN, BEN, CAL), mucked_seats=(BEN,))
    assert hand.contenders == (ANN, CAL)


def test_pots_are_layered_or_by_the_letter() -> None:
    # Ann runs out with 5, when 5 lie there; Ben and Cal put in 10 each.
    hand = HAND.without(DEE).add_chips(ANN, 5, is_last_chips=True).add_chips(BEN, 10).add_chips(CAL, 10)
    assert [(pot.amount, pot.eligible) for pot in hand.pots("layered")] == [(15, (ANN, BEN, CAL)), (10, (BEN, CAL))]
    assert hand.pots("literal_pile") == (Pot(5, (ANN, BEN, CAL)), Pot(20, (BEN, CAL)))


def test_what_nobody_matched_goes_back_unless_antes_are_missing_or_an_all_in_is_not_said() -> None:
    hand = HAND.add_chips(ANN, 9).add_chips(BEN, 6)
    assert hand.unmatched_chips("layered", (), 0) == (ANN, 3)
    # Ben, Cal and Dee owe an ante of 3 still: then nine are matched by nine.
    assert hand.unmatched_chips("layered", (BEN, CAL, DEE), 3)[1] == 0
    undeclared_hand = BettingHand((ANN, BEN), (ANN, BEN), (9, 6), (0, 0), undeclared=frozenset({BEN}))
    assert undeclared_hand.unmatched_chips("layered", (), 0)[1] == 0
    back = hand.mark_all_in(ANN).return_chips(ANN, 3)
    assert (back.pot, back.put_in[:2], back.all_in, back.piles) == (12, (6, 6), frozenset(), ())


def test_chips_taken_early_still_belong_to_the_hand() -> None:
    hand = BettingHand(put_in=(5, 5), dead_chips=(0, 1), pot=7, claims=(TakeChips(ANN, 4, line=9),))
    assert hand.has_open_pot
    assert hand.total_chips == 11
    assert (hand.claimed_by(ANN, 0), hand.claimed_by(ANN, 9), hand.claimed_by(BEN, 0)) == (4, 0, 0)
    assert hand.contributions(less_claims=True) == {ANN: 1, BEN: 6}
    assert hand.contributions(less_claims=False) == {ANN: 5, BEN: 6}


def test_a_paid_hand_has_nothing_left_in_the_middle() -> None:
    paid = HAND.add_chips(ANN, 5).add_chips(BEN, 1, dead=True).pay((Payout(0, ANN, 6),), ())
    assert (paid.pot, sum(paid.put_in), sum(paid.dead_chips), paid.is_settled, paid.has_open_pot) == (
        0,
        0,
        0,
        True,
        False,
    )


# -- the round ------------------------------------------------------------------------------------------------


def test_the_first_round_goes_on_from_the_blinds_and_the_others_from_nothing() -> None:
    blinds = BettingRound(bets=(1, 2, 0), acted_levels=(-1, -1, -1), level=2, raise_size=2, top_act=Bet(BEN, 2))
    first = blinds.start_next()
    assert (first.number, first.is_open, first.bets, first.level, first.top_act) == (1, True, (1, 2, 0), 2, Bet(BEN, 2))
    second = first.close().start_next()
    assert second == BettingRound(2, True, (0, 0, 0), (-1, -1, -1))


def test_a_record_that_begins_in_the_middle_begins_in_an_open_round() -> None:
    assert (BettingRound.new(3).is_open, BettingRound.new(3, number=1).is_open) == (False, True)


# -- the middle and the draw ------------------------------------------------------------------------------------


def test_cards_in_the_middle_are_counted_by_what_they_are_called() -> None:
    flop = CommunityCards(has_burned=True).turn_up(Flop(-1, read_cards("2S3S4S")))
    assert flop == CommunityCards(read_cards("2S3S4S"), 3)
    # The record lacks the flop.
    assert CommunityCards().turn_up(Turn(-1, read_cards("5S"))) == CommunityCards(read_cards("5S"), 4)
    assert CommunityCards().turn_up(Board(-1, read_cards("5S6S"))).count == 2
    assert len(flop.turn_up(Board(-1, read_cards("5S6S7S"))).cards) == 5


def test_of_a_throw_in_an_earlier_turn_nobody_says_any_more_what_came() -> None:
    by_ann, by_ben = DiscardUnseen(ANN, 1), DiscardUnseen(BEN, 2)
    draw = DrawState(1, unnamed_draws=(by_ann, by_ben)).start_next((ANN, BEN, CAL))
    assert (draw.to_draw, draw.unnamed_draws) == ((ANN, BEN, CAL), (by_ben,))
    gone_on = draw.without_player(ANN)
    assert (gone_on.to_draw, gone_on.unnamed_draws) == ((BEN, CAL), ())
