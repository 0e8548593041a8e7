"""Cards, packs and how cards are written. No game's order lives here."""

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
