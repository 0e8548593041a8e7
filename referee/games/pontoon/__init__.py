"""Pontoon: source text 003."""

from referee.games.pontoon import front, play
from referee.games.pontoon.table import book

__all__ = ["book", "front", "play"]
