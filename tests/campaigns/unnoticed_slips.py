"""Hands and matches with slips that nobody noticed, played from the source texts: nobody else is accused.

Rooms with bets are left out: what was bet there after a slip is often seen from nothing but who claims how much, which
is no evidence. `side_pots` plays their hands.
"""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import Final

from tests.campaigns.campaign import Campaign
from tests.oracles.slips.__main__ import ORACLES
from tests.oracles.slips.measure import judge
from tests.oracles.slips.told import Oracle

WITH_BETS: Final = ("five-card-21", "texas-holdem")


def run(seconds: float, seed: int) -> list[Campaign]:
    """Play each game for its share of the time."""
    played = {game: oracle for game, oracle in ORACLES.items() if game not in WITH_BETS}
    return [_played(game, oracle, seconds / len(played), seed) for game, oracle in played.items()]


def _played(game: str, oracle: Oracle, seconds: float, seed: int) -> Campaign:
    until = time.monotonic() + seconds
    failed: list[str] = []
    for at in count():
        if at and time.monotonic() >= until:
            return Campaign(f"slips in {game}", at, tuple(failed))
        hand = judge(oracle(Random(f"{seed} {at}"), None))
        if hand.wrong:
            failed.append(f"seed {seed}, hand {at}:\n{hand.text}")
    raise AssertionError
