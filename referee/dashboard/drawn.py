"""Cards drawn as cards, and rulings as the table hears them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

from textual.content import Content

from referee.cards.screen import on_screen, pieces
from referee.cards.words import listed
from referee.rules import Item, Ruling, Verdict
from referee.rules.ledger import came_of_it

# Ink on card stock, in every theme. The signs tell the suits apart where there is no colour.
_INK: Final = {suit: f"bold {'#b00020' if suit in 'HD' else '#1a1a1a'} on #f6f1e3" for suit in "SHDC"}
VERDICT_STYLE: Final = {
    Verdict.LEGAL: "$text-success",
    Verdict.ILLEGAL: "bold $text-error",
    Verdict.OPEN: "bold $text-warning",
}


def drawn(text: str, style: str = "") -> Content:
    """Return a sentence with its cards drawn."""
    return Content.assemble(*((piece, _INK[suit] if suit else style) for piece, suit in pieces(text)))


def wrapped(text: str, width: int, indent: int, style: str = "") -> list[Content]:
    """Return a sentence in rows that hang together, with its cards drawn."""
    rows = textwrap.wrap(on_screen(text), max(20, width - indent), break_on_hyphens=False)
    return [Content.assemble(" " * indent, drawn(row, style)) for row in rows]


def reasons(ruling: Ruling, items: Iterable[Item] = ()) -> str:
    """Return why a ruling is as it is, and what it brought."""
    reason = "" if ruling.reason == ruling.rule else ruling.reason
    return " ".join(filter(None, [reason, *came_of_it(items)]))


def instead(ruling: Ruling) -> str:
    """Return what would have been legal, as a sentence, or nothing."""
    offers = "; ".join(offer.text for offer in ruling.alternatives)
    return f"Instead: {offers}." if offers else ""


def because(ruling: Ruling) -> str:
    """Return the lines that a ruling rests on, as a sentence, where there is more than one."""
    return f"Because of lines {listed(ruling.because)}." if len(ruling.because) > 1 else ""


def verdict(ruling: Ruling) -> Content:
    """Return the one word that heads a ruling."""
    return Content.styled(ruling.says, VERDICT_STYLE[ruling.verdict])
