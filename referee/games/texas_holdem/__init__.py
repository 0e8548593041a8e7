"""Texas Hold'em, as the Gunn club plays it: source text 004."""

from referee.games.texas_holdem import play
from referee.games.texas_holdem.table import book

__all__ = ["book", "play"]
