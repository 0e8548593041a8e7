"""The Horse Game, in which players have several packets of cards that they do not know: chapter 8."""

from __future__ import annotations

from referee.games.zheng_shangyou.table import Look, Table, book
from referee.rules import Answer

book.section("8", "Looking at the cards")


@book.clause("8.1", Look, interpretation="house")
def looks(table: Table, act: Look) -> Answer | None:
    """Every player has one hand, and may look at it at any time."""
    return None
