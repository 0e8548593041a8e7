"""Columns and wrapping, measured in terminal cells: letters of some scripts take two."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from referee.cards.terminal_width import is_narrow, text_width

_GAP: Final = 2
_FILLER: Final = "\ue000"  # has no meaning in any text, and stands for the second cell of a wide letter
_TIE: Final = "\u00a0"


def wrap_text(text: str, width: int, indent: str = "", *, at_hyphens: bool = True) -> list[str]:
    """Return the rows of a text wrapped at words, those after the first indented; no row when there is no word."""
    if not is_narrow(text):
        text = "".join(letter + _FILLER * (text_width(letter) - 1) for letter in text)
    rows = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=at_hyphens)
    return [row.replace(_FILLER, "") for row in rows]


def format_columns(
    columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str] = (), width: int | None = None
) -> tuple[str, list[str]]:
    """Return the headings and the rows under them; the columns named in `numbers` are right-aligned.

    What is wider than `width` is wrapped at words within its column. Where words do not fit beside each other either,
    there are no columns and no headings: each row says what its cells are.
    """
    rows = list(rows)
    table = [columns, *rows]
    widths = [max(map(text_width, column)) for column in zip(*table, strict=True)]
    if width is not None and not _fit_widths(widths, table, [name not in numbers for name in columns], width):
        return "", format_sentences(columns, rows, width)
    from rich.console import Console  # a ruling and a line of a record do without tables
    from rich.table import Table
    from rich.text import Text

    laid = Table(box=None, pad_edge=False, padding=(0, _GAP // 2), header_style="")
    for name, wide in zip(columns, widths, strict=True):
        # Folded, as an ellipsis would cut off a wide letter where a blank behind it does not fit any more.
        laid.add_column(Text(name), justify="right" if name in numbers else "left", width=wide, overflow="fold")
    for row in rows:
        laid.add_row(*map(Text, row))
    printed = StringIO()
    Console(file=printed, width=sum(widths) + (_GAP + 1) * len(widths), color_system=None).print(laid)
    heading, *lines = (line.rstrip() for line in printed.getvalue().splitlines())
    return heading, lines


def _fit_widths(widths: list[int], table: Sequence[Sequence[str]], texts: Sequence[bool], width: int) -> bool:
    """Narrow the columns of texts, the widest first, until all fit; return whether they do without a word cut."""
    least = [
        max((text_width(word) for cell in column for word in cell.split()), default=0) if text else wide
        for column, text, wide in zip(zip(*table, strict=True), texts, widths, strict=True)
    ]
    while sum(widths) + _GAP * (len(widths) - 1) > width:
        able = [at for at, wide in enumerate(widths) if wide > least[at]]
        if not able:
            return False
        widths[max(able, key=lambda index: widths[index])] -= 1
    return True


def format_sentences(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int | None = None) -> list[str]:
    """Return each row as a sentence, in which every cell comes after its heading; wrapped where there is a `width`."""
    return [line for row in rows for line in _sentence(columns, row, width)]


def _sentence(columns: Sequence[str], row: Sequence[str], width: int | None) -> list[str]:
    parts = (f"{name} {cell}".strip() for name, cell in zip(columns, row, strict=True) if cell)
    if width is None:
        return [", ".join(parts)]
    # A cell stays with its heading, as far as there is room for both.
    tied = (part.replace(" ", _TIE) if text_width(part) < width - 2 else part for part in parts)
    return [part.replace(_TIE, " ") for part in wrap_text(", ".join(tied), width, "  ", at_hyphens=False)]
