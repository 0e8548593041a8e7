"""A page of the manual, to be read at the desk."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from referee.dashboard import keys
from referee.dashboard.screens import footer
from referee.manual.pages import Page


class ManualScreen(Screen[None]):
    """One page of the manual."""

    BINDINGS = keys.bindings("manual")

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        """Show the page."""
        yield Static(f"Manual   {self.page.title}", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Markdown(self.page.text)
        yield from footer()
