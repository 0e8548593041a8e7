"""Cards, packs and how cards are written. No game's order lives here."""

from referee.cards.card import BLACK_JOKER, COLOUR_JOKER, UNSEEN, WILDCARD, Card
from referee.cards.notation import Unreadable, read_card, read_cards, write_cards
from referee.cards.pack import FRENCH, Pack

__all__ = [
    "BLACK_JOKER",
    "COLOUR_JOKER",
    "FRENCH",
    "UNSEEN",
    "WILDCARD",
    "Card",
    "Pack",
    "Unreadable",
    "read_card",
    "read_cards",
    "write_cards",
]
