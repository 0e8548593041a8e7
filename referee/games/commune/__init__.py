"""Commune, the bluffing game of poker bids on everybody's cards together: source text 000."""

from referee.games.commune import calling, play, rules
from referee.games.commune.table import book

__all__ = ["book", "calling", "play", "rules"]
