"""Rows in columns with one marked, for every list of the club's affairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.screen import Screen
from textual.widgets import DataTable

from referee.dashboard import keys
from referee.dashboard.rendering import FAINT, wrap_text

_LEAST: Final = 12


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row: what it stands for, what is in its columns, and what it is drawn with, such as `FAINT`."""

    key: str
    cells: Sequence[str]
    style: str = ""


class Listing(DataTable[Text], inherit_bindings=False):
    """Rows in columns, and nothing cut off. The last column takes the room that is left; what is marked stays marked.

    What is chosen with Enter is the screen's affair, so that it stands in the row of keys.
    """

    BINDINGS = keys.hidden_bindings(
        up="cursor_up",
        down="cursor_down",
        pageup="page_up",
        pagedown="page_down",
        home="scroll_top",
        end="scroll_bottom",
    )
    DEFAULT_CSS = """
    Listing { height: 1fr; background: $background; background-tint: $background 0%; scrollbar-size-horizontal: 0; }
    Listing:focus { background-tint: $background 0%; }
    Listing > .datatable--header { background: $background; color: $text-muted; text-style: bold; }
    """

    def __init__(self, id: str = "list", opens: Callable[[], object] | None = None, *, hugging: bool = False) -> None:
        """What a click `opens` is what Enter does; with `hugging` it is as high as its rows."""
        super().__init__(id=id, cursor_type="row", cursor_foreground_priority="renderable")
        self.opens = opens
        self.hugging = hugging
        self.heads: Sequence[str] = ()
        self.listed: Sequence[ListRow] = ()

    def show(self, heads: Sequence[str], rows: Sequence[ListRow]) -> None:
        """Show other rows under these heads."""
        self.heads, self.listed = heads, rows
        self._lay_out()

    def on_click(self, event: Click) -> None:
        """Let a click anywhere in the marked row open it, whichever column was clicked before."""
        row, column = (event.style.meta.get(key, -1) for key in ("row", "column"))
        if row == self.cursor_row and column >= 0:
            self.move_cursor(row=row, column=column)

    def on_data_table_row_selected(self) -> None:
        """Open what is clicked."""
        if self.opens:
            self.opens()

    @property
    def wanted(self) -> int:
        """How many columns it would take to show every row on one line."""
        return sum(width + 2 for width in _widest(self.heads, self.listed)) + 3

    @property
    def marked(self) -> str | None:
        """What the marked row stands for, None where there is no row."""
        return self.listed[self.cursor_row].key if 0 <= self.cursor_row < len(self.listed) and self.row_count else None

    def mark(self, key: str) -> None:
        """Mark the row that stands for something, where there is one."""
        at = next((at for at, row in enumerate(self.listed) if row.key == key), None)
        if at is not None:
            self.move_cursor(row=at)

    def _lay_out(self) -> None:
        if not self.heads:
            return
        kept = self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value if self.row_count else None
        widths = _widths(self.heads, self.listed, (self.outer_size.width or self.container_size.width or 80) - 2)
        inks = {FAINT: self.app.theme_variables.get(FAINT.removeprefix("$"), "")}  # here they are known by no name
        self.clear(columns=True)
        for head, width in zip(self.heads, widths, strict=True):
            self.add_column(Text(head), width=width)
        high = 1
        for row in self.listed:
            cells, height = _rows(row, widths, inks.get(row.style, row.style))
            self.add_row(*cells, height=height, key=row.key)
            high += height
        if self.hugging:  # said here: what it would find out by itself it now and then finds out too late to be seen
            self.styles.height = high
        # An empty list would swallow Enter and say nothing.
        self.can_focus = bool(self.listed)
        if kept is not None:
            self.mark(kept)

    on_resize = _lay_out

    def on_mount(self) -> None:
        """Write the rows in the colours of another theme, when one is chosen."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._lay_out())


def show_focus(screen: Screen[Any], *heading_rows: tuple[str, str]) -> None:
    """Show in which list the keys are, by its title; of each the id."""
    for listing, title in heading_rows:
        screen.query_one(title).set_class(screen.query_one(listing).has_focus, "here")


def marked_name(screen: Screen[Any], called: Callable[[int], str]) -> str:
    """Return who is marked among the entries of a screen, by number, while the keys are there; else nobody."""
    entries = screen.query_one("#entries", Listing)
    return called(int(entries.marked)) if entries.has_focus and entries.marked else ""


def _widest(heads: Sequence[str], rows: Sequence[ListRow]) -> list[int]:
    return [max([cell_len(head), *(cell_len(row.cells[at]) for row in rows)]) for at, head in enumerate(heads)]


def _widths(heads: Sequence[str], rows: Sequence[ListRow], room: int) -> list[int]:
    widest = _widest(heads, rows)
    least = min(_LEAST, widest[-1])
    over = sum(width + 2 for width in widest[:-1]) + least + 2 - room
    while over > 0 and len(widest) > 1:  # the widest of the others are told on several rows
        at = max(range(len(widest) - 1), key=widest.__getitem__)
        if widest[at] <= _LEAST:
            break
        widest[at] -= 1
        over -= 1
    left = room - sum(width + 2 for width in widest[:-1]) - 2
    return [*widest[:-1], max(least, left)]


def _rows(row: ListRow, widths: Sequence[int], style: str) -> tuple[list[Text], int]:
    """Return the cells of a row, each on as many rows as it takes, and the most that one takes."""
    cells = [_wrapped(text, width) for text, width in zip(row.cells, widths, strict=True)]
    texts = [Text("\n".join(rows), style=style, no_wrap=True, end="") for rows in cells]
    return texts, max(map(len, cells))


def _wrapped(text: str, width: int) -> Sequence[str]:
    return (text,) if cell_len(text) <= width else wrap_text(text, width)
