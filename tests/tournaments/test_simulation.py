"""The simulation plays whole tournaments of every format, and its figures are what they are said to be."""

import pytest

from tests.oracles.simulation import FORMATS, PLAYERS, measure_order, simulate


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_an_order_of_all_players(name: str) -> None:
    outcome = simulate(name, 3)
    assert len(outcome.drawn) == len(outcome.chance) == 3
    assert all(-1 <= result.tau <= 1 and 1 <= result.winner <= PLAYERS for result in (*outcome.drawn, *outcome.chance))
    assert outcome == simulate(name, 3)


def test_tau_is_the_share_of_pairs_that_are_right_less_that_which_are_wrong() -> None:
    strength = {1: 3.0, 2: 2.0, 3: 1.0, 4: 0.0}
    assert measure_order(strength, {1: 9, 2: 5, 3: 4, 4: 1}).tau == 1
    assert measure_order(strength, {1: 1, 2: 2, 3: 3, 4: 4}).tau == -1
    one_wrong = measure_order(strength, {1: 5, 2: 9, 3: 4, 4: 1})
    assert one_wrong.tau == pytest.approx(4 / 6)
    assert (one_wrong.best_won, one_wrong.winner) == (0, 2)
    level = measure_order(strength, {1: 5, 2: 5, 3: 4, 4: 1})
    assert level.tau == pytest.approx(5 / 6)
    assert (level.best_won, level.winner) == (0.5, 1.5)
