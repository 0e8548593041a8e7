"""Limits on what a browser may send to a server and on how long it may take to end."""

from __future__ import annotations

from typing import Final

LONGEST_MESSAGE: Final = 64 * 1024
"""Bytes of a WebSocket message. It is a key, a tap or a paste; what is longer comes from no page of ours."""

GRACE: Final = 5.0
"""Seconds that what is being served has to end by itself."""
