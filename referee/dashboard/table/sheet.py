"""Examples of every line that this game can record, and what is legal now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content

from referee.club.match.view import MatchView
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading, ReadingScreen
from referee.dashboard.recordable import lines, recordable
from referee.dashboard.rendering import wrapped
from referee.rules.book.offers import offers_to
from referee.rules.reading.said import said
from referee.rules.typing.shorthand import whose_turn

if TYPE_CHECKING:
    from referee.export.printed import PrintedSheet


def sheet(desk: Desk, match: MatchView) -> ReadingScreen[PrintedSheet]:
    """Return what may be recorded in the game of a table, under the house rules that it is played by."""
    heading = f"What may be recorded   {match.book.title}   table {match.table}"
    return ReadingScreen(desk, Reading("sheet", lambda _: _sheet(match), lambda _: heading, partial(_rows, match)))


def _sheet(match: MatchView) -> PrintedSheet:
    return recordable(match.book, match.options, [match.sheet.record] if match.sheet.record.lines else [])


def _rows(match: MatchView, sheet: PrintedSheet, width: int) -> Iterator[Content]:
    who = None if match.finished_at else whose_turn(match.book, match.sheet.state)
    if who is not None and (offered := offers_to(match.book, match.sheet.state, who)):
        now = "; ".join(said(offer.text, match.names) for offer in offered)
        yield from wrapped(f"{now}.", width, 2, lead=Content.styled("Now: ", "bold $text-accent"))
        yield Content("")
    yield from lines(sheet, width)
