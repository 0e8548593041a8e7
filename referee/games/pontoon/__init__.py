"""Pontoon: source text 003."""

from referee.games.pontoon import play
from referee.games.pontoon.table import book

__all__ = ["book", "play"]
