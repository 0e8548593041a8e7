"""Handle keys before anything else that the program has to do."""

from __future__ import annotations

import gc
import sys
from time import monotonic
from typing import Any, Final

from textual.app import App

_COLLECTION_INTERVAL: Final = 5.0
_IDLE_SECONDS: Final = 1.0
_IDLE_THRESHOLD: Final = 10
# About half a gigabyte: more than that is not left lying for somebody who never rests, though a key waits for it.
_BUSY_THRESHOLD: Final = 500
_UNREACHABLE_THRESHOLD: Final = 1_000_000
_SHORT_SWITCH_INTERVAL: Final = 0.0005


class KeyPriority:
    """Shortens the turns of the threads that read and write, and collects garbage while nobody presses a key.

    To look through everything that there is for garbage takes as long as a key may wait; young objects cost next to
    nothing, and are looked through as always.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._switch_interval = sys.getswitchinterval()
        self._thresholds = gc.get_threshold()
        self._last_key_at = monotonic()

    def start(self) -> None:
        """Put keys first from now on."""
        # A thread at work gives way to the keys only so often, and a key needs several turns until it is on the screen.
        sys.setswitchinterval(_SHORT_SWITCH_INTERVAL)
        gc.set_threshold(*self._thresholds[:2], _UNREACHABLE_THRESHOLD)
        self.app.set_interval(_COLLECTION_INTERVAL, self.collect)

    def stop(self) -> None:
        """Leave everything as it was."""
        sys.setswitchinterval(self._switch_interval)
        gc.set_threshold(*self._thresholds)

    def note_key(self) -> None:
        """Take note that a key was pressed, and more may follow."""
        self._last_key_at = monotonic()

    def collect(self) -> None:
        """Collect garbage where there may be some, unless a key was pressed just now and there is not too much yet."""
        young_collections = gc.get_count()[
            2
        ]  # how often young objects were looked through since, which is how many were made
        if young_collections >= (
            _IDLE_THRESHOLD if monotonic() - self._last_key_at > _IDLE_SECONDS else _BUSY_THRESHOLD
        ):
            gc.collect()
