"""One playing card."""

from typing import Final, NamedTuple


class Card(NamedTuple):
    """A face of a card: `rank` is one of ``2``-``9``, ``T``, ``J``, ``Q``, ``K``, ``A``, and `suit` one of ``S H D C``.

    Jokers, the wildcards of United States Stud and the unseen card have no suit. Cards have no order of their own; each
    game defines one.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card({self})"


BLACK_JOKER: Final = Card("BJ", "")
COLOUR_JOKER: Final = Card("CJ", "")
WILDCARD: Final = Card("W", "")
UNSEEN: Final = Card("??", "")
