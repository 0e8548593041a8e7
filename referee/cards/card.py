"""One playing card."""

from typing import Final, NamedTuple


class Card(NamedTuple):
    """A face: `rank` is one of ``2``-``9``, ``T``, ``J``, ``Q``, ``K``, ``A``; `suit` of ``S H D C``.

    Jokers, the wildcards of United States Stud and the card not seen have no suit. Cards are told apart,
    never ordered: which of two is higher is for a game to say.
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
