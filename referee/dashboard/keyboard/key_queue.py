"""Hold keys that are pressed before a screen can take them, and pass them on in order.

A screen cannot take them while it is being laid out, nor before its first look at the club was answered: a key that
does something with what is shown would do nothing. Escape does not wait, so that a file that is busy holds nobody up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from textual.app import App
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

_LEAVES: Final = frozenset({"escape", "ctrl+c", "ctrl+q"})


@dataclass(eq=False, slots=True)
class KeyQueue:
    """Holds keys back until the screen in front can take them, and hands them on in order when it can.

    `looks` tells whether a screen still waits for the answer to its first look.
    """

    app: App[Any]
    hand_on: Callable[[Key], Awaitable[None]]
    looks: Callable[[Screen[Any]], bool]
    keys: deque[Key] = field(default_factory=deque)
    there: Screen[Any] | None = None
    awaited: Screen[Any] | None = None

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
            if self._waits(screen):
                return  # until the answer comes, which lets them go on
            await self.hand_on(self.keys.popleft())

    def _waits(self, screen: Screen[Any]) -> bool:
        typing = isinstance(screen.focused, Input)  # which takes what is typed, whatever is shown
        return not typing and self.looks(screen) and not any(key.key in _LEAVES for key in self.keys)

    def _arrived(self, screen: Screen[Any]) -> None:
        self.awaited = None
        if screen in self.app.screen_stack[-1:]:
            self.there = screen
        self.app.call_later(self.go_on)
