"""Who may win which chips, and who gets them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.parts.betting.pots import (
    Payout,
    Pot,
    award_pots,
    describe_contributions,
    layered_pots,
    literal_pots,
    pot_name,
    split_pot,
    unmatched_layered,
    unmatched_literal,
)

ANN, BEN, CAL, DEE = range(4)


def payouts_by_seat(pots: tuple[Pot, ...], strengths: dict[int, int], order: tuple[int, ...]) -> dict[int, int]:
    totals: Counter[int] = Counter()
    for payout in award_pots(pots, strengths, order):
        totals[payout.seat] += payout.amount
    return dict(totals)


def test_hld_t1_out_of_chips_with_the_best_hand_wins_as_much_of_everyone_as_was_put_in() -> None:
    pots = layered_pots((10, 50, 50), {ANN, BEN, CAL})
    assert [(pot.amount, pot.eligible) for pot in pots] == [(30, (ANN, BEN, CAL)), (80, (BEN, CAL))]
    assert payouts_by_seat(pots, {ANN: 3, BEN: 2, CAL: 1}, (ANN, BEN, CAL)) == {ANN: 30, BEN: 80}


def test_hld_t3_two_short_stacks_and_one_who_folded() -> None:
    pots = layered_pots((5, 15, 40, 40), {ANN, BEN, CAL})
    assert payouts_by_seat(pots, {ANN: 3, BEN: 2, CAL: 1}, (ANN, BEN, CAL, DEE)) == {ANN: 20, BEN: 30, CAL: 50}


def test_hld_t11_the_odd_chip_goes_to_the_first_winner_after_the_dealer() -> None:
    seats = (2, 3, 4, 5, 1)  # the dealer, in seat 1, is last in play order
    pots = (Pot(25, (2, 4, 5)),)
    assert payouts_by_seat(pots, {2: 7, 4: 7, 5: 7}, seats) == {2: 9, 4: 8, 5: 8}


def test_odd_chips_are_given_in_each_pot_by_itself() -> None:
    pots = layered_pots((5, 8, 8, 1), {ANN, BEN, CAL})  # a main pot of 16 for three, a side pot of 6 for two
    assert [pot.amount for pot in pots] == [16, 6]
    assert list(award_pots(pots, {ANN: 1, BEN: 1, CAL: 1}, (CAL, DEE, ANN, BEN))) == [
        Payout(0, CAL, 6, 3, 1),
        Payout(0, ANN, 5, 3),
        Payout(0, BEN, 5, 3),
        Payout(1, CAL, 3, 2),
        Payout(1, BEN, 3, 2),
    ]


def test_the_house_may_give_the_odd_chip_to_the_last_winner() -> None:
    assert split_pot(25, (2, 4, 5), odd_to=-1) == {2: 8, 4: 8, 5: 9}


def test_what_nobody_matched_is_the_part_beyond_the_second_highest() -> None:
    assert unmatched_layered((10, 50, 30), {ANN, BEN, CAL}) == (BEN, 20)
    assert unmatched_layered((10, 50, 50), {ANN, BEN, CAL}) is None
    assert unmatched_layered((10, 50, 30), {ANN, CAL}) is None  # Ben has folded, and the chips stay


def test_chips_of_one_who_folded_are_won_with_the_pots_that_they_reach() -> None:
    pots = layered_pots((10, 0, 30, 20), {ANN, CAL})
    assert [(pot.amount, pot.eligible) for pot in pots] == [(30, (ANN, CAL)), (30, (CAL,))]


def test_dead_chips_lie_in_the_first_pot() -> None:
    assert [pot.amount for pot in layered_pots((10, 50, 50), {ANN, BEN, CAL}, dead=3)] == [33, 80]
    # Who is out of chips after a dead blind can win the dead chips alone.
    pots = layered_pots((0, 10, 10), {ANN, BEN, CAL}, dead=5)
    assert [(pot.amount, pot.eligible) for pot in pots] == [(5, (ANN, BEN, CAL)), (20, (BEN, CAL))]


def test_the_literal_pile_is_all_that_lay_on_the_table_when_somebody_ran_out() -> None:
    # Ben bets 50, Ann calls with her last 10, Cal calls 50.
    piles = [(ANN, 60)]
    pots = literal_pots((10, 50, 50), {ANN, BEN, CAL}, 0, piles)
    assert [(pot.amount, pot.eligible) for pot in pots] == [(60, (ANN, BEN, CAL)), (50, (BEN, CAL))]
    assert payouts_by_seat(pots, {ANN: 3, BEN: 2, CAL: 1}, (ANN, BEN, CAL)) == {ANN: 60, BEN: 50}


def test_what_lies_in_a_literal_pile_is_not_returned() -> None:
    assert unmatched_literal((10, 50), {ANN, BEN}, 0, [(ANN, 60)]) is None
    assert unmatched_literal((10, 50), {ANN, BEN}, 0, [(ANN, 20)]) == (BEN, 40)


def test_what_nobody_who_is_left_can_win_goes_with_the_pile_before() -> None:
    pots = literal_pots((10, 30, 30), {ANN}, 0, [(ANN, 10)])
    assert pots == (Pot(70, (ANN,)),)


def test_a_pot_is_called_by_its_place_and_told_by_its_parts() -> None:
    pots = layered_pots((10, 50, 50), {ANN, BEN, CAL}, dead=2)
    names = ("Ann", "Ben", "Cal")
    assert [pot_name(pots, at) for at in range(2)] == ["the main pot", "the side pot"]
    assert (
        describe_contributions(pots[0], names.__getitem__)
        == "10 each from Ann, Ben and Cal and 2 that nobody had to match"
    )
    assert describe_contributions(pots[1], names.__getitem__) == "40 each from Ben and Cal"


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[int, ...], set[int], int]:
    put_in = tuple(draw(st.lists(st.integers(0, 60), min_size=2, max_size=10)))
    live = draw(st.sets(st.sampled_from(range(len(put_in))), min_size=1))
    return put_in, live, draw(st.integers(0, 9))


@given(tables(), st.data())
def test_every_chip_is_paid_to_somebody_who_may_win_it(
    table: tuple[tuple[int, ...], set[int], int], data: st.DataObject
) -> None:
    put_in, live, dead = table
    piles = []
    for seat in sorted(live)[: data.draw(st.integers(0, 3))]:
        piles.append((seat, data.draw(st.integers(piles[-1][1] if piles else 1, sum(put_in) + dead + 1))))
    for pots in (layered_pots(put_in, live, dead), literal_pots(put_in, live, dead, piles)):
        assert sum(pot.amount for pot in pots) == sum(put_in) + dead
        assert all(set(pot.eligible) <= live and pot.eligible for pot in pots if pot.amount)
        strengths = {seat: data.draw(st.integers(0, 3)) for seat in live if data.draw(st.booleans())}
        payouts = list(award_pots(pots, strengths, range(len(put_in))))
        assert sum(payout.amount for payout in payouts) == sum(put_in) + dead
        assert all(payout.seat in pots[payout.pot].eligible for payout in payouts)


@given(tables())
def test_nobody_wins_more_of_another_than_they_put_in(table: tuple[tuple[int, ...], set[int], int]) -> None:
    put_in, live, _ = table
    for winner in live:
        chips_won = sum(
            payout.amount for payout in award_pots(layered_pots(put_in, live), {winner: 1}, range(len(put_in)))
        )
        own_share = sum(min(chips, put_in[winner]) for chips in put_in)
        highest = max(put_in[seat] for seat in live)
        beyond = sum(max(0, chips - highest) for chips in put_in)  # of those who folded; it lies in the last pot
        may_win_the_last = put_in[winner] == highest
        if len(live) > 1 and any(put_in[seat] for seat in live):
            payers = {payout.seat for payout in award_pots(layered_pots(put_in, live), {winner: 1}, range(len(put_in)))}
            assert winner in payers or not put_in[winner]
            assert (
                sum(pot.amount for pot in layered_pots(put_in, live) if winner in pot.eligible)
                == own_share + beyond * may_win_the_last
            )
            assert chips_won >= own_share


@pytest.mark.parametrize(("amount", "winners"), [(1, 3), (25, 3), (26, 3), (10, 2)])
def test_shares_differ_only_by_the_odd_chips(amount: int, winners: int) -> None:
    shares = split_pot(amount, range(winners))
    assert sum(shares.values()) == amount
    assert set(list(shares.values())[1:]) <= {amount // winners}
