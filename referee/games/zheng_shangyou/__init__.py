"""Zheng Shangyou (Fight Upstream), as the Gunn club plays it: source text 004."""

from referee.games.zheng_shangyou import front, play
from referee.games.zheng_shangyou.table import book

__all__ = ["book", "front", "play"]
