"""Kowah, a game of the rummy family from Java: source text 003."""

from referee.games.kowah import front, play, rules
from referee.games.kowah.table import book

__all__ = ["book", "front", "play", "rules"]
