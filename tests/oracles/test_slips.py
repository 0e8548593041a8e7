"""Hands with slips in them, played from the source texts: nobody is accused who did nothing wrong."""

from random import Random

import pytest

from tests.oracles.slips.__main__ import ORACLES
from tests.oracles.slips.measure import judge_hands


@pytest.mark.parametrize("game", ORACLES)
def test_hands_with_slips_are_judged_as_they_were_played(game: str) -> None:
    assert [hand.text for hand in judge_hands(ORACLES[game], 6, seed=1) if hand.wrong] == []


@pytest.mark.parametrize("game", ORACLES)
def test_hands_without_slips_are_judged_as_they_were_played(game: str) -> None:
    assert [hand.text for hand in judge_hands(ORACLES[game], 2, seed=1, slips=0) if hand.wrong] == []


@pytest.mark.parametrize("game", ORACLES)
def test_the_oracle_slips_and_lets_some_slips_stand(game: str) -> None:
    slips = [line for seed in range(20) for line in ORACLES[game](Random(seed), None).lines if not line.legal]
    assert {line.stood for line in slips} == {True, False}


@pytest.mark.long
def test_two_hundred_matches_with_slips_are_judged_as_they_were_played() -> None:
    assert [hand.text for hand in judge_hands(ORACLES["commune"], 200, seed=3) if hand.wrong] == []
