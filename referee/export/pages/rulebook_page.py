"""A rulebook as a page to read or to pin to the wall, and the guide to recording on one side of A4."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.screen import split_at_cards
from referee.export.pages.rendering import render
from referee.export.printed import PrintedClause, PrintedRulebook, PrintedSheet


def rulebook_page(book: PrintedRulebook, back: str = "") -> str:
    """Return a rulebook as a page; `back` is the title of the season's page, if it is in the same folder."""
    in_force = {clause.number for clause in book.clauses}
    return render("rulebook.html", book=book, back=back, in_force=in_force)


def clause_page(book: PrintedRulebook, clause: PrintedClause) -> str:
    """Return one clause of a rulebook as a page for the wall, in large type."""
    return render("clause.html", book=book, clause=clause)


def record_sheets(sheets: Sequence[PrintedSheet], back: str = "") -> str:
    """Return the recording guides of some games as one page, each on a sheet of its own."""
    return render("records.html", sheets=sheets, back=back, has_cards=has_cards)


def has_cards(line: str) -> bool:
    """Tell whether a line of a record names a card."""
    return any(suit for _, suit in split_at_cards(line))
