"""Queue the keys pressed before a screen is ready for them, and pass them on in order.

A screen is not ready while its layout or its first query is unfinished, as its keys would then do nothing. Escape and
the keys that quit do not wait for the query, so a locked file cannot block the user.
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

_EXIT_KEYS: Final = frozenset({"escape", "ctrl+c", "ctrl+q"})


@dataclass(eq=False, slots=True)
class KeyQueue:
    """A queue of keys for the current screen. `awaits_first_answer` says whether its first query is unfinished."""

    app: App[Any]
    handle: Callable[[Key], Awaitable[None]]
    awaits_first_answer: Callable[[Screen[Any]], bool]
    keys: deque[Key] = field(default_factory=deque)
    ready_screen: Screen[Any] | None = None
    pending_screen: Screen[Any] | None = None

    async def add(self, key: Key) -> None:
        """Queue a key from the terminal, and release it if the screen is ready."""
        self.keys.append(key)
        await self.release()

    async def release(self) -> None:
        """Handle queued keys in order while the current screen is ready."""
        while self.keys and self.app.screen_stack:  # a program that is ending has no screens any more
            screen = self.app.screen
            if screen is not self.ready_screen:
                if screen is not self.pending_screen:
                    self.pending_screen = screen
                    screen.call_after_refresh(self._mark_ready, screen)
                return
            if self._must_wait(screen):
                return  # until the answer comes, which lets them go on
            await self.handle(self.keys.popleft())

    def _must_wait(self, screen: Screen[Any]) -> bool:
        is_typing = isinstance(screen.focused, Input)  # which takes what is typed, whatever is shown
        return (
            not is_typing and self.awaits_first_answer(screen) and not any(key.key in _EXIT_KEYS for key in self.keys)
        )

    def _mark_ready(self, screen: Screen[Any]) -> None:
        self.pending_screen = None
        if screen in self.app.screen_stack[-1:]:
            self.ready_screen = screen
        self.app.call_later(self.release)
