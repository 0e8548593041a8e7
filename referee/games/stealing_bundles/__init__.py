"""Stealing Bundles, a fishing game for two: source text 003."""

from referee.games.stealing_bundles import play, rules
from referee.games.stealing_bundles.table import book
from referee.rules import Conditional, Overview

__all__ = ["book", "play", "rules"]

book.overview = Overview(
    aim="Capture more cards than your opponent.",
    steps=(
        "Both players get four cards, and four cards lie face up on the board.",
        "Play one card a turn. It captures all cards of its rank on the board, onto your bundle.",
        "A card of the same rank as the top card of your opponent's bundle steals the whole bundle.",
        Conditional("must_capture=true", "If you can do neither, you trail: you lay a card on the board."),
        Conditional("must_capture=false", "Or you trail: you lay a card on the board."),
        "After four turns each, both get four new cards, until the stock is used up. The bigger bundle wins.",
    ),
    mistakes=("3.3",),
)
