"""Matches of Commune with slips that nobody noticed, played from the source text: nobody else is accused."""

from __future__ import annotations

import time
from itertools import count
from random import Random

from tests.campaigns.campaign import Campaign
from tests.oracles.slips.commune import play
from tests.oracles.slips.measure import judge


def run(seconds: float, seed: int) -> Campaign:
    """Play matches for so many seconds."""
    until = time.monotonic() + seconds
    failed: list[str] = []
    for at in count():
        if at and time.monotonic() >= until:
            return Campaign("matches of Commune with slips", at, tuple(failed))
        match = judge(play(Random(f"{seed} {at}")))
        if match.wrong:
            failed.append(f"seed {seed}, match {at}:\n{match.text}")
    raise AssertionError
