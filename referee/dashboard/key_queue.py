"""Hold keys that are pressed before a screen can take them, and pass them on in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.events import Key
from textual.screen import Screen


class KeyQueue:
    """Holds keys back while the screen in front is being laid out, and hands them on in order when it is."""

    def __init__(self, app: App[Any], hand_on: Callable[[Key], Awaitable[None]]) -> None:
        self.app = app
        self.hand_on = hand_on
        self.keys: deque[Key] = deque()
        self.there: Screen[Any] | None = None
        self.awaited: Screen[Any] | None = None

    async def take(self, key: Key) -> None:
        """Take a key as it comes from the terminal."""
        self.keys.append(key)
        await self.go_on()

    async def go_on(self) -> None:
        """Hand on the keys that are held back, as far as the screen in front can take them."""
        while self.keys and self.app.screen_stack:  # a program that is ending has no screens any more
            screen = self.app.screen
            if screen is not self.there:
                if screen is not self.awaited:
                    self.awaited = screen
                    screen.call_after_refresh(self._arrived, screen)
                return
            await self.hand_on(self.keys.popleft())

    def _arrived(self, screen: Screen[Any]) -> None:
        self.awaited = None
        if screen in self.app.screen_stack[-1:]:
            self.there = screen
        self.app.call_later(self.go_on)
