"""Conquian, also called Coon Can: source text 003."""

from referee.games.conquian import forcing, front, melds, play, rules
from referee.games.conquian.table import book

__all__ = ["book", "forcing", "front", "melds", "play", "rules"]
