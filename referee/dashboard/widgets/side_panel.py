"""Details of the marked row, beside a list on wide screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from referee.dashboard.widgets.listing import Listing, ListRow

RowRenderer: TypeAlias = Callable[[int], Iterable[Content]]
"""Tells what a row is about, in rows of so many columns."""

WIDE: Final = "-wide"
BREAKPOINTS: Final = [(0, "-narrow"), (110, WIDE)]
"""From how many columns on a list has something beside it: what a screen says as its `HORIZONTAL_BREAKPOINTS`."""


class TextPane(Static):
    """Rows as they are told for the room that there is, and told again when that changes."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._renderer: RowRenderer | None = None

    def show(self, renderer: RowRenderer | None) -> None:
        """Tell something else, or nothing."""
        self._renderer = renderer
        self.on_resize()

    def on_resize(self) -> None:
        """Wrap what is told to the room that there is."""
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
    """What is told of the marked row; on a narrow screen it is not there."""

    SCOPED_CSS = False
    DEFAULT_CSS = f"""
    Details {{ display: none; width: 1fr; height: 1fr; padding: 0 1; border-left: solid $panel; }}
    .{WIDE} Details {{ display: block; }}
    Details Static {{ height: auto; }}
    """


class ListWithDetails(Container):
    """A list and what is told `about` its marked row: side by side on a wide screen."""

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
        """Show the list before what is told."""
        yield Listing(open_row=self.open_row)
        with Details(id="details"):
            yield TextPane()

    def show(self, column_titles: Sequence[str], rows: Sequence[ListRow]) -> None:
        """List other rows, and tell of the one that is marked now."""
        self.query_one(Listing).show(column_titles, rows)
        self._set_list_width()
        self.show_details()

    def _set_list_width(self) -> None:
        """Give the list as much of a wide screen as its rows take, but leave what is told of one of them enough."""
        listing, total_width = self.query_one(Listing), self.screen.size.width
        is_wide = self.screen.has_class(WIDE)
        listing.styles.width = (
            max(total_width // 3, min(listing.natural_width, total_width * 3 // 5)) if is_wide else "1fr"
        )

    def show_details(self) -> None:
        """Tell of the row that is marked: from its beginning, but of the same row from where it was read."""
        marked = self.query_one(Listing).marked_key
        if marked != self.detailed_key:
            self.query_one(Details).scroll_home(animate=False)
        self.detailed_key = marked
        self.query_one(TextPane).show(self.details_renderer())

    on_data_table_row_highlighted = show_details

    def on_resize(self) -> None:
        """Share the room that there is now."""
        self._set_list_width()
        self.show_details()


def heading_rows(title: str) -> list[Content]:
    """Return the heading of a part, with a row of air above it."""
    return [Content(""), Content.styled(title, "bold $text-accent")]
