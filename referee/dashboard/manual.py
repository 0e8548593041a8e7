"""The screen of a page of the manual."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from referee.dashboard import keys
from referee.dashboard.screens import footer
from referee.manual.pages import Page


class ManualScreen(Screen[None]):
    """A page of the manual."""

    BINDINGS = keys.bindings("manual")

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        """Yield the page's title and text."""
        yield Static(f"Manual   {self.page.title}", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Markdown(self.page.text)
        yield from footer()
