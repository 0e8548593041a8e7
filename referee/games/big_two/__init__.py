"""Chor Dai Di (Big Two), as the Gunn club plays it: source text 004."""

from referee.games.big_two import front, play
from referee.games.big_two.table import book

__all__ = ["book", "front", "play"]
