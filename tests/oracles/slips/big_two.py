"""Big Two as source text 004 tells it."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations as choices
from random import Random
from typing import Final

from tests.oracles.slips.climbing import Cards, Rules, deal
from tests.oracles.slips.climbing import play as climb
from tests.oracles.slips.slip_records import PACK, PlayedHand, shuffle_pack

RANKS: Final = "3456789TJQKA2"
TRIES: Final = 60
"""How many choices of five cards a player looks at."""


def value(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), "DCHS".index(card[1])


def strength(cards: Cards) -> tuple[int, tuple[int, int]] | None:
    """The class and the card that decides within it; none for what is no hand."""
    values = sorted(map(value, cards))
    ranks = Counter(rank for rank, _ in values)
    most = sorted(ranks.values(), reverse=True)
    if len(cards) < 5:
        return (0, values[-1]) if len(ranks) == 1 and len(cards) < 4 else None
    flush = len({suit for _, suit in values}) == 1
    straight = most[0] == 1 and values[-1][0] - values[0][0] == 4
    repeated = max((group for group in values if ranks[group[0]] == most[0]), default=values[-1])
    if straight and flush:
        return (6 if values[-1][0] == RANKS.index("A") else 5), values[-1]
    if most[0] == 4:
        return 4, repeated
    if most == [3, 2]:
        return 3, repeated
    if flush:
        return 2, values[-1]
    if straight:
        return 1, values[-1]
    return (0, repeated) if most == [2, 2, 1] else None


def beats(cards: Cards, lies: Cards) -> bool:
    own_strength, previous_strength = strength(cards), strength(lies)
    return (
        len(cards) == len(lies)
        and own_strength is not None
        and previous_strength is not None
        and own_strength > previous_strength
    )


def alike(cards: Cards, lies: Cards) -> bool:
    return len(cards) == len(lies)


def combinations(chance: Random, hand: Sequence[str]) -> list[Cards]:
    """All hands of one to three cards, and some of five."""
    small = [cards for size in (1, 2, 3) for cards in choices(hand, size) if strength(cards)]
    tries = [tuple(chance.sample(hand, 5)) for _ in range(TRIES if len(hand) >= 5 else 0)]
    return small + [cards for cards in tries if strength(cards)]


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a hand; one with the three of diamonds left over is dealt again, as the text has no opener for it."""
    while True:
        hands, spare = deal(shuffle_pack(chance, PACK), chance.choice([3, 4]))
        if "3D" not in spare:
            break
    return climb(Rules("big-two", "3D", combinations, beats, alike), chance, hands, spare, number)
