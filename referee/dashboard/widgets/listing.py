"""The table widget for lists, with one selected row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.screen import Screen
from textual.widgets import DataTable

from referee.cards.immutable import frozen
from referee.dashboard import keys
from referee.dashboard.rendering import FAINT, wrap_text

_MIN_WIDTH: Final = 12


@frozen
class ListRow:
    """A row of a list: its key, its cells and its style, such as `FAINT`."""

    key: str
    cells: Sequence[str]
    style: str = ""


class Listing(DataTable[Text], inherit_bindings=False):
    """A table in which no cell is cut off. The last column fills the remaining width.

    The selection survives updates. The screen binds Enter, so that its footer shows the key.
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

    def __init__(
        self, id: str = "list", open_row: Callable[[], object] | None = None, *, fits_rows: bool = False
    ) -> None:
        """Create the list. `open_row` is called for a click. With `fits_rows`, its height follows its rows."""
        super().__init__(id=id, cursor_type="row", cursor_foreground_priority="renderable")
        self.open_row = open_row
        self.fits_rows = fits_rows
        self.column_titles: Sequence[str] = ()
        self.list_rows: Sequence[ListRow] = ()

    def show(self, column_titles: Sequence[str], rows: Sequence[ListRow]) -> None:
        """Show rows under these column titles."""
        self.column_titles, self.list_rows = column_titles, rows
        self._lay_out()

    def on_click(self, event: Click) -> None:
        """Let a click on the selected row open it, in any column."""
        row, column = (event.style.meta.get(key, -1) for key in ("row", "column"))
        if row == self.cursor_row and column >= 0:
            self.move_cursor(row=row, column=column)

    def on_data_table_row_selected(self) -> None:
        """Open the clicked row."""
        if self.open_row:
            self.open_row()

    @property
    def natural_width(self) -> int:
        """The width at which every row fits on one line."""
        return sum(width + 2 for width in _natural_widths(self.column_titles, self.list_rows)) + 3

    @property
    def marked_key(self) -> str | None:
        """The key of the selected row, or None in an empty list."""
        return (
            self.list_rows[self.cursor_row].key
            if 0 <= self.cursor_row < len(self.list_rows) and self.row_count
            else None
        )

    def mark(self, key: str) -> None:
        """Select the row with this key, if there is one."""
        index = next((index for index, row in enumerate(self.list_rows) if row.key == key), None)
        if index is not None:
            self.move_cursor(row=index)

    def _lay_out(self) -> None:
        if not self.column_titles:
            return
        marked_key = self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value if self.row_count else None
        widths = _fit_widths(
            self.column_titles, self.list_rows, (self.outer_size.width or self.container_size.width or 80) - 2
        )
        colours = {FAINT: self.app.theme_variables.get(FAINT.removeprefix("$"), "")}  # here they are known by no name
        self.clear(columns=True)
        for head, width in zip(self.column_titles, widths, strict=True):
            self.add_column(Text(head), width=width)
        total_height = 1
        for row in self.list_rows:
            cells, height = _wrap_cells(row, widths, colours.get(row.style, row.style))
            self.add_row(*cells, height=height, key=row.key)
            total_height += height
        if self.fits_rows:  # said here: what it would find out by itself it now and then finds out too late to be seen
            self.styles.height = total_height
        # An empty list would swallow Enter and say nothing.
        self.can_focus = bool(self.list_rows)
        if marked_key is not None:
            self.mark(marked_key)

    on_resize = _lay_out

    def on_mount(self) -> None:
        """Redraw the rows whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._lay_out())


def show_focus(screen: Screen[Any], *titles: tuple[str, str]) -> None:
    """Highlight the title of each listed widget that has the focus."""
    for listing, title in titles:
        screen.query_one(title).set_class(screen.query_one(listing).has_focus, "here")


def selected_name(screen: Screen[Any], name_of: Callable[[int], str]) -> str:
    """Return the name of the selected entry while the list of entries has the focus, or ""."""
    entries = screen.query_one("#entries", Listing)
    return name_of(int(entries.marked_key)) if entries.has_focus and entries.marked_key else ""


def _natural_widths(column_titles: Sequence[str], rows: Sequence[ListRow]) -> list[int]:
    return [
        max([cell_len(head), *(cell_len(row.cells[column]) for row in rows)])
        for column, head in enumerate(column_titles)
    ]


def _fit_widths(column_titles: Sequence[str], rows: Sequence[ListRow], room: int) -> list[int]:
    widths = _natural_widths(column_titles, rows)
    last_width = min(_MIN_WIDTH, widths[-1])
    excess = sum(width + 2 for width in widths[:-1]) + last_width + 2 - room
    while excess > 0 and len(widths) > 1:  # the widest of the others are told on several rows
        column = max(range(len(widths) - 1), key=widths.__getitem__)
        if widths[column] <= _MIN_WIDTH:
            break
        widths[column] -= 1
        excess -= 1
    remaining = room - sum(width + 2 for width in widths[:-1]) - 2
    return [*widths[:-1], max(last_width, remaining)]


def _wrap_cells(row: ListRow, widths: Sequence[int], style: str) -> tuple[list[Text], int]:
    """Return the wrapped cells of a row, and the row's height."""
    cells = [_wrap_cell(text, width) for text, width in zip(row.cells, widths, strict=True)]
    texts = [Text("\n".join(rows), style=style, no_wrap=True, end="") for rows in cells]
    return texts, max(map(len, cells))


def _wrap_cell(text: str, width: int) -> Sequence[str]:
    return (text,) if cell_len(text) <= width else wrap_text(text, width)
