"""The field above a list that filters it."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Input

from referee.dashboard.widgets.listing import Listing


class FilterField(Input):
    """What is typed narrows the list beneath it; Enter goes to the list.

    Where it is not said what else may be typed, it is there only while it is used.
    """

    DEFAULT_CSS = """
    FilterField, FilterField:focus { margin: 0 1; }
    """

    def __init__(self, key: str, what: str) -> None:
        super().__init__(placeholder=f"{key} finds {what}" if what else "words in the rows", id="find")
        self.stays = self.display = bool(what)
        self.cursor_blink = False

    def open(self) -> None:
        """Go to the line."""
        self.display = True
        self.focus()

    def on_input_submitted(self) -> None:
        """Go to what was found."""
        self.screen.query_one(Listing).focus()


def left_the_line(screen: Screen[None]) -> bool:
    """Empty the line and go to the list, and tell whether that was to be left, and not the screen."""
    field = screen.query_one(FilterField)
    if screen.focused is not field and not field.value:
        return False
    field.value = ""
    field.display = field.stays
    screen.set_focus(None)
    screen.query_one(Listing).focus()
    return True
