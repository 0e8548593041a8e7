"""The packs of the games."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final

from referee.cards.card import Card
from referee.cards.immutable import frozen

SUITS: Final = "SHDC"


@frozen
class Pack:
    """All cards in play, with the number of copies of each."""

    name: str
    cards: tuple[Card, ...] = field(repr=False)
    copies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    by_text: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", Counter(self.cards))
        # Most cards are typed as records print them, and need not be read letter by letter.
        cards_by_text = {spelling: card for card in self.cards for spelling in (str(card), str(card).lower())}
        object.__setattr__(self, "by_text", cards_by_text)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.copies


def make_cards(ranks: Iterable[str], suits: str = SUITS) -> tuple[Card, ...]:
    """Return one card of each rank in each suit."""
    return tuple(Card(rank, suit) for suit in suits for rank in ranks)


FRENCH: Final = Pack("the 52-card pack", make_cards("23456789TJQKA"))
