"""Limits on the size of messages, and on the time for a server to stop."""

from __future__ import annotations

from typing import Final

LONGEST_MESSAGE: Final = 64 * 1024
"""The longest WebSocket message, in bytes. Keys, taps and pastes are shorter."""

GRACE: Final = 5.0
"""The seconds for running requests to end by themselves."""
