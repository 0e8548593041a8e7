"""Poker told slowly and plainly, with nothing of the referee's but the cards: what its ranking is held against."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

from referee.cards import FRENCH, Card

RANKS = "23456789TJQKA"
STRAIGHTS = {frozenset(RANKS[low : low + 5]): low + 4 for low in range(9)} | {frozenset("A2345"): 3}


def value(five: tuple[Card, ...], *, royal: bool) -> tuple[int, ...]:
    """Return the class of five cards at most and the ranks that decide, in their order; nothing about suits."""
    counts = Counter(RANKS.index(card.rank) for card in five)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    ranks = frozenset(card.rank for card in five)
    flush = len(five) == 5 and len({card.suit for card in five}) == 1
    straight = len(five) == 5 and ranks in STRAIGHTS
    if shape[0] == 5:
        return 9, by_count[0]
    if straight and flush:
        top = STRAIGHTS[ranks]
        return (9,) if royal and top == 12 else (8, top)
    if shape[0] == 4:
        return (7, *by_count)
    if shape[:2] == [3, 2]:
        return (6, *by_count)
    if flush:
        return (5, *sorted((RANKS.index(card.rank) for card in five), reverse=True))
    if straight:
        return 4, STRAIGHTS[ranks]
    if shape[0] == 3:
        return (3, *by_count)
    if shape[:2] == [2, 2]:
        return (2, *by_count)
    return (1 if shape[0] == 2 else 0, *by_count)


def best(cards: tuple[Card, ...], *, royal: bool) -> tuple[int, ...]:
    """Return the value of the best five of some cards."""
    return max(value(five, royal=royal) for five in combinations(cards, min(5, len(cards))))


def best_with_wild(cards: tuple[Card, ...], wild: frozenset[Card], *, double_ace: bool = False) -> tuple[int, ...]:
    """Return the value of at most five cards when every wild one is tried as each card of the pack.

    A wild card may be what another is as well, but two alike in a flush are only allowed where two aces are.
    """
    natural = tuple(card for card in cards if card not in wild)
    values = []
    for stood_for in combinations_with_replacement(FRENCH.cards, len(cards) - len(natural)):
        five = natural + stood_for
        hand_value = value(five, royal=False)
        ranks = Counter(card.rank for card in five)
        if hand_value[0] == 5 and any(many > 1 for rank, many in ranks.items() if not (double_ace and rank == "A")):
            continue
        values.append(hand_value)
    return max(values)
