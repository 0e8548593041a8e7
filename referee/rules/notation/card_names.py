"""English names of cards: "the queen of spades", "four of hearts", "black joker"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.words import RANK_NAMES, SUIT_NAMES

RANKS: Final = {rank: rank for rank in "23456789"} | {
    **{name: rank for rank, name in RANK_NAMES.items()}, "10": "T", "t": "T", "j": "J", "q": "Q", "k": "K", "a": "A",
    "deuce": "2", "trey": "3", "knave": "J",
}  # fmt: skip
SUITS: Final = {
    **{name: suit for suit, name in SUIT_NAMES.items()}, **{name[:-1]: suit for suit, name in SUIT_NAMES.items()},
    **{suit.casefold(): suit for suit in SUIT_NAMES}, "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip
JOKERS: Final = {
    "black": "BJ", "small": "BJ", "little": "BJ", "colour": "CJ", "coloured": "CJ", "color": "CJ", "colored": "CJ",
    "red": "CJ", "big": "CJ",
}  # fmt: skip


def card_in_words(words: Sequence[str]) -> tuple[int, str] | None:
    """Return how many of the first words name a card, and its notation. Return None if they name no card."""
    bare = [word.casefold().rstrip(",;") for word in words[:4]]
    first = bool(bare) and bare[0] in ("the", "a", "an")
    match bare[first:]:
        case [rank, "of", suit, *_] if rank in RANKS and suit in SUITS:
            count, card = first + 3, f"{RANKS[rank]}{SUITS[suit]}"
        case [colour, "joker", *_] if colour in JOKERS:
            count, card = first + 2, JOKERS[colour]
        case _:
            return None
    return count, f"{card}," if words[count - 1][-1] in ",;" else card
