"""Keep keys responsive while other threads work and garbage accumulates."""

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
    """Shortens the turns of other threads, and delays full garbage collections until no key is pressed.

    A full collection takes longer than a key may wait. Young objects are still collected as usual.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._switch_interval = sys.getswitchinterval()
        self._thresholds = gc.get_threshold()
        self._last_key_at = monotonic()

    def start(self) -> None:
        """Set the short thread interval and the delayed garbage collection."""
        # A thread at work gives way to the keys only so often, and a key needs several turns until it is on the screen.
        sys.setswitchinterval(_SHORT_SWITCH_INTERVAL)
        gc.set_threshold(*self._thresholds[:2], _UNREACHABLE_THRESHOLD)
        self.app.set_interval(_COLLECTION_INTERVAL, self.collect)

    def stop(self) -> None:
        """Restore the interpreter's settings."""
        sys.setswitchinterval(self._switch_interval)
        gc.set_threshold(*self._thresholds)

    def note_key(self) -> None:
        """Note the time of a key press."""
        self._last_key_at = monotonic()

    def collect(self) -> None:
        """Collect garbage if enough has accumulated and no key was pressed recently."""
        young_collections = gc.get_count()[
            2
        ]  # how often young objects were looked through since, which is how many were made
        if young_collections >= (
            _IDLE_THRESHOLD if monotonic() - self._last_key_at > _IDLE_SECONDS else _BUSY_THRESHOLD
        ):
            gc.collect()
