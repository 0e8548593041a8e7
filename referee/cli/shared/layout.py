"""Lay out columns and wrap text by terminal width, as characters of some scripts take two cells."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from referee.cards.terminal_width import is_narrow, text_width

_GAP: Final = 2
_FILLER: Final = "\ue000"  # has no meaning in any text, and stands for the second cell of a wide letter
_NO_BREAK_SPACE: Final = "\u00a0"


def wrap_text(text: str, width: int, indent: str = "", *, at_hyphens: bool = True) -> list[str]:
    """Return the text wrapped at words, with later rows indented. A blank text has no rows."""
    if not is_narrow(text):
        text = "".join(letter + _FILLER * (text_width(letter) - 1) for letter in text)
    rows = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=at_hyphens)
    return [row.replace(_FILLER, "") for row in rows]


def format_columns(
    columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str] = (), width: int | None = None
) -> tuple[str, list[str]]:
    """Return the headings, and the rows under them. The columns in `numbers` are aligned right.

    Columns are narrowed to fit into `width` by wrapping at words. If that is impossible, there are no headings, and
    each row is a sentence.
    """
    rows = list(rows)
    table = [columns, *rows]
    widths = [max(map(text_width, column)) for column in zip(*table, strict=True)]
    if width is not None and not _fit_widths(widths, table, [name not in numbers for name in columns], width):
        return "", format_sentences(columns, rows, width)
    from rich.console import Console  # a ruling and a line of a record do without tables
    from rich.table import Table
    from rich.text import Text

    table_layout = Table(box=None, pad_edge=False, padding=(0, _GAP // 2), header_style="")
    for name, wide in zip(columns, widths, strict=True):
        # Folded, as an ellipsis would cut off a wide letter where a blank behind it does not fit any more.
        table_layout.add_column(Text(name), justify="right" if name in numbers else "left", width=wide, overflow="fold")
    for row in rows:
        table_layout.add_row(*map(Text, row))
    output = StringIO()
    Console(file=output, width=sum(widths) + (_GAP + 1) * len(widths), color_system=None).print(table_layout)
    heading, *lines = (line.rstrip() for line in output.getvalue().splitlines())
    return heading, lines


def _fit_widths(widths: list[int], table: Sequence[Sequence[str]], texts: Sequence[bool], width: int) -> bool:
    """Narrow the text columns, widest first, until all fit. Return whether they fit without splitting words."""
    min_widths = [
        max((text_width(word) for cell in column for word in cell.split()), default=0) if text else wide
        for column, text, wide in zip(zip(*table, strict=True), texts, widths, strict=True)
    ]
    while sum(widths) + _GAP * (len(widths) - 1) > width:
        narrowable = [position for position, wide in enumerate(widths) if wide > min_widths[position]]
        if not narrowable:
            return False
        widths[max(narrowable, key=lambda index: widths[index])] -= 1
    return True


def format_sentences(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int | None = None) -> list[str]:
    """Return each row as a sentence of headings and cells, wrapped if a `width` is given."""
    return [line for row in rows for line in _format_sentence(columns, row, width)]


def _format_sentence(columns: Sequence[str], row: Sequence[str], width: int | None) -> list[str]:
    parts = (f"{name} {cell}".strip() for name, cell in zip(columns, row, strict=True) if cell)
    if width is None:
        return [", ".join(parts)]
    # A cell stays with its heading, as far as there is room for both.
    joined_parts = (part.replace(" ", _NO_BREAK_SPACE) if text_width(part) < width - 2 else part for part in parts)
    return [
        part.replace(_NO_BREAK_SPACE, " ") for part in wrap_text(", ".join(joined_parts), width, "  ", at_hyphens=False)
    ]
