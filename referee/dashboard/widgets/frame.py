"""What every screen has: a heading above, a message line and the row of keys beneath."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.dashboard.widgets.key_row import KeyRow
from referee.dashboard.widgets.message_line import MessageLine


def foot(told: str = "") -> ComposeResult:
    """Yield what stands beneath every screen; `told` is what there is to say when it is opened."""
    yield MessageLine(told)
    yield KeyRow()


def head(screen: Screen[Any], heading: str | Content) -> None:
    """Put another heading above a screen."""
    screen.query_one(".heading", Static).update(heading)
