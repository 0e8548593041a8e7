"""Conquian, also called Coon Can: source text 003."""

from referee.games.conquian import forcing, melds, play, rules
from referee.games.conquian.table import book

__all__ = ["book", "forcing", "melds", "play", "rules"]
