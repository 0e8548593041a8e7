"""Render cards, rulings, records and dates as Textual content."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from referee.cards.screen import SUIT_COLOURS, split_at_cards, with_suit_signs
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView
from referee.club.standings.ranking import SessionScore
from referee.rules import LedgerItem, Ruling, Verdict
from referee.rules.book.ledger import outcome_sentences
from referee.rules.book.sentences import deciding_fact
from referee.store.plain_rows import Session

CARD_STOCK: Final = "#f6f1e3"
# In every theme. The signs tell the suits apart where there is no colour.
CARD_STYLES: Final = {suit: f"bold {ink.light} on {CARD_STOCK}" for suit, ink in SUIT_COLOURS.items()}
"""The style of a card of each suit."""
FAINT: Final = "$text-disabled"
"""The style of finished or discarded things. Terminals dim text too much to read, so this is a colour."""
QR_STYLE: Final = "#ffffff on #000000"
"""The style of a QR code, the same in every theme."""
_SIGN: Final = {Verdict.LEGAL: "✓", Verdict.ILLEGAL: "✗", Verdict.OPEN: "?"}
_STYLE: Final = {
    Verdict.LEGAL: "bold $text-success",
    Verdict.ILLEGAL: "bold $text-error",
    Verdict.OPEN: "bold $text-warning",
}
_BLOCKS: Final = "▁▂▃▄▅▆▇█"
FORM_LENGTH: Final = 12
"""The number of sessions in a member's form."""


def draw_cards(text: str, style: str = "") -> Content:
    """Return the text with its cards drawn in their suit's style."""
    return Content.assemble(*((piece, CARD_STYLES[suit] if suit else style) for piece, suit in split_at_cards(text)))


def wrap(text: str, width: int, indent: int, style: str = "", lead: Content | None = None) -> list[Content]:
    """Return the text wrapped with a hanging indent and its cards drawn. A `lead` starts the first row."""
    margin, drawable_text = Content(" " * indent), with_suit_signs(text)
    lead_space = " " * max(0, lead.cell_length - indent) if lead is not None else ""
    if lead is not None and indent + len(lead_space) + cell_len(drawable_text.split(" ", 1)[0]) > width:
        return [lead, *wrap(text, width, indent, style)]
    rows = wrap_text(f"{lead_space}{drawable_text}", max(16, width - indent))
    if lead is not None and rows:
        first = Content.assemble(lead, draw_cards(rows.pop(0)[len(lead_space) :], style))
        return [first, *(margin + draw_cards(row, style) for row in rows)]
    return [margin + draw_cards(row, style) for row in rows]


def wrap_text(text: str, width: int) -> list[str]:
    """Return the text wrapped to a width in columns, broken only between words."""
    if cell_len(text) == len(text):
        return textwrap.wrap(text, width, break_on_hyphens=False)
    # Some names are of letters that take two columns; to count that takes longer.
    return [row.plain.rstrip() for row in Content(text).wrap(width)]


def record_rows(lines: Iterable[LineView], width: int) -> Iterator[Content]:
    """Yield the lines of a record. Undone and struck lines are crossed out."""
    for line in lines:
        is_undone = line.decision in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)
        text = f"{line.text}  ({line.decision})" if line.decision else line.text
        number = Content.styled(f"{line.number:4}  ", "$text-muted")
        yield from wrap(text, width, 6, f"strike {FAINT}" if is_undone else "" if line.counts else FAINT, lead=number)


def decision_rows(line: LineView, width: int, indent: int) -> list[Content]:
    """Return the rows of an officer's decision on a line, or no rows if there is none."""
    if line.decision is None:
        return []
    reason = f": {line.reason}" if line.reason else ""
    officer = f" ({line.decided_by})" if line.decided_by else ""
    return wrap(f"{line.decision}{reason}{officer}", width, indent, "bold")


def reason_text(ruling: Ruling, items: Iterable[LedgerItem] = ()) -> str:
    """Return the reason of a ruling and its outcome."""
    return deciding_fact(ruling, *outcome_sentences(items, ruling.reason))


def ruling_label(ruling: Ruling) -> Content:
    """Return a ruling's short label with the sign of its verdict."""
    return verdict_label(ruling.verdict, ruling.says)


def verdict_label(verdict: Verdict, label: str) -> Content:
    """Return a label with the sign and colour of a verdict."""
    return Content.styled(f"{_SIGN[verdict]} {label}", _STYLE[verdict])


def session_day(session: Session) -> str:
    """Return the day of a session, such as Monday 16 November 2026."""
    return f"{session.held_on:%A} {session.held_on.day} {session.held_on:%B %Y}"


def session_time(session: Session) -> str:
    """Return the day, time and room of a session."""
    return f"{session_day(session)}, {session.starts:%H:%M}" + (f", {session.room}" if session.room else "")


def form_blocks(sessions: Sequence[SessionScore]) -> str:
    """Return the latest session scores as blocks. The latest is on the right, and higher is better."""
    return "".join(_BLOCKS[min(7, int(session.score * 8))] for session in sessions[-FORM_LENGTH:])
