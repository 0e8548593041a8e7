"""The line in which a screen answers the officer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import App
from textual.widgets import Static

from referee.dashboard.rendering import drawn


class MessageLine(Static):
    """One or two lines above the row of keys; what was refused is marked by a sign, not by its colour alone."""

    DEFAULT_CSS = """
    MessageLine { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    MessageLine.refused { color: $text-error; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.told = ""
        self.cut_off = False

    def say(self, message: str) -> None:
        """Tell what was done."""
        self.remove_class("refused")
        self.told, self.cut_off = message, False
        self.update(drawn(message))

    def refuse(self, message: str) -> None:
        """Tell why something was not done."""
        self.told, self.cut_off = message, False
        self.add_class("refused")
        self.update(drawn(f"! {message}"))

    def cut_off_by(self, message: str) -> None:
        """Tell why the club's file cannot be read, until it can be."""
        self.refuse(message)
        self.cut_off = True


def damaged(found: Sequence[object]) -> str:
    """Return what is to be said of what is not as it was sealed: the first of it, and how to see the rest."""
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    return f"Not as it was sealed: {found[0]}.{more} All of it says: referee audit"


def refuse(app: App[Any], message: str) -> None:
    """Tell on the screen in front why something was not done; a question in front has no room for it, so below it."""
    for screen in reversed(app.screen_stack):
        if found := list(screen.query(MessageLine)):
            found[0].refuse(message)
            return
