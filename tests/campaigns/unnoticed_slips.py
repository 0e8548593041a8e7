"""Hands with slips that nobody at the table noticed: no ruling on their records is worse than the truth.

The games are played from their source texts (`tests/oracles/slips`), and the record has what is seen at a table. It is
worse than the truth to accuse more lines that were right than slips are missed, and to misjudge a line although all
lines before it are read as they were played. Some of the records end in the middle of the hand. In matches of Commune
nobody but who slipped is accused.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Final

from tests.campaigns.campaign import Campaign
from tests.oracles.slips import commune, play_or_pay, stealing_bundles, zheng_shangyou
from tests.oracles.slips.measure import JudgedHand, judge
from tests.oracles.slips.slip_records import PlayedHand, cut_hand

HANDS = 1000
MATCHES = 200
MOST = 5
GAMES: Final[Mapping[str, Callable[..., PlayedHand]]] = {
    "stealing-bundles": stealing_bundles.play,
    "zheng-shangyou": zheng_shangyou.play,
    "play-or-pay": play_or_pay.play,
}


def judged(game: str, seed: int, number: int) -> JudgedHand:
    """Play one hand of a game and rule on its record."""
    chance = random.Random(f"{game} {seed} {number}")
    played = GAMES[game](chance, chance.randint(0, MOST), unnoticed=True)
    return judge(cut_hand(played, chance) if chance.random() < 0.3 else played)


def find_fault(game: str, seed: int, number: int) -> str:
    """Return where the rulings on a hand are worse than the truth; empty if nowhere."""
    hand = judged(game, seed, number)
    if not hand.worse and not hand.blind:
        return ""
    first = hand.played.head.count("\n") + 1
    label = "more lines are accused that were right than slips are missed" if hand.worse else ""
    blind = [f"line {at + first} is misjudged" for at in hand.blind]
    return f"hand {number}, seed {seed}: {'; '.join([label] * hand.worse + blind)}\n{hand.text}"


def find_match_fault(seed: int, number: int) -> str:
    """Return what is misjudged in a match of Commune, or nothing."""
    match = judge(commune.play(random.Random(f"{seed} {number}")))
    return f"match {number}, seed {seed}:\n{match.text}" if match.wrong else ""


def run(seconds: float, seed: int) -> list[Campaign]:
    """Try a thousand hands of each game and two hundred matches; in a short campaign fifty and ten."""
    hands, matches = (HANDS, MATCHES) if seconds >= 60 else (50, 10)
    results = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in GAMES:
            faults = pool.map(find_fault, repeat(game), repeat(seed), range(hands), chunksize=10)
            results.append(
                Campaign(f"{game}: hands with slips that nobody noticed", hands, tuple(filter(None, faults)))
            )
        faults = pool.map(find_match_fault, repeat(seed), range(matches))
        results.append(
            Campaign("commune: matches with slips that nobody noticed", matches, tuple(filter(None, faults)))
        )
    return results
