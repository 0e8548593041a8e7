"""Details of the marked row, beside a list on wide screens and beneath it on narrow ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

Tell: TypeAlias = Callable[[int], Iterable[Content]]
"""Tells what a row is about, in rows of so many columns."""

WIDE: Final = "-beside"
BREAKPOINTS: Final = [(0, "-alone"), (110, WIDE)]
"""From how many columns on a list has something beside it: what a screen says as its `HORIZONTAL_BREAKPOINTS`."""


class Halves(Container):
    """A list and what is told of its marked row: side by side on a wide screen."""

    SCOPED_CSS = False
    DEFAULT_CSS = f"""
    Halves {{ layout: vertical; height: 1fr; }}
    .{WIDE} Halves {{ layout: horizontal; }}
    """


class Beside(VerticalScroll, can_focus=False):
    """What is told of the marked row; on a narrow screen it is not there, unless it is to be beneath the list."""

    SCOPED_CSS = False
    DEFAULT_CSS = f"""
    Beside {{ display: none; padding: 0 1; border-top: solid $panel; height: auto; max-height: 40%; }}
    Beside.beneath {{ display: block; }}
    .{WIDE} Beside {{ display: block; width: 1fr; height: 1fr; max-height: 100%; }}
    .{WIDE} Beside {{ border-top: none; border-left: solid $panel; }}
    Beside Static {{ height: auto; }}
    """

    def __init__(self, id: str = "beside", *, beneath: bool = False) -> None:
        super().__init__(id=id, classes="beneath" if beneath else None)
        self._tell: Tell | None = None

    def compose(self) -> ComposeResult:
        """Leave room for what is told."""
        yield Static(markup=False)

    def show(self, tell: Tell | None) -> None:
        """Tell something else, or nothing."""
        self._tell = tell
        self.scroll_home(animate=False)
        self._draw()

    def on_resize(self) -> None:
        """Wrap what is told to the room that there is."""
        self._draw()

    def _draw(self) -> None:
        if self.display:
            # Less its padding, and the edge or what shows how far it is scrolled.
            width = (self.outer_size.width or self.screen.size.width) - (4 if self.screen.has_class(WIDE) else 3)
            rows = self._tell(width) if self._tell else ()
            self.query_one(Static).update(Content("\n").join(rows))


def titled(title: str) -> list[Content]:
    """Return the heading of a part, with a row of air above it."""
    return [Content(""), Content.styled(title, "bold $text-accent")]
