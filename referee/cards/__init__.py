"""Cards, packs and card notation. The order of the cards is left to the games."""

from referee.cards.card import BLACK_JOKER, COLOUR_JOKER, UNSEEN, WILDCARD, Card
from referee.cards.notation import (
    UnreadableCard,
    read_card,
    read_cards,
    read_cj_as_jack,
    write_cards,
    writes_suits_first,
)
from referee.cards.pack import FRENCH, Pack

__all__ = [
    "BLACK_JOKER",
    "COLOUR_JOKER",
    "FRENCH",
    "UNSEEN",
    "WILDCARD",
    "Card",
    "Pack",
    "UnreadableCard",
    "read_card",
    "read_cards",
    "read_cj_as_jack",
    "write_cards",
    "writes_suits_first",
]
