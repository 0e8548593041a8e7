"""An exact search for layouts of cards in melds.

A set of cards is an integer with one bit for each card. A layout is a tuple of such sets, one for each meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from referee.cards import Card, Pack, write_cards
from referee.cards.pack import SUITS, make_cards

Layout: TypeAlias = tuple[int, ...]

# The ace is low, and the jack follows the seven.
RANKS: Final = "A234567JQK"
PACK: Final = Pack("the 40-card pack", make_cards(RANKS))
CARD_BITS: Final = {card: 1 << index for index, card in enumerate(PACK.cards)}
ALL_CARDS: Final = (1 << len(PACK)) - 1
SUIT_BITS: Final = {suit: ((1 << len(RANKS)) - 1) << len(RANKS) * index for index, suit in enumerate(SUITS)}


def bits(cards: Iterable[Card]) -> int:
    """Return cards as a set of bits. Unseen cards are left out."""
    number = 0
    for card in cards:
        number |= CARD_BITS.get(card, 0)
    return number


@lru_cache(maxsize=4096)
def cards_of(number: int) -> tuple[Card, ...]:
    """Return the cards of a set of bits, runs in order."""
    return tuple(card for card, bit in CARD_BITS.items() if number & bit)


def all_cards(layout: Iterable[int]) -> int:
    """Return all cards of a layout as one set."""
    number = 0
    for meld in layout:
        number |= meld
    return number


@lru_cache(maxsize=4096)
def write_bits(cards: int) -> str:
    """Return a set of cards in record notation."""
    return write_cards(cards_of(cards))


def write_layout(layout: Iterable[int]) -> str:
    """Return melds in record notation: ``3D 4D 5D / KS KH KC``."""
    return " / ".join(map(write_bits, layout))


def _all_sets() -> Iterator[int]:
    for rank in RANKS:
        rank_cards = [Card(rank, suit) for suit in SUITS]
        yield from (bits(combination) for size in (3, 4) for combination in combinations(rank_cards, size))


def _all_runs() -> Iterator[int]:
    for suit in SUITS:
        for low, high in combinations(range(len(RANKS) + 1), 2):
            if high - low >= 3:
                yield bits(Card(rank, suit) for rank in RANKS[low:high])


SETS: Final = frozenset(_all_sets())
RUNS: Final = frozenset(_all_runs())


@cache
def possible_melds(max_length: int) -> frozenset[int]:
    """Return every meld, with runs of up to `max_length` cards."""
    return SETS | {run for run in RUNS if run.bit_count() <= max_length}


@cache
def _melds_by_card(max_length: int) -> dict[int, Layout]:
    """Return the melds that contain each card, the largest first."""
    sorted_melds = sorted(possible_melds(max_length), key=lambda meld: (-meld.bit_count(), meld))
    return {bit: tuple(meld for meld in sorted_melds if meld & bit) for bit in CARD_BITS.values()}


def arrange(cards: int, max_length: int) -> Layout | None:
    """Return a layout of `cards` in melds; None if there is none."""
    return _find_cover(cards, 0, 0, 0, _melds_by_card(max_length))


def _find_cover(
    required: int, allowed: int, costly: int, max_cards: int, melds_by_card: dict[int, Layout]
) -> Layout | None:
    """Return a layout of all `required` cards, some `allowed` ones and at most `max_cards` `costly` ones; else None.

    Each meld is chosen to contain the lowest remaining required card, which keeps the search small.
    """
    if not required:
        return ()
    usable = required | allowed
    for meld in melds_by_card[required & -required]:
        if meld & ~usable:
            continue
        cost = (meld & costly).bit_count()
        if cost > max_cards:
            continue
        other_melds = _find_cover(required & ~meld, allowed & ~meld, costly, max_cards - cost, melds_by_card)
        if other_melds is not None:
            return (meld, *other_melds)
    return None


@lru_cache(maxsize=4096)
def layout_without(layout: Layout, cards: int, max_length: int) -> Layout | None:
    """Return the layout without some cards, rearranged if necessary; None if the rest makes no melds."""
    result: list[int] = []
    all_melds = possible_melds(max_length)
    for meld in layout:
        remaining = meld & ~cards
        if remaining in all_melds:
            result.append(remaining)
        elif remaining:
            parts = arrange(remaining, max_length)
            if parts is None:
                return arrange(all_cards(layout) & ~cards, max_length)
            result.extend(parts)
    return tuple(result)


@lru_cache(maxsize=4096)
def layout_with_card(
    layout: Layout, card: int, hand: int, *, costly: int, max_cards: int, spread: bool, max_length: int
) -> Layout | None:
    """Return a layout of all cards of a `layout`, the taken `card` and cards of the `hand`; None if there is none.

    Cards of the hand go into the meld of the taken card or, with `spread`, into any meld. As few `costly` cards as
    possible are used, and no more than `max_cards`. Melds stay unchanged if possible. The meld of the taken card comes
    last.
    """
    melds_by_card, table = _melds_by_card(max_length), all_cards(layout)
    usable = table | card | hand
    candidates = [
        (
            (meld & costly).bit_count(),
            sum(bool(meld & old_meld) and bool(old_meld & ~meld) for old_meld in layout),
            meld,
        )
        for meld in melds_by_card.get(card, ())
        if not meld & ~usable
    ]
    candidates.sort(key=lambda candidate: candidate[:2])
    for costly_count in range(min(max_cards, costly.bit_count()) + 1):
        for cost, _, meld in candidates:
            if cost > costly_count or (cost < costly_count and not spread):
                continue
            other_melds = layout_without(layout, meld, max_length)
            if other_melds is None and spread:
                other_melds = _find_cover(table & ~meld, hand & ~meld, costly, costly_count - cost, melds_by_card)
            if other_melds is not None:
                return (*other_melds, meld)
    return None
