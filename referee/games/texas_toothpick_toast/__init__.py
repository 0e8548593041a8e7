"""Texas Toothpick Toast, as Munk's club plays it: source text 002. A sibling of Texas Hold'em, played to the right."""

from referee.games.texas_toothpick_toast.rules import book

__all__ = ["book"]
