"""Stealing Bundles, a fishing game for two: source text 003."""

from referee.games.stealing_bundles import front, play, rules
from referee.games.stealing_bundles.table import book

__all__ = ["book", "front", "play", "rules"]
