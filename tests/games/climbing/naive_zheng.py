"""What some cards of Zheng Shangyou make, written once more straight from source text 004, by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.cards import Card

ORDER = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "CJ"]
ROWS = {tuple(ORDER[low:high]) for low in range(13) for high in range(low + 1, 14)}
ROWS_OF_PAIRS = {tuple(rank for rank in row for _ in range(2)) for row in ROWS if len(row) >= 3}

Made = tuple[str, int, int]


def classify(cards: Sequence[Card], players: int) -> Made | None:
    """The type, the number of cards, and the place of the highest rank; nothing if the cards are no hand."""
    ranks = tuple(sorted((card.rank for card in cards), key=ORDER.index))
    top = ORDER.index(ranks[-1])
    if len(ranks) == 1:
        return "single", 1, top
    if ranks == ("BJ", "CJ"):
        return "bomb", 5, top  # above a bomb of four cards
    if {"BJ", "CJ"} & set(ranks):
        return None
    if len(set(ranks)) == 1:
        return ("pair" if len(ranks) == 2 else "bomb"), len(ranks), top
    fewest = 5 if players < 5 else 3
    if ranks in ROWS and len(ranks) >= fewest:
        return "straight", len(ranks), top
    if ranks in ROWS_OF_PAIRS:
        return "pair straight", len(ranks), top
    return None


def can_follow(played: Made, standing: Made) -> bool:
    """Whether a hand may be played on another."""
    kind, size, top = played
    if kind == "bomb":
        return standing[0] != "bomb" or (size, top) > standing[1:]
    return (kind, size) == standing[:2] and top > standing[2]


def all_hands(cards: Sequence[Card], players: int) -> Iterator[tuple[tuple[Card, ...], Made]]:
    """Every choice of some cards that is a hand."""
    for size in range(1, len(cards) + 1):
        for some in combinations(cards, size):
            if combination := classify(some, players):
                yield some, combination
