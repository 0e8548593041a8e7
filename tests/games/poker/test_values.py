"""The values that a poker table holds, each by itself: the chips, the hand, the round of bets, the draw."""

from referee.cards import read_cards
from referee.games.parts.acts import Takes
from referee.games.parts.betting.pots import Payout, Pot
from referee.games.parts.betting.stakes import Bet
from referee.games.parts.betting.values import Chips, Hand, Round
from referee.games.parts.board.clauses import Board, Flop, Middle, Turn
from referee.games.parts.draw_poker.table import DiscardsUnseen, Draw

ANN, BEN, CAL, DEE = range(4)
# Dee deals, and Ann acts first.
HAND = Hand.of((ANN, BEN, CAL, DEE), 4)


# -- chips ----------------------------------------------------------------------------------------------------


def test_chips_that_nobody_counted_stay_unknown_whatever_is_put_in_or_won() -> None:
    chips = Chips((20, None))
    assert chips.moved(ANN, -5).moved(BEN, -5).stacks == (15, None)
    assert chips.paid({ANN: 7, BEN: -3}).stacks == (27, None)


def test_nobody_has_less_than_no_chips() -> None:
    assert Chips((4, 9)).moved(ANN, -5).stacks == (0, 9)


def test_whoever_has_no_chips_or_sits_out_is_not_dealt_in() -> None:
    chips = Chips((0, 5, None, 5), frozenset({DEE}))
    assert [chips.may_be_before(seat) for seat in range(4)] == [False, True, True, False]


# -- the hand -------------------------------------------------------------------------------------------------


def test_a_new_hand_has_nothing_of_the_one_before() -> None:
    played = HAND.puts(ANN, 5, last=True).without(BEN).paid((Payout(0, ANN, 5),), (Takes(ANN, 5),))
    assert Hand.of(played.players, 4) == HAND
    assert (HAND.pot, HAND.put_in, HAND.live, HAND.all_in, HAND.settled) == (
        0,
        (0,) * 4,
        HAND.players,
        frozenset(),
        False,
    )


def test_chips_lie_in_the_pot_as_a_bet_that_others_match_or_dead() -> None:
    hand = HAND.puts(ANN, 5).puts(BEN, 2, dead=True)
    assert (hand.pot, hand.put_in, hand.dead) == (7, (5, 0, 0, 0), (0, 2, 0, 0))


def test_antes_are_put_in_one_after_the_other() -> None:
    # Ben has no more than 2 for an ante of 3, and so can win what lay there with them.
    hand = HAND.antes({ANN: 3, BEN: 2, CAL: 3}, [BEN], dead=False)
    assert (hand.pot, hand.put_in, hand.anted) == (8, (3, 2, 3, 0), {ANN, BEN, CAL})
    assert (hand.all_in, hand.piles) == ({BEN}, ((BEN, 5),))
    assert HAND.antes({BEN: 6}, [], dead=True).dead == (0, 6, 0, 0)


def test_with_the_last_chips_it_is_noted_how_many_lie_there_until_the_player_has_more() -> None:
    hand = HAND.puts(ANN, 5).puts(BEN, 3, last=True)
    assert (hand.all_in, hand.piles) == ({BEN}, ((BEN, 8),))
    assert (hand.has_more(BEN).all_in, hand.has_more(BEN).piles) == (frozenset(), ())


def test_no_bets_are_made_when_fewer_than_two_of_those_still_in_have_chips() -> None:
    two = HAND.without(CAL).without(DEE)
    assert not two.nobody_can_bet
    assert two.ran_out(BEN).nobody_can_bet


def test_play_goes_on_after_a_player_round_to_that_player() -> None:
    assert HAND.after(BEN, HAND.live) == (CAL, DEE, ANN, BEN)
    assert HAND.without(DEE).after(BEN, (ANN, CAL)) == (CAL, ANN)
    assert HAND.without(ANN).live_from(CAL) == (CAL, DEE, BEN)


def test_whoever_mucks_is_still_live_but_no_longer_in_for_a_pot() -> None:
    hand = Hand(live=(ANN, BEN, CAL), mucked=(BEN,))
    assert hand.standing == (ANN, CAL)


def test_pots_are_layered_or_by_the_letter() -> None:
    # Ann runs out with 5, when 5 lie there; Ben and Cal put in 10 each.
    hand = HAND.without(DEE).puts(ANN, 5, last=True).puts(BEN, 10).puts(CAL, 10)
    assert [(pot.amount, pot.eligible) for pot in hand.pots("layered")] == [(15, (ANN, BEN, CAL)), (10, (BEN, CAL))]
    assert hand.pots("literal_pile") == (Pot(5, (ANN, BEN, CAL)), Pot(20, (BEN, CAL)))


def test_what_nobody_matched_goes_back_unless_antes_are_missing_or_an_all_in_is_not_said() -> None:
    hand = HAND.puts(ANN, 9).puts(BEN, 6)
    assert hand.too_much("layered", (), 0) == (ANN, 3)
    # Ben, Cal and Dee owe an ante of 3 still: then nine are matched by nine.
    assert hand.too_much("layered", (BEN, CAL, DEE), 3)[1] == 0
    unsaid = Hand((ANN, BEN), (ANN, BEN), (9, 6), (0, 0), unsaid=frozenset({BEN}))
    assert unsaid.too_much("layered", (), 0)[1] == 0
    back = hand.ran_out(ANN).takes_back(ANN, 3)
    assert (back.pot, back.put_in[:2], back.all_in, back.piles) == (12, (6, 6), frozenset(), ())


def test_chips_taken_early_still_belong_to_the_hand() -> None:
    hand = Hand(put_in=(5, 5), dead=(0, 1), pot=7, taken=(Takes(ANN, 4, line=9),))
    assert hand.unfinished
    assert hand.chips_won == 11
    assert (hand.taken_by(ANN, 0), hand.taken_by(ANN, 9), hand.taken_by(BEN, 0)) == (4, 0, 0)
    assert hand.put_in_by_each(taken=True) == {ANN: 1, BEN: 6}
    assert hand.put_in_by_each(taken=False) == {ANN: 5, BEN: 6}


def test_a_paid_hand_has_nothing_left_in_the_middle() -> None:
    paid = HAND.puts(ANN, 5).puts(BEN, 1, dead=True).paid((Payout(0, ANN, 6),), ())
    assert (paid.pot, sum(paid.put_in), sum(paid.dead), paid.settled, paid.unfinished) == (0, 0, 0, True, False)


# -- the round ------------------------------------------------------------------------------------------------


def test_the_first_round_goes_on_from_the_blinds_and_the_others_from_nothing() -> None:
    blinds = Round(bets=(1, 2, 0), answered=(-1, -1, -1), level=2, step=2, top=Bet(BEN, 2))
    first = blinds.next()
    assert (first.number, first.open, first.bets, first.level, first.top) == (1, True, (1, 2, 0), 2, Bet(BEN, 2))
    second = first.closed().next()
    assert second == Round(2, True, (0, 0, 0), (-1, -1, -1))


def test_a_record_that_begins_in_the_middle_begins_in_an_open_round() -> None:
    assert (Round.of(3).open, Round.of(3, number=1).open) == (False, True)


# -- the middle and the draw ------------------------------------------------------------------------------------


def test_cards_in_the_middle_are_counted_by_what_they_are_called() -> None:
    flop = Middle(burned=True).turned_up(Flop(-1, read_cards("2S3S4S")))
    assert flop == Middle(read_cards("2S3S4S"), 3)
    # The record lacks the flop.
    assert Middle().turned_up(Turn(-1, read_cards("5S"))) == Middle(read_cards("5S"), 4)
    assert Middle().turned_up(Board(-1, read_cards("5S6S"))).lying == 2
    assert len(flop.turned_up(Board(-1, read_cards("5S6S7S"))).cards) == 5


def test_of_a_throw_in_an_earlier_turn_nobody_says_any_more_what_came() -> None:
    by_ann, by_ben = DiscardsUnseen(ANN, 1), DiscardsUnseen(BEN, 2)
    draw = Draw(1, filled=(by_ann, by_ben)).begun((ANN, BEN, CAL))
    assert (draw.to_draw, draw.filled) == ((ANN, BEN, CAL), (by_ben,))
    gone_on = draw.without(ANN)
    assert (gone_on.to_draw, gone_on.filled) == ((BEN, CAL), ())
