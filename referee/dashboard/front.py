"""What comes in front of a screen."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen


def put_before(screen: Screen[Any], opened: Screen[Any]) -> None:
    """Open a screen in front of another, unless there is one already: a key pressed twice in haste opens it once."""
    if screen.app.screen is screen:
        screen.app.push_screen(opened)
