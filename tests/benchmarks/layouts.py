"""How long it takes to find how Conquian's cards can lie in melds: ``python -m tests.benchmarks.layouts``."""

from __future__ import annotations

import random
from functools import partial

from referee.games.conquian.layout import CARD_BITS, all_cards, arrange, layout_with_card, possible_melds
from tests.benchmarks.measuring import Measurement, best_of, yardstick

BUDGET = "1 ms"


def thrown_together(chance: random.Random, most: int) -> tuple[int, ...]:
    """Return melds that have no card in common, of up to `most` cards in all."""
    layout: tuple[int, ...] = ()
    for meld in chance.sample(sorted(possible_melds(10)), 40):
        if not meld & all_cards(layout) and all_cards((*layout, meld)).bit_count() <= most:
            layout = (*layout, meld)
    return layout


def layouts(tables: int = 500) -> list[Measurement]:
    """Measure the slowest of random tables: eleven cards laid out, and a card taken from the centre."""
    unit = best_of(5, yardstick)
    chance = random.Random(7)
    choices = list(CARD_BITS.values())
    lying = [layout for layout in (thrown_together(chance, 10) for _ in range(tables)) if layout]
    offered = [(layout, chance.choice([bit for bit in choices if not bit & all_cards(layout)])) for layout in lying]
    unseen = [sum(bit for bit in choices if not bit & (all_cards(layout) | card)) for layout, card in offered]
    search = layout_with_card.__wrapped__  # each is asked once, so that nothing is remembered
    ways = {
        "eleven cards at random": [partial(arrange, sum(chance.sample(choices, 11)), 10) for _ in range(tables)],
        "up to ten in melds, and one more": [partial(arrange, all_cards(down) | card, 10) for down, card in offered],
        "taken with any cards of the pack": [
            partial(search, down, card, hand, costly=hand, most=11, spread=spread, longest=10)
            for (down, card), hand in zip(offered, unseen, strict=True)
            for spread in (False, True)
        ],
    }
    return [
        Measurement(
            f"{label}, the slowest", max(best_of(5, search) for search in way), "a million additions", unit, BUDGET
        )
        for label, way in ways.items()
    ]


def main() -> None:
    """Print the table."""
    for row in layouts():
        print(row)


if __name__ == "__main__":
    main()
