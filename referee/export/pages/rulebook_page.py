"""A rulebook as a page to read and to pin to the wall, and the sheet of what may be recorded, on one side of A4."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.screen import split_at_cards
from referee.export.pages.rendering import render
from referee.export.printed import PrintedClause, PrintedRulebook, PrintedSheet


def rulebook_page(book: PrintedRulebook, back: str = "") -> str:
    """Return a rulebook as a page; `back` is what its season's page is called, where it lies beside it."""
    in_force = {clause.number for clause in book.clauses}
    return render("rulebook.html", book=book, back=back, in_force=in_force)


def clause_page(book: PrintedRulebook, clause: PrintedClause) -> str:
    """Return one clause of a rulebook as a page for the wall, in large type."""
    return render("clause.html", book=book, clause=clause)


def record_sheets(sheets: Sequence[PrintedSheet], back: str = "") -> str:
    """Return the sheets of what may be recorded in some games as one page, each on paper of its own."""
    return render("records.html", sheets=sheets, back=back, has_cards=has_cards)


def has_cards(line: str) -> bool:
    """Tell whether a card is named in a line of a record."""
    return any(suit for _, suit in split_at_cards(line))
