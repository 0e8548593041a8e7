"""Commerce, in the new mode: source text 001."""

from referee.games.commerce import play
from referee.games.commerce.table import book

__all__ = ["book", "play"]
