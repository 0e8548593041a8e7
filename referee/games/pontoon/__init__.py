"""Pontoon: source text 003."""

from referee.games.pontoon import bank, play, turns, view
from referee.games.pontoon.table import book

__all__ = ["bank", "book", "play", "turns", "view"]
