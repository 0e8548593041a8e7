"""Play or Pay, a game of the Stops family: source text 003."""

from referee.games.play_or_pay import front, play, rules
from referee.games.play_or_pay.table import book

__all__ = ["book", "front", "play", "rules"]
