"""Prizes are whole and sum exactly; a chop by the model of Malmuth and Harville is what all orders together give."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.freezeouts.prizes import (
    PERCENTS,
    Chop,
    by_percents,
    by_places,
    chopped,
    icm,
    percents_for,
    rounded,
)


def by_every_order(prizes: list[int], chips: list[int]) -> list[Fraction]:
    """Go through every order in which the players can come, each as likely as the model says."""
    shares = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips))):
        likely, left = Fraction(1), sum(chips)
        for player in order:
            likely *= Fraction(chips[player], left)
            left -= chips[player]
        for place, player in enumerate(order):
            shares[player] += likely * prizes[place]
    return shares


@st.composite
def finals(draw: st.DrawFn, most: int = 6) -> tuple[list[int], list[int]]:
    many = draw(st.integers(1, most))
    prizes = sorted(draw(st.lists(st.integers(0, 500), min_size=many, max_size=many)), reverse=True)
    return prizes, draw(
        st.lists(st.integers(1, 9), min_size=many, max_size=many).map(lambda some: [25 * each for each in some])
    )


@settings(max_examples=60)
@given(finals())
def test_the_model_is_exact(final: tuple[list[int], list[int]]) -> None:
    assert icm(*final) == by_every_order(*final)


def test_two_players_share_as_can_be_reckoned_by_hand() -> None:
    # Three quarters of the chips win three quarters of the time: 60 + 3/4 of 40, and 60 + 1/4 of 40.
    assert icm([100, 60], [3000, 1000]) == [90, 70]


def test_a_dozen_players_are_exact_too() -> None:
    chips = [1000 * each + 37 for each in range(1, 13)]
    prizes = [300, 200, 150, 100, 80, 60, 40, 30, 20, 10, 5, 5]
    shares = icm(prizes, chips)
    assert sum(shares) == 1000
    assert shares == sorted(shares)
    # With equal stacks everybody has the mean.
    assert icm(prizes, [500] * 12) == [Fraction(1000, 12)] * 12


@settings(max_examples=100)
@given(finals(), st.sampled_from(Chop))
def test_every_chop_sums_exactly_in_whole_units(final: tuple[list[int], list[int]], how: Chop) -> None:
    prizes, chips = final
    stacks = dict(enumerate(chips, 1))
    shares = chopped(how, prizes, stacks)
    assert sum(shares.values()) == sum(prizes)
    assert set(shares) == set(stacks)
    for one, other in permutations(stacks, 2):
        # Nobody with fewer chips has more.
        assert stacks[one] < stacks[other] or shares[one] >= shares[other] or stacks[one] == stacks[other]
        if stacks[one] == stacks[other]:
            assert abs(shares[one] - shares[other]) <= 1


def test_by_chips_everybody_has_the_smallest_prize_left_first() -> None:
    assert chopped(Chop.CHIPS, [100, 60, 40], {1: 6000, 2: 3000, 3: 1000}) == {1: 88, 2: 64, 3: 48}


def test_even_is_even_and_the_unit_over_goes_to_the_larger_stack() -> None:
    assert chopped(Chop.EVEN, [50, 30, 20], {1: 100, 2: 900, 3: 500}) == {2: 34, 1: 33, 3: 33}


@given(st.integers(0, 10_000), st.integers(1, 300))
def test_percents_sum_and_are_paid_in_whole_units(total: int, entries: int) -> None:
    percents = percents_for(entries)
    paid = by_percents(total, percents)
    assert sum(percents) == 100
    assert sum(paid) == total
    assert list(paid) == sorted(paid, reverse=True)
    assert all(abs(prize - Fraction(total * each, 100)) < 1 for prize, each in zip(paid, percents, strict=True))


def test_more_entries_are_never_paid_fewer_places() -> None:
    sizes = [len(percents) for _, percents in PERCENTS]
    assert sizes == sorted(sizes)
    assert [len(percents_for(each)) for each in (2, 6, 9, 20)] == [1, 2, 3, 4]


def test_the_largest_remainders_have_the_units_left_over() -> None:
    assert rounded([Fraction(7, 2), Fraction(13, 4), Fraction(13, 4)]) == (4, 3, 3)
    assert rounded([Fraction(1, 3)] * 3) == (1, 0, 0)
    with pytest.raises(ValueError, match="whole"):
        rounded([Fraction(1, 2)])


def test_who_shares_places_shares_their_prizes() -> None:
    assert by_places([50, 30, 20], [[4], [2, 7], [1]]) == {4: 50, 2: 25, 7: 25, 1: 0}
    assert by_places([50, 30, 21], [[4], [7, 2]]) == {4: 50, 2: 26, 7: 25}
