"""Pages with a rulebook, one clause, or the record sheets of games."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.screen import split_at_cards
from referee.export.pages.rendering import render
from referee.export.printed import PrintedClause, PrintedRulebook, PrintedSheet


def rulebook_page(book: PrintedRulebook, back: str = "") -> str:
    """Return a rulebook as a page. `back` is the title of the season's page in the same folder, if any."""
    in_force = {clause.number for clause in book.clauses}
    return render("rulebook.html", book=book, back=back, in_force=in_force)


def clause_page(book: PrintedRulebook, clause: PrintedClause) -> str:
    """Return one clause of a rulebook as a page for the wall, in large type."""
    return render("clause.html", book=book, clause=clause)


def record_sheets(sheets: Sequence[PrintedSheet], back: str = "") -> str:
    """Return the record sheets of games as one page, each on a sheet of its own."""
    return render("records.html", sheets=sheets, back=back, has_cards=has_cards)


def has_cards(line: str) -> bool:
    """Return whether a line of a record names a card."""
    return any(suit for _, suit in split_at_cards(line))
