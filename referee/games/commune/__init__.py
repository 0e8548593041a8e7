"""Commune, the bluffing game of poker bids on everybody's cards together: source text 000."""

from referee.games.commune import front, play
from referee.games.commune.table import book

__all__ = ["book", "front", "play"]
