"""Who goes on from a table: a tie at the cut goes by the earlier rounds, then by lot, and it is said."""

from fractions import Fraction

import pytest

from referee.competition.draws.through import through


def test_without_a_tie_at_the_cut_nothing_is_said() -> None:
    assert through([(4,), (2,), (3,), (1,)], 2, {}, 1).on == (4, 2)
    found = through([(4, 2), (3,), (1,)], 2, {2: 1}, 1)
    assert (found.on, found.out, found.said) == ((2, 4), (3, 1), ())


def test_a_tie_goes_by_the_rounds_before() -> None:
    found = through([(4,), (2, 3), (1,)], 2, {3: Fraction(3, 2), 2: Fraction(1)}, 1)
    assert (found.on, found.out) == ((4, 3), (2, 1))
    assert found.said == ("{3} goes on before {2}, with whom they tied, by what they had before this round.",)


def test_what_is_still_equal_goes_by_lot_and_the_seed_is_said() -> None:
    found = {through([(4,), (2, 3), (1,)], 2, {}, seed).on for seed in range(20)}
    assert found == {(4, 2), (4, 3)}
    assert through([(2, 3)], 1, {}, 7) == through([(3, 2)], 1, {}, 7)
    [said] = through([(2, 3)], 1, {}, 7).said
    assert "by lot (seed 7)" in said


def test_three_who_tied_for_two_places_are_told_each_what_decided() -> None:
    found = through([(1, 2, 3)], 2, {1: 5}, 7)
    assert found.on[0] == 1
    assert len(found.said) == 2
    assert found.said[0].startswith("{1} goes on before {")
    assert "by lot" not in found.said[0]
    assert "{1}" not in found.said[1]


@pytest.mark.parametrize("go_on", range(7))
def test_so_many_go_on_as_should_or_all(go_on: int) -> None:
    found = through([(1, 2), (3, 4, 5)], go_on, {}, 3)
    assert len(found.on) == min(go_on, 5)
    assert sorted((*found.on, *found.out)) == [1, 2, 3, 4, 5]
