"""Show details of the selected row beside a list on a wide screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from referee.dashboard.widgets.listing import Listing, ListRow

RowRenderer: TypeAlias = Callable[[int], Iterable[Content]]
"""Renders rows for a width in columns."""

WIDE: Final = "-wide"
BREAKPOINTS: Final = [(0, "-narrow"), (110, WIDE)]
"""The width from which details appear beside a list, for a screen's `HORIZONTAL_BREAKPOINTS`."""


class TextPane(Static):
    """A pane of rows. It renders them again whenever its width changes."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._renderer: RowRenderer | None = None

    def show(self, renderer: RowRenderer | None) -> None:
        """Show the rows of another renderer, or nothing for None."""
        self._renderer = renderer
        self.on_resize()

    def on_resize(self) -> None:
        """Render the rows for the available width."""
        parent = self.parent
        if not isinstance(parent, VerticalScroll):
            width = self.content_size.width or self.screen.size.width - self.gutter.width
        elif parent.display:
            # Less what shows how far it is scrolled, so that rows are the same with it and without it.
            margins = parent.styles.gutter.width + parent.styles.scrollbar_size_vertical + self.gutter.width
            width = (parent.outer_size.width or self.screen.size.width) - margins
        else:
            return
        self.update(Content("\n").join(self._renderer(width) if self._renderer else ()))


class Details(VerticalScroll, can_focus=False):
    """The pane of details about the selected row, hidden on a narrow screen."""

    SCOPED_CSS = False
    DEFAULT_CSS = f"""
    Details {{ display: none; width: 1fr; height: 1fr; padding: 0 1; border-left: solid $panel; }}
    .{WIDE} Details {{ display: block; }}
    Details Static {{ height: auto; }}
    """


class ListWithDetails(Container):
    """A list with details of its selected row, side by side on a wide screen."""

    SCOPED_CSS = False
    DEFAULT_CSS = f"""
    ListWithDetails {{ layout: vertical; height: 1fr; }}
    .{WIDE} ListWithDetails {{ layout: horizontal; }}
    """

    def __init__(self, details_renderer: Callable[[], RowRenderer | None], open_row: Callable[[], object]) -> None:
        super().__init__()
        self.details_renderer = details_renderer
        self.open_row = open_row
        self.detailed_key: str | None = None

    def compose(self) -> ComposeResult:
        """Yield the list and the details."""
        yield Listing(open_row=self.open_row)
        with Details(id="details"):
            yield TextPane()

    def show(self, column_titles: Sequence[str], rows: Sequence[ListRow]) -> None:
        """Show other rows in the list, and the details of the selected one."""
        self.query_one(Listing).show(column_titles, rows)
        self._set_list_width()
        self.show_details()

    def _set_list_width(self) -> None:
        """Give the list the width that its rows need, within limits that leave room for the details."""
        listing, total_width = self.query_one(Listing), self.screen.size.width
        is_wide = self.screen.has_class(WIDE)
        listing.styles.width = (
            max(total_width // 3, min(listing.natural_width, total_width * 3 // 5)) if is_wide else "1fr"
        )

    def show_details(self) -> None:
        """Show details of the selected row. Keep the scroll position if the row is unchanged."""
        selected_key = self.query_one(Listing).marked_key
        if selected_key != self.detailed_key:
            self.query_one(Details).scroll_home(animate=False)
        self.detailed_key = selected_key
        self.query_one(TextPane).show(self.details_renderer())

    on_data_table_row_highlighted = show_details

    def on_resize(self) -> None:
        """Divide the new width between the list and the details."""
        self._set_list_width()
        self.show_details()


def heading_rows(title: str) -> list[Content]:
    """Return a blank row and a heading."""
    return [Content(""), Content.styled(title, "bold $text-accent")]
