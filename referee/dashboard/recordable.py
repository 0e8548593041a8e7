"""What may be recorded in a game: an example of each line, with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.content import Content

from referee.cards.screen import on_screen
from referee.dashboard.rendering import drawn, wrapped
from referee.games.examples import examples_of
from referee.rules import Record, Rulebook

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet


def recordable(book: Rulebook, options: Any, played: Sequence[Record] = ()) -> PrintedSheet:
    """Return the sheet of a game, with an example of each line from what was played and from examples."""
    from referee.export.printed import printed_sheet  # which is needed only now

    return printed_sheet(book, options, [*played, *examples_of(book.slug)])


def lines(sheet: PrintedSheet, width: int) -> Iterator[Content]:
    """Yield an example of each line that a game can record, with its clause, and how a line and a card are typed."""
    shown = [each for each in sheet.lines if each.line]
    wide = min(34, max((cell_len(on_screen(each.line)) for each in shown), default=0)) + 2
    for each in shown:
        besides = f"  or {', '.join(each.besides)}" if each.besides else ""
        line = drawn(each.line, "bold")
        lead = Content.assemble(line, " " * max(2, wide - line.cell_length), (f"{each.clause:5} ", "$text-accent"))
        yield from wrapped(f"{each.pattern}{besides}", width, 4, "$text-muted", lead=lead)
    yield Content("")
    turn = "You may leave out the player whose turn it is, shorten a verb, or type cards alone where that is clear."
    yield from wrapped(turn, width, 0)
    for row in sheet.spelling[:-1]:  # the last is of a record that is no table's
        yield from Content(row).wrap(width)  # with cards as they are typed, not drawn
