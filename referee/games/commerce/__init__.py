"""Commerce, in the new mode: source text 001."""

from referee.games.commerce import front, play
from referee.games.commerce.table import book

__all__ = ["book", "front", "play"]
