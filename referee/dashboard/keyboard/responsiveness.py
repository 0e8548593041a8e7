"""Handle keys before anything else that the program has to do."""

from __future__ import annotations

import gc
import sys
from time import monotonic
from typing import Any, Final

from textual.app import App

_EVERY: Final = 5.0
_STILL: Final = 1.0
_SOME: Final = 10
# About half a gigabyte: more than that is not left lying for somebody who never rests, though a key waits for it.
_MUCH: Final = 500
_NEVER: Final = 1_000_000
_TURN: Final = 0.0005


class KeyPriority:
    """Shortens the turns of the threads that read and write, and collects garbage while nobody presses a key.

    To look through everything that there is for garbage takes as long as a key may wait; young objects cost next to
    nothing, and are looked through as always.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._turn = sys.getswitchinterval()
        self._thresholds = gc.get_threshold()
        self._pressed = monotonic()

    def begin(self) -> None:
        """Put keys first from now on."""
        # A thread at work gives way to the keys only so often, and a key needs several turns until it is on the screen.
        sys.setswitchinterval(_TURN)
        gc.set_threshold(*self._thresholds[:2], _NEVER)
        self.app.set_interval(_EVERY, self.collect)

    def end(self) -> None:
        """Leave everything as it was."""
        sys.setswitchinterval(self._turn)
        gc.set_threshold(*self._thresholds)

    def pressed(self) -> None:
        """Take note that a key was pressed, and more may follow."""
        self._pressed = monotonic()

    def collect(self) -> None:
        """Collect garbage where there may be some, unless a key was pressed just now and there is not too much yet."""
        made = gc.get_count()[2]  # how often young objects were looked through since, which is how many were made
        if made >= (_SOME if monotonic() - self._pressed > _STILL else _MUCH):
            gc.collect()
