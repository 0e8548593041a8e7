"""How long it takes to say what seven cards make, hand by hand: ``python -m tests.benchmarks.cards``."""

from __future__ import annotations

import random
from collections.abc import Callable

from referee.cards import FRENCH
from referee.games.parts.hands.poker_hands import rank_gunn, rank_munk
from referee.rules import Cards
from tests.benchmarks.measuring import Measurement, best_of, yardstick

THREES_AND_NINES = frozenset(card for card in FRENCH.cards if card.rank in "39")


def rankings(hands: int = 2000) -> list[Measurement]:
    """Measure single calls on random hands of seven cards, with no wild cards and with threes and nines wild."""
    unit = best_of(5, yardstick)
    chance = random.Random(7)
    names = [tuple(chance.sample(FRENCH.cards, 7)) for _ in range(hands)]
    ways: dict[str, tuple[Callable[[Cards], object], str]] = {
        "seven cards ranked after Gunn": (rank_gunn, "5 µs"),
        "seven cards ranked after Munk": (rank_munk, "5 µs"),
        "the same, threes and nines wild": (lambda cards: rank_munk(cards, THREES_AND_NINES), "10 µs"),
        "the same, and named": (lambda cards: rank_munk(cards, THREES_AND_NINES).words, "20 µs"),
        "the same, and the five that make it": (lambda cards: rank_munk(cards, THREES_AND_NINES).cards, "20 µs"),
    }
    rows = []
    for label, (rank, budget) in ways.items():
        took = best_of(9, lambda rank=rank: [rank(cards) for cards in names])  # type: ignore[misc]
        rows.append(Measurement(label, took / hands, "a million additions", unit, budget))
    return rows


def main() -> None:
    """Print the table."""
    for row in rankings():
        print(row)


if __name__ == "__main__":
    main()
